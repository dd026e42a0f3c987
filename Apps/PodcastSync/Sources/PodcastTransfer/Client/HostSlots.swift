import Synchronization

/// How many requests may be at one host at once, and which wait for their turn there (POD-9).
final class HostSlots: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isClosed = false
        var taken: [String: Int] = [:]
        var waiting: [String: [Waiter]] = [:]
        var lastID = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Waits for a place at a host, first come first served; whoever gets one leaves it.
    ///
    /// - Returns: Whether there is one; not when the calling task is cancelled, or all is closed.
    func enter(_ host: String) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAdmitted: Bool? = state.withLock { state in
                    // One that is cancelled from here on is found among those that wait.
                    if state.isClosed || Task.isCancelled { return false }
                    if state.taken[host, default: 0] < limit {
                        state.taken[host, default: 0] += 1
                        return true
                    }
                    state.waiting[host, default: []].append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let isAdmitted { continuation.resume(returning: isAdmitted) }
            }
        } onCancel: {
            giveUp(id, host)
        }
    }

    /// Gives a place to the one that has waited longest for it.
    func leave(_ host: String) {
        let next: Waiter? = state.withLock { state in
            if state.waiting[host]?.isEmpty == false, let next = state.waiting[host]?.removeFirst() {
                return next
            }
            let left = state.taken[host, default: 1] - 1
            state.taken[host] = left > 0 ? left : nil
            state.waiting[host] = nil
            return nil
        }
        next?.continuation.resume(returning: true)
    }

    /// Lets nobody in any more; those that wait do not go on waiting.
    func close() {
        let waiters = state.withLock { state in
            defer { state.waiting = [:] }
            state.isClosed = true
            return state.waiting.values.flatMap { $0 }
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
    }

    private func giveUp(_ id: Int, _ host: String) {
        let waiter: Waiter? = state.withLock { state in
            guard let place = state.waiting[host]?.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting[host]?.remove(at: place)
        }
        waiter?.continuation.resume(returning: false)
    }
}
