/// A subscription's row in the library.
public struct FeedID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let rawValue: Int64

    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public var description: String { "feed \(rawValue)" }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An episode's row in the library; the same episode keeps it for life (POD-1).
public struct EpisodeID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let rawValue: Int64

    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public var description: String { "episode \(rawValue)" }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
