import Synchronization

/// Wakes who waits for it, or the next who does.
public final class Alarm: Sendable {
    private struct State {
        var isRung = false
        var waiter: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())

    public init() {}

    /// May be called from anywhere; more often than it is waited for is once.
    public func ring() {
        let waiter = state.withLock { state in
            state.isRung = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.finish()
    }

    /// Returns once it rings, at once if it did since it was waited for last, or when the calling task is
    /// cancelled; for one caller at a time.
    func rung() async {
        let (moments, moment) = AsyncStream.makeStream(of: Never.self)
        let isRung = state.withLock { state in
            defer { state.isRung = false }
            if !state.isRung { state.waiter = moment }
            return state.isRung
        }
        if isRung { return }
        for await _ in moments {}
        state.withLock { $0.waiter = nil }
    }
}
