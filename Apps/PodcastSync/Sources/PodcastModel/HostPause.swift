public import Foundation

/// A host that asked to be left alone until a time (POD-9).
public struct HostPause: Hashable, Sendable {
    /// A server's mistake of a year is no reason to lose a feed.
    public static let longest: TimeInterval = 7 * 24 * 3600

    /// Name and port.
    public var host: String
    public var until: Date

    public init(host: String, until: Date) {
        self.host = host
        self.until = until
    }

    /// Whether a pause until `end` is over. One longer than any there is was written by a clock that
    /// has been set back since, and is over too.
    public static func isOver(_ end: Date, now: Date) -> Bool {
        end <= now || end > now.addingTimeInterval(longest)
    }
}

extension URL {
    /// What limits and pauses of a host count by.
    public var hostAndPort: String {
        let port = port ?? (scheme?.lowercased() == "https" ? 443 : 80)
        return "\(host.flatMap(URL.plainHost) ?? ""):\(port)"
    }
}
