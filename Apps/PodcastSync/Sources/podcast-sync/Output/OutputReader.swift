import Foundation

/// Whoever reads standard output, where it is a pipe.
enum OutputReader {
    /// Calls `body`, once and on a thread of its own, when the pipe's other end was closed; never where it is no
    /// pipe.
    static func whenGone(_ body: @escaping @Sendable () -> Void) {
        var status = stat()
        guard fstat(1, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        // The system has no wait for it that can be cancelled: the thread ends with the process.
        Thread.detachNewThread {
            var pipe = pollfd(fd: 1, events: 0, revents: 0)
            while poll(&pipe, 1, -1) < 0, errno == EINTR {}
            body()
        }
    }
}
