#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A signal of the operating system that may end a run. Rule: SVC-10.
public struct Signal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The system's number of the signal.
    public let rawValue: Int32

    /// Makes the signal of this number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Asks the process to end, as process managers do.
    public static let sigterm = Signal(rawValue: SIGTERM)
    /// Ctrl-C in a terminal.
    public static let sigint = Signal(rawValue: SIGINT)
    /// The terminal went away.
    public static let sighup = Signal(rawValue: SIGHUP)
    /// Ctrl-\ in a terminal.
    public static let sigquit = Signal(rawValue: SIGQUIT)
    /// Whatever the process makes of it.
    public static let sigusr1 = Signal(rawValue: SIGUSR1)
    /// Whatever else the process makes of it.
    public static let sigusr2 = Signal(rawValue: SIGUSR2)

    public var description: String {
        switch self {
        case .sigterm: "SIGTERM"
        case .sigint: "SIGINT"
        case .sighup: "SIGHUP"
        case .sigquit: "SIGQUIT"
        case .sigusr1: "SIGUSR1"
        case .sigusr2: "SIGUSR2"
        default: "signal \(rawValue)"
        }
    }
}
