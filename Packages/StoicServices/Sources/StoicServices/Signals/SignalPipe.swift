import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The process's one pipe from its signal handlers to ordinary code.
///
/// A handler may do little more than write a byte. The pipe is never closed: a handler that
/// runs on another thread could otherwise write into a file that took over the number.
struct SignalPipe {
    private static let writeEnd = Atomic<Int32>(-1)
    private let source: any DispatchSourceRead

    /// Opens the pipe; `receive` is called on `queue` with each signal, in order of arrival.
    ///
    /// Traps when the process has no file descriptor left.
    init(queue: DispatchQueue, receive: @escaping @Sendable (Signal) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            fatalError("Signals cannot be listened to: no pipe could be opened (errno \(errno)).")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let readEnd = ends[0]
        Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: queue)
        source.setEventHandler {
            var byte: UInt8 = 0
            while read(readEnd, &byte, 1) == 1 { receive(Signal(rawValue: Int32(byte))) }
        }
        source.activate()
    }

    /// Routes `signal` into the pipe and returns the handling that was in place.
    ///
    /// Traps when the system does not let the signal be handled.
    func capture(_ signal: Signal) -> SignalAction {
        var action = SignalAction.handler { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
        var previous = SignalAction()
        guard sigaction(signal.rawValue, &action, &previous) == 0 else {
            fatalError(
                "\(signal) cannot be handled (errno \(errno)). Leave it out of `stoppingOn`.")
        }
        return previous
    }

    /// Puts back the handling that `capture` returned.
    func restore(_ signal: Signal, _ previous: SignalAction) {
        var previous = previous
        sigaction(signal.rawValue, &previous, nil)
    }
}

typealias SignalAction = sigaction

extension SignalAction {
    /// Interrupted system calls resume, so that code which knows of no signals keeps working.
    fileprivate static func handler(
        _ handler: @escaping @convention(c) (Int32) -> Void
    ) -> SignalAction {
        var action = SignalAction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = SA_RESTART
        return action
    }
}
