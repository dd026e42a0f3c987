import Synchronization

/// Something that happens once, with a value, and that anyone can wait for.
final class Moment<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, waiters: [CheckedContinuation<Value, Never>])>(
        (nil, []))

    /// Says that it happened; only the first time counts.
    func happen(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return state.waiters }
            defer { state = (value, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
