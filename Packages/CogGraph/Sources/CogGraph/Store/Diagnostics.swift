#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Cogs {
    /// Takes what would go to standard error: warnings, and errors that a mechanism's tasks throw (MECH-4).
    ///
    /// Set it as soon as the context is made: what assembling it warned of has been said by then.
    ///
    /// - Parameter take: Gets each message, in the place of whoever took them before. It may be called while
    ///   the graph is at work, so it must not use the context.
    public func onDiagnostic(_ take: @escaping @MainActor (String) -> Void) {
        context.onDiagnostic = take
    }
}

/// Where warnings go when nobody takes them.
enum Diagnostics {
    @MainActor
    static func toStandardError(_ message: String) {
        let line = message + "\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
}
