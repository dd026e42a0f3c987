#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends a wait for connections; whoever made it closes it once nobody waits any more.
///
/// It says so by a byte and not by its end alone: a process that was started meanwhile may hold that end, for
/// as long as it lives.
struct Wake {
    /// Readable once ``signal()`` was called.
    let descriptor: Int32
    private let end: Int32

    /// - Throws: `ServerError` when the system refuses.
    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServerError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        end = ends[1]
    }

    func signal() {
        var byte: UInt8 = 0
        while write(end, &byte, 1) < 0, errno == EINTR {}
    }

    func close() {
        for descriptor in [descriptor, end] { Socket(descriptor: descriptor).close() }
    }
}
