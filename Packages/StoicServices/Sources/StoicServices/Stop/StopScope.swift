import Synchronization

/// The stop of one service, as seen by the graphs that run inside that service. Rule: SVC-17.
final class StopScope: Sendable {
    /// Set for a service's start and stop, and whatever inherits their task-local values.
    @TaskLocal static var current: StopScope?

    private struct State {
        var deadline: Duration?
        var inner: [Int: @Sendable (Duration) -> Void] = [:]
        var nextNumber = 0
    }

    private let clock: RunClock
    private let state = Mutex(State())

    init(clock: RunClock) { self.clock = clock }

    /// Says that the stop began, and when it will be cancelled.
    func begin(until deadline: Duration) {
        let inner = state.withLock { state in
            state.deadline = deadline
            return state.inner
        }
        let rest = deadline - clock.now()
        for number in inner.keys.sorted() { inner[number]?(rest) }
    }

    /// Tells `limit` what is left of the stop once it has begun, until the returned closure is
    /// called.
    func enter(_ limit: @escaping @Sendable (Duration) -> Void) -> @Sendable () -> Void {
        let (number, deadline) = state.withLock { state in
            defer { state.nextNumber += 1 }
            state.inner[state.nextNumber] = limit
            return (state.nextNumber, state.deadline)
        }
        if let deadline { limit(deadline - clock.now()) }
        return { self.state.withLock { $0.inner[number] = nil } }
    }
}
