public import PodcastModel

/// What a run is asked to do.
public struct RunRequest: Sendable {
    /// Whose documents to fetch.
    public enum Feeds: Hashable, Sendable {
        case all
        case only(Set<FeedID>)

        func contains(_ id: FeedID) -> Bool {
            switch self {
            case .all: true
            case .only(let ids): ids.contains(id)
            }
        }
    }

    public var feeds: Feeds
    /// Whether the wanted episodes are downloaded too.
    public var downloads: Bool
    public var limits: TransferLimits

    public init(feeds: Feeds = .all, downloads: Bool, limits: TransferLimits = TransferLimits()) {
        self.feeds = feeds
        self.downloads = downloads
        self.limits = limits
    }
}
