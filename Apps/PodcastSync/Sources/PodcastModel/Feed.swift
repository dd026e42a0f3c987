public import Foundation

/// A subscription as the library knows it.
public struct Feed: Hashable, Sendable, Identifiable {
    public var id: FeedID
    public var url: URL
    public var title: String
    /// The one safe path component below the library root that holds this feed's files (POD-11).
    public var folder: String
    /// Validators of the last answer that was parsed and committed (POD-8).
    public var validators: Validators
    public var lastRefreshed: Date?
    public var lastError: String?
    /// The server said the feed is gone for good; its episodes stay (POD-9).
    public var isGone: Bool
    /// Failed refreshes since the last good one.
    public var attempts: Int
    /// When a feed that failed may be asked again (POD-9).
    public var nextAttemptAt: Date?
    /// How long its publisher asks to wait between two refreshes, in seconds (POD-16).
    public var floor: TimeInterval
    /// The page of its archive that was not read yet (POD-16).
    public var nextPage: URL?
    /// What its publisher calls the podcast wherever it lives (POD-16).
    public var podcastGUID: String?
    /// What its host said that the time is, when it last answered (POD-12).
    public var hostTime: Date?
    /// What was wrong with the last document that was read all the same, each on one line (POD-5).
    public var warnings: [String]
    /// The subscription of the same podcast that it becomes one with, once nothing of either runs (POD-16).
    public var joins: FeedID?

    public var etag: String? { validators.etag }
    public var lastModified: String? { validators.lastModified }

    public init(
        id: FeedID, url: URL, title: String, folder: String, validators: Validators = Validators(),
        lastRefreshed: Date? = nil, lastError: String? = nil, isGone: Bool = false,
        attempts: Int = 0, nextAttemptAt: Date? = nil, floor: TimeInterval = 0,
        nextPage: URL? = nil, podcastGUID: String? = nil,
        hostTime: Date? = nil, warnings: [String] = [], joins: FeedID? = nil
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.folder = folder
        self.validators = validators
        self.lastRefreshed = lastRefreshed
        self.lastError = lastError
        self.isGone = isGone
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.floor = floor
        self.nextPage = nextPage
        self.podcastGUID = podcastGUID
        self.hostTime = hostTime
        self.warnings = warnings
        self.joins = joins
    }

    /// When it is to be refreshed next by itself: after `interval`, or later where its publisher asks for
    /// that (POD-16). What a clock ahead of its time wrote is due.
    public func nextRefresh(every interval: TimeInterval, now: Date) -> Date {
        if attempts > 0 { return nextAttemptAt ?? .distantPast }
        guard let lastRefreshed, lastRefreshed <= now else { return .distantPast }
        return lastRefreshed.addingTimeInterval(max(interval, floor))
    }
}

/// What a server gave to ask "has it changed?" with (POD-8).
public struct Validators: Hashable, Sendable {
    public var etag: String?
    public var lastModified: String?

    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}
