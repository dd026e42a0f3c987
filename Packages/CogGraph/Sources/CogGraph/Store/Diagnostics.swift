#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where warnings go when nobody takes them.
enum Diagnostics {
    @MainActor
    static func toStandardError(_ message: String) {
        let line = message + "\n"
        line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
}
