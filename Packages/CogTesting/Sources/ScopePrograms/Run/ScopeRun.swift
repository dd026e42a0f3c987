@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting

/// Runs a program with real mechanisms, a step at a time, and says what each step showed.
@MainActor
final class ScopeRun {
    let program: ScopeProgram
    private(set) var places = Places { Work.run { 0 } }
    var cogs: Cogs?
    /// The handle, while a step's own frame holds it.
    var stepHandle: Cogs?
    /// Read for history after the handle was dropped, without keeping it.
    weak var context: Context?
    /// All that were ever given out. Holding them is part of the trial.
    var controllers: [MechanismController] = []
    var account = Account()
    var fuel = 0
    var tasks = 0
    var partings = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Cancelled tasks, which go on one by one when no job is left: who is resumed before whom is the
    /// executor's matter.
    var cancelled: [CheckedContinuation<Void, Never>] = []
    private var seenTurns: UInt64 = 0
    /// Jobs that were made ready and have not run.
    private var readyJobs = 0
    private var whenDone: CheckedContinuation<Void, Never>?
    var refreshes: [CogRefresh<Int>] = []
    var works: [HeldWork] = []

    init(_ program: ScopeProgram) {
        self.program = program
        places = Places { [unowned self] in
            account.note("choose")
            return Work.run { [unowned self] in try await work() }
        }
    }

    func begin() async -> Account {
        fuel = ScopeProgram.fuel
        assemble()
        return await outcome()
    }

    /// The handle is this frame's until assembly is over.
    private func assemble() {
        let mechanisms = program.mechanisms.enumerated().map { index, plans in
            Planned(name: "M\(index)") { [unowned self] m in
                let number = give(m)
                for plan in plans { register(plan, on: number) }
            }
        }
        let made = Cogs.forTesting(
            seeding: { [unowned self] cogs in
                self.cogs = cogs
                stepHandle = cogs
                context = cogs.context
                cogs.onDiagnostic { _ in }
                cogs.onTearDown { [unowned self] in endJob() }
            }, mechanisms: mechanisms, history: .latest(512))
        withExtendedLifetime(made) {}
        stepHandle = nil
    }

    func perform(_ step: Action) async -> Account {
        fuel = ScopeProgram.fuel
        if case .land(let run, let value) = step {
            await land(run, value)
        } else {
            stepHandle = cogs
            perform(step, own: nil)
            stepHandle = nil
        }
        return await outcome()
    }

    /// Ends the context, if it still lives.
    func finish() async -> Account {
        fuel = ScopeProgram.fuel
        drop()
        let last = await outcome()
        for work in works { await work.end(nil) }
        return last
    }

    func drop() {
        guard cogs != nil else { return }
        beginJob()
        cogs = nil
    }

    func beginJob() { readyJobs += 1 }

    func endJob() {
        readyJobs -= 1
        if readyJobs == 0 {
            whenDone?.resume()
            whenDone = nil
        }
    }

    /// Numbers a controller and keeps it.
    func give(_ controller: MechanismController) -> Int {
        controllers.append(controller)
        return controllers.count - 1
    }

    func isLive(_ number: Int) -> Bool { controllers[number].ifLive { _ in true } ?? false }

    var liveCount: Int { controllers.indices.filter(isLive).count }

    private func outcome() async -> Account {
        noteTurns()
        await runJobs()
        noteTurns()
        noteWork()
        account.live = controllers.indices.map(isLive)
        account.goneAtClose.sort()
        defer { account = Account() }
        return account
    }

    private func runJobs() async {
        while true {
            if readyJobs > 0 { await withCheckedContinuation { whenDone = $0 } }
            // A run of the async state is a job that says nothing until it begins: once this one has had
            // its turn, all that were made before have.
            let seen = account.events.count
            await Task {}.value
            if readyJobs > 0 || account.events.count > seen { continue }
            guard !cancelled.isEmpty else { return }
            beginJob()
            cancelled.removeFirst().resume()
        }
    }

    /// Takes over what history has got since the last look.
    func noteTurns() {
        for turn in context?.history ?? [] where turn.number > seenTurns {
            seenTurns = turn.number
            account.turns.append(
                Turn(
                    number: turn.number, name: turn.name, cause: turn.cause, owner: turn.owner,
                    isSystem: turn.isSystem, isUnchanged: turn.isUnchanged, reactions: turn.reactions))
        }
    }
}

/// A mechanism that does what it is given.
private struct Planned: Mechanism {
    let name: String
    let body: @MainActor (MechanismController) -> Void

    func operate(_ m: MechanismController) { body(m) }
}

/// A value that acts when it goes.
final class Departing {
    private let action: @MainActor () -> Void

    init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    deinit {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}
