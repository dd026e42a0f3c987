public import Foundation

/// What one document said, before the library knows of it.
public struct ParsedFeed: Hashable, Sendable {
    /// What the root element said.
    public enum Format: String, Hashable, Sendable { case rss, rdf, atom }

    public var format: Format
    /// The host's name where the document has none.
    public var title: String
    public var isUntitled: Bool
    /// In document order, one for each identity (POD-1).
    public var items: [ParsedItem]
    /// What was read although it was wrong (POD-5).
    public var warnings: [String]
    /// Where the publisher says the feed lives now (POD-16).
    public var newFeedURL: URL?
    public var podcastGUID: String?
    public var ttlMinutes: Int?
    /// How long its publisher says it stays as it is, by the period and the frequency of its updates (POD-16).
    public var updateMinutes: Int?
    /// The next RFC 5005 page (POD-16).
    public var nextPage: URL?

    public init(
        format: Format, title: String, isUntitled: Bool = false, items: [ParsedItem], warnings: [String] = [],
        newFeedURL: URL? = nil, podcastGUID: String? = nil, ttlMinutes: Int? = nil, updateMinutes: Int? = nil,
        nextPage: URL? = nil
    ) {
        self.format = format
        self.title = title
        self.isUntitled = isUntitled
        self.items = items
        self.warnings = warnings
        self.newFeedURL = newFeedURL
        self.podcastGUID = podcastGUID
        self.ttlMinutes = ttlMinutes
        self.updateMinutes = updateMinutes
        self.nextPage = nextPage
    }
}

/// One item of a feed.
public struct ParsedItem: Hashable, Sendable {
    /// What makes it this episode within its feed (POD-1).
    public var identity: String
    public var title: String
    public var published: Date?
    public var link: URL?
    public var enclosure: Enclosure?

    public init(
        identity: String, title: String, published: Date? = nil, link: URL? = nil,
        enclosure: Enclosure? = nil
    ) {
        self.identity = identity
        self.title = title
        self.published = published
        self.link = link
        self.enclosure = enclosure
    }
}

/// The media of an item (POD-6).
public struct Enclosure: Hashable, Sendable {
    public var url: URL
    public var type: String?
    /// A hint, never a check.
    public var length: Int64?

    public init(url: URL, type: String? = nil, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}
