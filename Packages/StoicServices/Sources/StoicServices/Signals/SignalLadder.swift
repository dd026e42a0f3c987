import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Turns the signals of one run into steps: stop, hurry, exit. Rule: SVC-10.
///
/// Counting never waits for the run, so a third signal exits whatever the run's code does.
final class SignalLadder: Sendable {
    private let count = Mutex(0)
    private let forcedExitCode: Int32?
    private let steps = DispatchQueue(label: "signals to a run")

    /// - Parameter forcedExitCode: The code of a forced exit; 128 plus the signal when `nil`.
    init(forcedExitCode: Int32?) { self.forcedExitCode = forcedExitCode }

    /// Tells `shell` the first and the second signal, and exits at the third.
    func climb(_ signal: Signal, _ shell: RunShell) {
        let step = count.withLock { count in
            count += 1
            return count
        }
        switch step {
        case 1: steps.async { shell.send(.cancelled(.signal(signal.rawValue))) }
        case 2: steps.async { shell.send(.hurried) }
        default: _exit(forcedExitCode ?? 128 + signal.rawValue)
        }
    }
}
