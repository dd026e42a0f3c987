@_spi(Mechanisms) import CogGraph
@_spi(Mechanisms) import CogMechanisms
import CogTesting

/// Runs a program in the real graph, a step at a time, and says what each step showed.
@MainActor
final class GraphRun<V: ProgramValue> {
    let program: Program
    let settlesBeforeDrawing: Bool
    private(set) var handles: [Handle<V>] = []
    /// Two contexts with the same declarations.
    var lives: [GraphLife<V>] = []
    private var current = 0
    var events: [Event] = []
    private(set) lazy var relicSource = makeRelicSource()

    init(_ program: Program) {
        self.program = program
        settlesBeforeDrawing = program.settlesBeforeDrawing
        for (index, declaration) in program.declarations.enumerated() {
            handles.append(parts(index, declaration).make(declaration))
        }
        for _ in 0..<2 { lives.append(GraphLife(program)) }
    }

    var life: GraphLife<V> { lives[current] }

    private func parts(_ index: Int, _ declaration: Declaration) -> HandleParts<V> {
        let program = program
        return HandleParts(
            name: program.name(of: index),
            start: { [unowned self] key in
                guard case .source(let start) = declaration.kind else { return V(0) }
                events.append(.started(program.name(of: program.row(index, key))))
                return V(start)
            },
            select: { [unowned self] c, key in
                guard case .computed(let formula) = declaration.kind else { return V(0) }
                let row = program.row(index, key)
                let number = evaluate(formula, row, &c)
                events.append(.ran(program.name(of: row), number))
                return V(number)
            })
    }

    /// Makes both contexts.
    func begin() async throws -> Outcome {
        assemble(life)
        return try await outcome()
    }

    func assemble(_ life: GraphLife<V>) {
        let mechanisms: [any Mechanism] = program.mechanisms.enumerated().map { index, plans in
            PlannedMechanism(name: "M\(index)") { [unowned self, unowned life] m in
                life.controllers[m.name] = .init(controller: m)
                for plan in plans { register(plan, life, owner: m.name) }
            }
        }
        life.cogs = Cogs.forTesting(
            seeding: { [unowned self] cogs in
                life.cogs = cogs
                cogs.onDiagnostic { [unowned self] message in
                    events.append(.warned(message.contains("registered") ? .registersAgain : .chain))
                }
            }, mechanisms: mechanisms, clock: life.clock, history: .latest(512))
    }

    /// Runs one step and says what it showed.
    func perform(_ step: Step) async throws -> Outcome {
        switch step {
        case .act(let action): act([action], owner: nil)
        case .show(let plan): show(plan)
        case .draw(let view): if !life.views.isEmpty { draw(view % life.views.count) }
        case .seed(let row, let value): seed(row, value)
        case .change(let model, let value): await change(model, value)
        case .advance(let seconds): await advance(seconds)
        case .take(let export): await take(export)
        case .drop(let export): abandon(export)
        case .renew:
            let last = await life.end()
            events += last
            lives[current] = GraphLife(program)
            assemble(life)
        case .swap:
            current = 1 - current
            if life.cogs == nil { assemble(life) }
        }
        return try await outcome()
    }

    /// Drops what is left, and takes what waited.
    func finish() async -> [Event] {
        for index in lives.indices {
            let last = await lives[index].end()
            events += last
        }
        defer { events = [] }
        return Event.normalised(events)
    }

    private func advance(_ seconds: Int) async {
        guard let cogs = life.cogs else { return }
        let sleepers = life.clock.sleeperCount
        life.clock.advance(by: .seconds(seconds))
        if life.clock.sleeperCount < sleepers { await cogs.graceEnded() }
    }

    private func outcome() async throws -> Outcome {
        await endAbandoned()
        // A sleeper that was just sent to sleep is asleep before the next step moves the clock.
        if let cogs = life.cogs, cogs.graceEntryCount > 0 {
            while life.clock.sleeperCount == 0 { try await life.clock.waitForScheduledSleep() }
        }
        life.cogs?.context.checkInvariants()
        defer { events = [] }
        return Outcome(
            events: Event.normalised(events), history: life.newHistory(),
            snapshot: life.snapshot(handles, relicSource))
    }
}

/// A mechanism that does what it is given.
struct PlannedMechanism: Mechanism {
    let name: String
    let body: @MainActor (MechanismController) -> Void

    func operate(_ m: MechanismController) { body(m) }
}
