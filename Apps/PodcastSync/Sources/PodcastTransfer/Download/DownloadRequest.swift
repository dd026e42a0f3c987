import Foundation

/// What a caller knows a download by, in this process and in those after it.
public struct DownloadID: Hashable, Sendable, Codable {
    public let rawValue: Int64

    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// A file to download.
public struct DownloadRequest: Sendable, Equatable {
    public let id: DownloadID
    public let url: URL
    /// Where the finished file goes; its folder exists.
    public let destination: URL
    /// The host of the feed the URL came from, allowed even when private (POD-7).
    public let feedHost: String?
    /// The value of the `Authorization` header; it is not sent to another host (POD-15).
    public let authorization: String?
    /// Whether a policy wants it and nobody waits for it: the system may choose when power and network suit.
    public let isDiscretionary: Bool

    public init(
        id: DownloadID, url: URL, destination: URL, feedHost: String? = nil,
        authorization: String? = nil, isDiscretionary: Bool = false
    ) {
        self.id = id
        self.url = url
        self.destination = destination
        self.feedHost = feedHost
        self.authorization = authorization
        self.isDiscretionary = isDiscretionary
    }
}

/// How far a download is; it is told when the whole percent changes (POD-13).
public struct DownloadProgress: Sendable, Equatable {
    public let percent: Int
    public let receivedBytes: Int64
    public let totalBytes: Int64
}

/// What a finished download was.
public struct DownloadReceipt: Sendable, Equatable {
    /// The length of the file.
    public let bytes: Int64
    public let contentType: String?
    public let finalURL: URL
    /// The bytes that were there before; 0 for a whole transfer.
    public let resumedFrom: Int64

    public init(bytes: Int64, contentType: String?, finalURL: URL, resumedFrom: Int64) {
        self.bytes = bytes
        self.contentType = contentType
        self.finalURL = finalURL
        self.resumedFrom = resumedFrom
    }

    /// That of a file that was finished and whose end nobody confirmed: it is told once more, whatever ended the
    /// process in between (POD-14). Nil for every other.
    init?(unconfirmed request: DownloadRequest) {
        guard let bytes = PartFiles.unconfirmedLength(of: request.destination) else { return nil }
        self.init(
            bytes: bytes, contentType: PartFiles.recordedType(of: request.destination),
            finalURL: request.url.separatingCredentials(nil).0, resumedFrom: bytes)
    }
}
