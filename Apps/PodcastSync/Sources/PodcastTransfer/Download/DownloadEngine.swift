import Foundation

/// A file to download.
public struct DownloadRequest: Sendable, Equatable {
    public let url: URL
    /// Where the finished file goes; its folder exists.
    public let destination: URL
    /// The host of the feed the URL came from, allowed even when private (POD-7).
    public let feedHost: String?
    /// The value of the `Authorization` header; it is not sent to another host (POD-15).
    public let authorization: String?

    public init(
        url: URL, destination: URL, feedHost: String? = nil, authorization: String? = nil
    ) {
        self.url = url
        self.destination = destination
        self.feedHost = feedHost
        self.authorization = authorization
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
}

/// Downloads files; a file at the destination is whole, whatever happens (POD-10).
public protocol DownloadEngine: Sendable {
    /// Downloads one file, going on from an earlier part where the host allows it.
    ///
    /// Cancelling the calling task pauses: the part is kept. No two downloads may have one
    /// destination at the same time. A file that was finished and not confirmed is not fetched again: its
    /// end is told once more, whatever ended the process in between (POD-14).
    ///
    /// - Parameter progress: called in order, off the caller's isolation; not called while the
    ///   total is unknown.
    /// - Throws: `TransferError`; the part is kept where it can be resumed.
    func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt

    /// Tells that the end of a download is durably noted, so that it need not be told again.
    func confirm(_ request: DownloadRequest)
}
