public import Foundation

/// An episode as the library knows it.
public struct Episode: Hashable, Sendable, Identifiable {
    public var id: EpisodeID
    public var feed: FeedID
    /// What makes it this episode within its feed (POD-1).
    public var identity: String
    public var title: String
    /// Nil when the feed gave no readable date (POD-2).
    public var published: Date?
    public var firstSeen: Date
    public var enclosureURL: URL?
    public var type: String?
    /// What the feed claims, never a check (POD-6).
    public var lengthHint: Int64?
    /// It was in the feed and no longer is (POD-4).
    public var absent: Bool
    /// The user asked to keep its file; cleanup leaves it (POD-12).
    public var kept: Bool
    /// The user asked for it, whatever its policy says (POD-12).
    public var asked: Bool
    public var download: DownloadState
    /// Failed attempts since the last success.
    public var attempts: Int

    public init(
        id: EpisodeID, feed: FeedID, identity: String, title: String, published: Date? = nil,
        firstSeen: Date, enclosureURL: URL? = nil, type: String? = nil, lengthHint: Int64? = nil,
        absent: Bool = false, kept: Bool = false, asked: Bool = false,
        download: DownloadState = .none, attempts: Int = 0
    ) {
        self.id = id
        self.feed = feed
        self.identity = identity
        self.title = title
        self.published = published
        self.firstSeen = firstSeen
        self.enclosureURL = enclosureURL
        self.type = type
        self.lengthHint = lengthHint
        self.absent = absent
        self.kept = kept
        self.asked = asked
        self.download = download
        self.attempts = attempts
    }

    /// The date for order and age: a missing or future date counts as first seen (POD-2).
    public var effectiveDate: Date {
        guard let published, published <= firstSeen else { return firstSeen }
        return published
    }
    /// Whether it comes first where the newest does: by date, then by when it was first seen, then
    /// as its document had it. Documents begin with what is newest (POD-2).
    public func isNewer(than other: Episode) -> Bool {
        (effectiveDate, firstSeen, -id.rawValue) > (other.effectiveDate, other.firstSeen, -other.id.rawValue)
    }
}
