public import Foundation

/// An episode as the library knows it.
///
/// What its feed says of it lies apart, and copies share it: lists of tens of thousands are copied and compared at
/// each event of a run.
public struct Episode: Sendable, Identifiable {
    public var id: EpisodeID
    public var feed: FeedID
    private let item: Shared
    /// It was in the feed and no longer is (POD-4).
    public var absent: Bool
    /// The user asked to keep its file; cleanup leaves it (POD-12).
    public var kept: Bool
    /// The user asked for it, whatever its policy says (POD-12).
    public var asked: Bool
    public var download: DownloadState
    /// Failed attempts since the last success.
    public var attempts: Int

    private struct Facts: Equatable {
        let identity: String
        let title: String
        let published: Date?
        let firstSeen: Date
        let enclosureURL: URL?
        let type: String?
        let lengthHint: Int64?
    }

    private final class Shared: Sendable {
        let facts: Facts

        init(_ facts: Facts) { self.facts = facts }
    }

    public init(
        id: EpisodeID, feed: FeedID, identity: String, title: String, published: Date? = nil,
        firstSeen: Date, enclosureURL: URL? = nil, type: String? = nil, lengthHint: Int64? = nil,
        absent: Bool = false, kept: Bool = false, asked: Bool = false,
        download: DownloadState = .none, attempts: Int = 0
    ) {
        self.id = id
        self.feed = feed
        item = Shared(
            Facts(
                identity: identity, title: title, published: published, firstSeen: firstSeen,
                enclosureURL: enclosureURL, type: type, lengthHint: lengthHint))
        self.absent = absent
        self.kept = kept
        self.asked = asked
        self.download = download
        self.attempts = attempts
    }

    /// What makes it this episode within its feed (POD-1).
    public var identity: String { item.facts.identity }
    public var title: String { item.facts.title }
    /// Nil when the feed gave no readable date (POD-2).
    public var published: Date? { item.facts.published }
    public var firstSeen: Date { item.facts.firstSeen }
    public var enclosureURL: URL? { item.facts.enclosureURL }
    public var type: String? { item.facts.type }
    /// What the feed claims, never a check (POD-6).
    public var lengthHint: Int64? { item.facts.lengthHint }

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

extension Episode: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.feed == other.feed && one.absent == other.absent && one.kept == other.kept
            && one.asked == other.asked && one.download == other.download && one.attempts == other.attempts
            && (one.item === other.item || one.item.facts == other.item.facts)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
