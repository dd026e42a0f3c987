import Synchronization

/// Something that happens once, and that a test can wait for.
final class Flag: Sendable {
    private let state = Mutex<(isSet: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, []))

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiters.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}
