/// How much of a feed is wanted.
public struct Policy: Hashable, Sendable {
    /// Which episodes of a feed are wanted.
    public enum Keep: Hashable, Sendable {
        case all
        case newest(Int)
    }

    public var keep: Keep

    public init(keep: Keep = .newest(3)) { self.keep = keep }

    /// What holds where nothing was set: the newest three.
    public static let standard = Policy()
}

/// The policy for everything, and the feeds that have their own (POD-12).
public struct Policies: Hashable, Sendable {
    public var global: Policy
    public var perFeed: [FeedID: Policy]

    public init(global: Policy = .standard, perFeed: [FeedID: Policy] = [:]) {
        self.global = global
        self.perFeed = perFeed
    }

    /// What holds for a feed: its own policy, else the global one.
    public subscript(feed: FeedID) -> Policy { perFeed[feed] ?? global }
}
