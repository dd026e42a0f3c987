import Synchronization

/// The end of one forced run, which comes once, and who waits for it.
///
/// What it holds crosses nothing: only who could have had it anyway can ask for it.
@usableFromInline
class RefreshEnd: @unchecked Sendable {
    @usableFromInline
    enum Verdict {
        case success
        case failure(any Error)
        case superseded, released
    }

    private let lock = Mutex<Void>(())
    // Under the lock, which proves what the checks would.
    @exclusivity(unchecked) private var known: Verdict?
    @exclusivity(unchecked) private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    @exclusivity(unchecked) private var lastWaiter: UInt64 = 0

    @usableFromInline
    init() {}

    @usableFromInline final var verdict: Verdict? { lock.withLock { _ in known } }

    /// Returns once it came, or the waiting task is cancelled.
    @usableFromInline
    final nonisolated(nonsending) func wait() async {
        let id = lock.withLock { _ in
            lastWaiter += 1
            return lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { add($0, id) }
        } onCancel: {
            lock.withLock { _ in waiters.removeValue(forKey: id) }?.resume()
        }
    }

    private func add(_ waiter: CheckedContinuation<Void, Never>, _ id: UInt64) {
        let isOver = lock.withLock { _ in
            // A cancellation that came before was told to nobody.
            if known != nil || Task.isCancelled { return true }
            waiters[id] = waiter
            return false
        }
        if isOver { waiter.resume() }
    }

    /// Ends the wait. What comes later changes nothing.
    ///
    /// - Parameter store: Keeps what came with it.
    @usableFromInline
    final func reach(_ verdict: Verdict, storing store: () -> Void = {}) {
        let waiters = lock.withLock { _ in
            guard known == nil else { return [UInt64: CheckedContinuation<Void, Never>]() }
            store()
            known = verdict
            defer { self.waiters = [:] }
            return self.waiters
        }
        if waiters.isEmpty { return }
        for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume() }
    }
}

/// The same with the value that a success brings.
@usableFromInline
final class RefreshEndOf<Value>: RefreshEnd, @unchecked Sendable {
    /// Written before the verdict is known, and not again.
    @exclusivity(unchecked) @usableFromInline var value: Value?

    @inlinable
    override init() { super.init() }

    @inlinable
    func succeed(_ value: Value) { reach(.success) { self.value = value } }

    var outcome: CogRefresh<Value>.Outcome? {
        switch verdict {
        case .success: value.map { .success($0) }
        case .failure(let error): .failure(error)
        case .superseded: .superseded
        case .released: .released
        case nil: nil
        }
    }
}
