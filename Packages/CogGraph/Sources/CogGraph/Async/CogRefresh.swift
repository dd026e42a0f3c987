import Synchronization

/// One forced run of an async cog, and what becomes of exactly that run.
///
/// It may be awaited by any number of tasks, before and after it ended (ASYNC-7): on the MainActor, or
/// anywhere if its values may be sent.
public final class CogRefresh<Value> {
    public enum Outcome {
        /// The run's value was published; of a stream, its first.
        case success(Value)
        /// The run's error was published; or a stream ended with no element, which publishes nothing.
        case failure(any Error)
        /// Other work took its place, or what it was chosen from changed before it ended.
        case superseded
        /// The state was released or its context torn down before it ended.
        case released
    }

    private let end = OneTimeEnd<Outcome>()

    init() {}

    /// The handle of a run that never was: its context is gone.
    static func released() -> CogRefresh {
        let refresh = CogRefresh()
        refresh.resolve(.released)
        return refresh
    }

    /// What became of the run, once it is known.
    ///
    /// A task that is cancelled while it waits goes on at once, with `released`; neither the run nor
    /// anyone else's wait is touched.
    public nonisolated(nonsending) var outcome: Outcome {
        get async {
            if end.outcome == nil { await end.wait() }
            return end.outcome ?? .released
        }
    }

    /// What became of the run, if that is known: for who shows it and must not wait.
    @_spi(Mechanisms)
    public var knownOutcome: Outcome? { end.outcome }

    /// Ends the wait. What comes later changes nothing.
    func resolve(_ outcome: Outcome) { end.reach(outcome) }
}

extension CogRefresh: @unchecked Sendable where Value: Sendable {}
extension CogRefresh.Outcome: Sendable where Value: Sendable {}

/// Something that happens once, and who waits for it.
///
/// What it holds crosses nothing: only who could have had it anyway can ask for it.
private final class OneTimeEnd<Outcome>: @unchecked Sendable {
    private struct State {
        var outcome: Outcome?
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let lock = Mutex<Void>(())
    /// Under the lock.
    private var state = State()

    var outcome: Outcome? { withState { $0.outcome } }

    /// Returns once it happened, or the waiting task is cancelled.
    nonisolated(nonsending) func wait() async {
        let id = withState { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { add($0, id) }
        } onCancel: {
            withState { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    private func add(_ waiter: CheckedContinuation<Void, Never>, _ id: UInt64) {
        let isOver = withState { state in
            // A cancellation that came before was told to nobody.
            if state.outcome != nil || Task.isCancelled { return true }
            state.waiters[id] = waiter
            return false
        }
        if isOver { waiter.resume() }
    }

    func reach(_ outcome: Outcome) {
        let waiters = withState { state in
            guard state.outcome == nil else { return [UInt64: CheckedContinuation<Void, Never>]() }
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters
        }
        for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume() }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.withLock { _ in body(&state) }
    }
}

/// A stream ended before its first element, so that a refresh has no value to give (ASYNC-6).
public struct StreamEndedEmpty: Error, CustomStringConvertible {
    /// The async cog's label, with its key if it has one.
    public let cog: String

    public var description: String { "the stream of '\(cog)' ended without an element" }
}
