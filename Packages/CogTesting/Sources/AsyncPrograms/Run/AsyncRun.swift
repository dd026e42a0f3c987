@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation

/// Runs a program in the real graph, a step at a time, and says what each step showed.
@MainActor
final class AsyncRun {
    let program: AsyncProgram
    let ledger: WorkLedger
    let clock = TestClock()
    let source = CogBox<Int, Int>.Manual(name: "source") { 0 }
    let page: CogBox<Int, Int>.Async
    var cogs: Cogs?
    /// What a source has to grow by for its choice to change.
    static let choiceStep = 1_000
    private let passesTime: Bool
    private var lastTurn: UInt64 = 0
    private var delivered: [Delivery] = []
    var told: Set<ToldField> = []
    var answers: [Int] = []
    var verdict: Bool?
    var refreshes: [CogRefresh<Int>] = []
    /// One for each refresh: they must all come to an end.
    var waiters: [Task<RefreshPicture, Never>] = []

    init(_ program: AsyncProgram) {
        self.program = program
        let ledger = WorkLedger(heedsCancellation: program.heedsCancellation)
        self.ledger = ledger
        passesTime = program.steps.contains { if case .advance = $0 { true } else { false } }
        let source = source
        let choice = CogBox<Int, Int>(name: "choice") { c, key in c[source[key]] / Self.choiceStep }
        @MainActor func choose(_ c: inout Reader, _ key: Int) -> Int {
            _ = c[choice[key]]
            ledger.selections += 1
            return ledger.selections
        }
        func ordered(_ policy: RunPolicy) -> CogBox<Int, Int>.Async {
            CogBox<Int, Int>.Async(default: 0, name: "page", policy: policy) { c, key in
                let selection = choose(&c, key)
                return RunWork.run { try await ledger.run(selection) }
            }
        }
        switch program.policy {
        case .latest:
            page = CogBox<Int, Int>.Async(default: 0, name: "page") { c, key in
                let selection = choose(&c, key)
                if program.isStream(selection) {
                    return Work.stream { ProgramStream(work: ledger.begin(selection)) }
                }
                return Work.run { try await ledger.run(selection) }
            }
        case .queue: page = ordered(.queue)
        case .exhaustLatest: page = ordered(.exhaustLatest)
        case .merged: page = ordered(.merged)
        }
        assemble()
    }

    private func assemble() {
        cogs = Cogs.forTesting(
            mechanisms: program.demand == .watched ? [Watching(run: self)] : [], clock: clock,
            grace: .seconds(AsyncModel.grace))
    }

    fileprivate func watch(_ m: MechanismController) {
        for key in 0..<program.keys {
            let page = page[key]
            m.run(name: "status \(key)") { [unowned self] c in
                delivered.append(.status(key: key, StatusPicture(c.status[page])))
            }
            m.run(name: "value \(key)") { [unowned self] c in
                delivered.append(.value(key: key, c[page]))
            }
        }
    }

    /// What the latest step showed.
    ///
    /// - Parameters:
    ///   - looks: At which keys' statuses one may look without choosing anew.
    ///   - views: Which keys' statuses are read in UI, so that their fields are read again.
    func outcome(lookingAt looks: [Bool], viewing views: [Bool]) async throws -> AsyncOutcome {
        await letTasksRun()
        var outcome = AsyncOutcome()
        guard let cogs else { return outcome }
        outcome.statuses = looks.indices.map { key in
            looks[key] ? StatusPicture(cogs.status.peek(page[key])) : nil
        }
        if passesTime, cogs.graceEntryCount > 0 {
            while clock.sleeperCount == 0 { try await clock.waitForScheduledSleep() }
        }
        for record in cogs.history where record.number > lastTurn {
            lastTurn = record.number
            outcome.turns.append(
                TurnPicture(
                    name: record.name, isUnchanged: record.isUnchanged, noticed: record.noticed,
                    reactions: record.reactions))
        }
        outcome.rows = cogs.census(of: page).count
        outcome.delivered = delivered
        outcome.told = told.sorted()
        outcome.answers = answers
        outcome.verdict = verdict
        outcome.selections = ledger.selections
        note(&outcome)
        (delivered, told, answers, verdict) = ([], [], [], nil)
        for field in outcome.told where views[field.key] { observe(field) }
        return outcome
    }

    private func note(_ outcome: inout AsyncOutcome) {
        outcome.begun = ledger.begun.map(\.selection)
        outcome.cancelled = ledger.begun.filter(\.isCancelled).map(\.selection)
        outcome.refreshes = refreshes.map { $0.knownOutcome.map { RefreshPicture($0) } }
    }

    /// Tasks of one actor and one priority begin in the order in which they were made: once this one has,
    /// all that were made before it have.
    func letTasksRun() async { await Task {}.value }

    /// Drops the context, ends the work that is left, and says what became of everything.
    ///
    /// - Returns: What is left to say, and what should not be.
    func finish() async -> (outcome: AsyncOutcome, complaint: String?) {
        cogs?.context.checkInvariants()
        weak let context = cogs?.context
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        await letTasksRun()
        var outcome = AsyncOutcome()
        note(&outcome)
        outcome.selections = ledger.selections
        var complaint: String?
        for work in ledger.begun where work.isOpen {
            if await work.tell(.error(0)) != false { complaint = "work that ended late counted" }
        }
        for (waiter, refresh) in zip(waiters, outcome.refreshes) {
            if await waiter.value != refresh { complaint = "who waited for a refresh was told otherwise" }
        }
        await letTasksRun()
        if context != nil { complaint = "the context outlived its teardown" }
        return (outcome, complaint)
    }
}

/// Registers the reactions of a program.
private struct Watching: Mechanism {
    let name = "M"
    unowned let run: AsyncRun

    init(run: AsyncRun) { self.run = run }

    func operate(_ m: MechanismController) { run.watch(m) }
}

extension StatusPicture {
    init(_ status: CogStatus<Int>) {
        switch status.kind {
        case .pending: kind = .pending
        case .success: kind = .success
        case .failure: kind = .failure
        }
        value = status.value
        hasSucceeded = status.hasSucceeded
        error = (status.error as? ProgramError)?.number ?? (status.error == nil ? nil : -1)
        isLoading = status.isLoading
    }
}

extension RefreshPicture {
    init(_ outcome: CogRefresh<Int>.Outcome) {
        switch outcome {
        case .success(let value): self = .success(value)
        case .failure(let error as ProgramError): self = .failure(error.number)
        case .failure(is StreamEndedEmpty): self = .endedEmpty
        case .failure: self = .failure(-1)
        case .superseded: self = .superseded
        case .released: self = .released
        }
    }
}
