/// An episode whose file came, and of which somebody is still to be told.
public struct OwedNotice: Hashable, Sendable {
    public let episode: EpisodeID
    public let feed: FeedID

    public init(episode: EpisodeID, feed: FeedID) {
        self.episode = episode
        self.feed = feed
    }
}
