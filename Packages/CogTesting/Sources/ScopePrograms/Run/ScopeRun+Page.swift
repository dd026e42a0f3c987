@_spi(Mechanisms) import CogGraph
import CogMechanisms

// The one async state: its runs wait for a step of the program to end them, cancelled or not.
extension ScopeRun {
    func discard(_ place: Place, through ops: (any CogOps)?) {
        switch place {
        case .odd(let k): ops?.discard(places.odds[k])
        default: ops?.discard(places.page)
        }
    }

    func refresh(through number: Int?) {
        if let number, !isLive(number) { return account.note("refresh \(number): retired") }
        if let handle = ops(number)?.refresh(places.page) { refreshes.append(handle) }
    }

    /// Runs the async state's work, which has its turn as a job of its own.
    func work() async throws -> Int {
        let work = HeldWork()
        works.append(work)
        account.note("run \(works.count - 1) begins")
        return try await work.result()
    }

    /// Ends a run, and returns when the graph has taken or refused what came of it.
    func land(_ index: Int, _ value: Int?) async {
        // Teardown may be a job before this goes on, and takes history with it.
        if works.indices.contains(index) { await works[index].end(value) { [self] in noteTurns() } }
    }

    /// What became of every refresh and run so far.
    func noteWork() {
        account.refreshes = refreshes.map { handle in
            switch handle.knownOutcome {
            case nil: "waits"
            case .success(let value): "\(value)"
            case .failure: "failed"
            case .superseded: "superseded"
            case .released: "released"
            }
        }
        account.work = works.map { work in
            let fate = work.counted.map { $0 ? "taken" : "refused" } ?? "open"
            return work.isCancelled ? "\(fate), cancelled" : fate
        }
    }
}

/// One run of the async state.
@MainActor
final class HeldWork {
    struct Failed: Error {}

    private let task = RunEnds.currentRun
    private(set) var isCancelled = false
    private var waiter: CheckedContinuation<Int?, Never>?
    /// Whether the graph took what came of it; nil until it ended.
    private(set) var counted: Bool?

    func result() async throws -> Int {
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter = $0 }
        } onCancel: {
            // The graph cancels where it lives.
            MainActor.assumeIsolated { isCancelled = true }
        }
        guard let value else { throw Failed() }
        return value
    }

    /// Gives the run its end, unless it has one.
    ///
    /// - Parameter hear: Runs as soon as the graph has taken or refused it.
    func end(_ value: Int?, _ hear: @escaping @MainActor () -> Void = {}) async {
        guard let waiter, let task else { return }
        self.waiter = nil
        counted = await withCheckedContinuation { verdict in
            RunEnds.onEnd(of: task) { counted in
                hear()
                verdict.resume(returning: counted)
            }
            waiter.resume(returning: value)
        }
    }
}
