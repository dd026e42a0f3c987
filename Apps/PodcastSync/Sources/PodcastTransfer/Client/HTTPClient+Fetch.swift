import Foundation
import Synchronization

extension HTTPClient {
    /// Fetches a feed by one conditional request (POD-8).
    ///
    /// - Parameter maximumBytes: the length, decoded, past which the transfer is cut off (POD-7).
    /// - Throws: `TransferError`, also for an empty body and for a web page; `.cancelled` when
    ///   the calling task is cancelled.
    public func fetch(
        _ request: FeedRequest, maximumBytes: Int = 64 << 20
    ) async throws(TransferError) -> FeedAnswer {
        let (url, authorization) = request.url.separatingCredentials(request.authorization)
        var headers = ["Accept": "application/rss+xml, application/atom+xml, application/xml, */*;q=0.5"]
        headers["If-None-Match"] = request.etag
        headers["If-Modified-Since"] = request.lastModified
        headers["Authorization"] = authorization
        let sink = FeedSink(limit: maximumBytes)
        let completion = try await perform(url, headers: headers, feedHost: request.feedHost, sink: sink)
        let head = completion.head
        if head.status == 304 {
            // Unasked for it says nothing: taken at its word a feed would stay empty for ever.
            guard request.isConditional else {
                throw .badAnswer(head.url.redacted, reason: "it says that nothing changed, and was not asked")
            }
            return .notModified(date: head.headers["date"])
        }
        let bytes = sink.bytes
        if bytes.isEmpty { throw .empty(head.url.redacted) }
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw .badAnswer(head.url.redacted, reason: "it is gzip, and does not say so")
        }
        if HTMLSniffer.isHTML(bytes.prefix(HTMLSniffer.length)) { throw .html(head.url.redacted) }
        return .document(
            FeedDocument(
                bytes: bytes, finalURL: head.url, etag: head.headers["etag"],
                lastModified: head.headers["last-modified"], contentType: head.headers["content-type"],
                cacheControl: head.headers["cache-control"], date: head.headers["date"],
                permanentURL: completion.permanentURL))
    }
}

/// Gathers a feed's bytes up to a limit.
private final class FeedSink: ResponseSink {
    private struct State {
        var bytes: [UInt8] = []
        var location = ""
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func begin(_ head: ResponseHead) throws(TransferError) -> Bool {
        guard head.status == 200 || head.status == 304 else { throw head.failure }
        if let length = head.bodyLength, length > limit {
            throw .tooLarge(head.url.redacted, limit: limit)
        }
        state.withLock { $0.location = head.url.redacted }
        return true
    }

    func append(_ data: Data) throws(TransferError) {
        let excess: String? = state.withLock { state in
            guard state.bytes.count + data.count <= limit else { return state.location }
            state.bytes.append(contentsOf: data)
            return nil
        }
        if let excess { throw .tooLarge(excess, limit: limit) }
    }
}
