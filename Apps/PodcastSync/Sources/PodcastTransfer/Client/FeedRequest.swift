import Foundation

/// A feed to fetch, with the validators of the answer that was last parsed (POD-8).
public struct FeedRequest: Sendable, Equatable {
    public let url: URL
    public let etag: String?
    public let lastModified: String?
    /// The value of the `Authorization` header; it is not sent to another host (POD-15).
    public let authorization: String?
    /// The host of the feed that the URL came from, allowed even when private (POD-7); its own unless given.
    public let feedHost: String?

    public init(
        url: URL, etag: String? = nil, lastModified: String? = nil, authorization: String? = nil,
        feedHost: String? = nil
    ) {
        self.feedHost = feedHost ?? url.host
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.authorization = authorization
    }

    /// Whether "nothing changed" would be an answer.
    var isConditional: Bool { etag != nil || lastModified != nil }
}

/// What a fetch brought.
public enum FeedAnswer: Sendable, Equatable {
    /// - Parameter date: As ``FeedDocument/date``.
    case notModified(date: String? = nil)
    case document(FeedDocument)
}

/// The bytes of a feed and what its answer said about them.
public struct FeedDocument: Sendable, Equatable {
    public let bytes: [UInt8]
    /// The URL the bytes came from, after redirects.
    public let finalURL: URL
    public let etag: String?
    public let lastModified: String?
    public let contentType: String?
    public let cacheControl: String?
    /// What the host says that the time is, as it says it.
    public let date: String?
    /// Where the leading permanent redirects led, nil without any: the new address of the
    /// subscription once the document parsed (POD-9).
    public let permanentURL: URL?
}
