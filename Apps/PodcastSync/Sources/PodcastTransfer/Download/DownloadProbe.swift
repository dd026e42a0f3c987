import Foundation
import Synchronization

/// What a host says about a file before it is fetched: where it is after all redirects, under which
/// validators, and that it can be an episode.
struct DownloadProbe: Sendable {
    /// The head of the answer that all redirects led to.
    let head: ResponseHead
    /// What tells those bytes from others.
    let validator: PartValidator
    /// Whether the host answers ranges as the standard says, or leaves them.
    let isPlain: Bool

    /// Looks at the first bytes of a file.
    ///
    /// - Throws: `TransferError`, as a download of it would.
    init(_ request: DownloadRequest, _ client: HTTPClient) async throws(TransferError) {
        let (url, authorization) = request.url.separatingCredentials(request.authorization)
        var headers = [
            "Accept-Encoding": "identity", "Range": "bytes=0-\(HTMLSniffer.length - 1)",
        ]
        headers["Authorization"] = authorization
        let sink = ProbeSink()
        do throws(TransferError) {
            _ = try await client.perform(url, headers: headers, feedHost: request.feedHost, sink: sink)
        } catch {
            // It ends the request itself once it has seen enough.
            guard sink.hasSeenEnough else { throw error }
        }
        guard let (head, opening) = sink.seen else {
            throw .badAnswer(url.redacted, reason: "it has no head")
        }
        self.head = head
        let range = head.headers["content-range"].flatMap { ContentRange($0) }
        isPlain = head.status == 200 || head.status == 206 && range?.first == 0
        var validator = PartValidator(head)
        if head.status == 206 { validator.total = range?.total }
        self.validator = validator
        guard isPlain else { return }
        let location = head.url.redacted
        if opening.isEmpty { throw .empty(location) }
        try BodyJudge.check(opening, location)
        try BodyJudge.checkText(opening, head.mediaType, location)
    }
}

/// Takes the head and the first bytes, and no more.
private final class ProbeSink: ResponseSink {
    private struct State {
        var head: ResponseHead?
        var opening: [UInt8] = []
        var hasSeenEnough = false
    }

    private let state = Mutex(State())

    var hasSeenEnough: Bool { state.withLock { $0.hasSeenEnough } }
    var seen: (ResponseHead, [UInt8])? {
        state.withLock { state in state.head.map { ($0, state.opening) } }
    }

    func begin(_ head: ResponseHead) throws(TransferError) -> Bool {
        state.withLock { $0.head = head }
        switch head.status {
        case 200, 206:
            try BodyJudge.check(head)
            try BodyJudge.checkEncoding(head)
            return true
        case 416:
            // Of an empty file no range can be had.
            let range = head.headers["content-range"].flatMap { ContentRange($0) }
            if range?.total == 0 { throw .empty(head.url.redacted) }
            return false
        default: throw head.failure
        }
    }

    func append(_ data: Data) throws(TransferError) {
        let hasSeenEnough = state.withLock { state in
            let room = HTMLSniffer.length - state.opening.count
            state.opening += data.prefix(room)
            state.hasSeenEnough = data.count > room
            return state.hasSeenEnough
        }
        if hasSeenEnough { throw .cancelled }
    }
}
