public import Foundation
public import PodcastModel

/// What a run is asked to do.
public struct RunRequest: Sendable {
    /// Whose documents to fetch.
    public enum Feeds: Hashable, Sendable {
        case all
        /// Those whose time has come: after the interval in seconds, or later where a publisher asks for
        /// that (POD-16).
        case due(every: TimeInterval)
        case only(Set<FeedID>)

        /// Whether `feed` is meant; one that is gone is only by name.
        func contains(_ feed: Feed, now: Date) -> Bool {
            switch self {
            case .all: !feed.isGone
            case .due(let interval): !feed.isGone && feed.nextRefresh(every: interval, now: now) <= now
            case .only(let ids): ids.contains(feed.id)
            }
        }

        var isByName: Bool { if case .only = self { true } else { false } }
    }

    /// Which episodes to download, of those that are wanted.
    public enum Downloads: Hashable, Sendable {
        case none
        case wanted
        case only(Set<EpisodeID>)
    }

    /// Which files to remove, once nothing is left to refresh or download.
    public enum Removals: Hashable, Sendable {
        case none
        /// Those of what the user skipped.
        case skipped
        /// And those that no policy wants any more (POD-12).
        case unwanted
    }

    public var feeds: Feeds
    public var downloads: Downloads
    public var removals: Removals
    public var limits: TransferLimits

    public init(
        feeds: Feeds = .all, downloads: Downloads = .none, removals: Removals = .none,
        limits: TransferLimits = TransferLimits()
    ) {
        self.feeds = feeds
        self.downloads = downloads
        self.removals = removals
        self.limits = limits
    }
}
