import Foundation

/// The serial queue of a session's callbacks, which holds the session back while it is behind.
///
/// On Linux the loading system adds one operation for each piece of a body, however many wait already:
/// a body that comes faster than the disk takes it would gather in memory. Here the thread that reads
/// the sockets waits instead, and TCP slows the host down. `suspend()` comes too late for that; see
/// Docs/Decisions/transfer-back-pressure.md.
///
/// Sendable by hand: what is its own is guarded by its condition.
final class CallbackQueue: OperationQueue, @unchecked Sendable {
    /// Pieces are 16 KiB at most, so that half a MiB waits at most: it is lost with the process, and POD-14
    /// allows one MiB to be fetched twice.
    static let limit = 32

    private let condition = NSCondition()
    private var waiting = 0
    private var isHolding = true

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
        /// Called by the session for each callback, on the thread that reads its sockets.
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            condition.lock()
            while isHolding, waiting >= Self.limit { condition.wait() }
            waiting += 1
            condition.unlock()
            super.addOperation { [self] in
                block()
                condition.lock()
                waiting -= 1
                condition.signal()
                condition.unlock()
            }
        }
    #endif

    /// Adds an operation of our own, which never waits.
    func add(_ block: @escaping @Sendable () -> Void) {
        super.addOperation(block)
    }

    /// Calls into the session from an operation of this queue.
    ///
    /// The session may need the very thread that waits for this queue, so it does not wait meanwhile.
    func letGo(_ body: () -> Void) {
        setHolding(false)
        body()
        setHolding(true)
    }

    private func setHolding(_ flag: Bool) {
        condition.lock()
        isHolding = flag
        condition.broadcast()
        condition.unlock()
    }
}
