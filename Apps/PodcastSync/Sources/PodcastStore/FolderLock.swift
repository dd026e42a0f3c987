import Foundation
import Synchronization

/// The lock of an open folder, waited for no longer than is said.
final class FolderLock: Sendable {
    private enum State { case waiting, held, left }

    private let descriptor: Int32
    private let state = Mutex(State.left)

    /// - Parameter descriptor: Closed with the lock.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Blocks the calling thread until the lock is had, or for so many seconds.
    func enter(within patience: Double) {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return state.withLock { $0 = .held } }
        guard errno == EWOULDBLOCK || errno == EINTR else { return }
        state.withLock { $0 = .waiting }
        let had = DispatchSemaphore(value: 0)
        // The system has no such wait that ends by itself: a thread that nobody waits for any more ends with its
        // turn, or with the process.
        Thread.detachNewThread { [self] in
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            let isLate = state.withLock { state in
                if state == .waiting { state = .held }
                return state == .left
            }
            if isLate { release() } else { had.signal() }
        }
        _ = had.wait(timeout: .now() + patience)
    }

    /// Gives the lock up; where it is still waited for it is given up once it comes.
    func leave() {
        let isWaiting = state.withLock { state in
            defer { state = .left }
            return state == .waiting
        }
        if !isWaiting { release() }
    }

    private func release() {
        // Not by closing it alone: a process that is just being started may have it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
