import Foundation
import Synchronization

/// Writes an answer to a part file, after deciding what the answer is.
final class DownloadSink: ResponseSink {
    /// What the answer turned out to be.
    enum Verdict { case body, alreadyWhole, mustRestart }

    private struct State {
        var verdict = Verdict.body
        var start: Int64 = 0
        var received: Int64 = 0
        var total: Int64?
        var percent = -1
        var opening: [UInt8] = []
        var location = ""
    }

    private let file: PartFile
    /// The length and validator of the part the request asked to go on from.
    private let resume: (offset: Int64, validator: PartValidator)?
    private let progress: @Sendable (DownloadProgress) -> Void
    private let state = Mutex(State())

    init(
        file: PartFile, resume: (offset: Int64, validator: PartValidator)?,
        progress: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.file = file
        self.resume = resume
        self.progress = progress
    }

    var verdict: Verdict { state.withLock { $0.verdict } }
    var start: Int64 { state.withLock { $0.start } }
    var received: Int64 { state.withLock { $0.received } }
    var total: Int64? { state.withLock { $0.total } }

    func begin(_ head: ResponseHead) throws(TransferError) -> Bool {
        state.withLock { $0.location = head.url.redacted }
        switch head.status {
        case 200:
            try refuseNonMedia(head)
            try refuseEncoded(head)
            try file.restart(PartValidator(head))
            state.withLock { $0.total = head.bodyLength }
            return true
        case 206:
            try refuseNonMedia(head)
            return continues(head)
        case 416:
            guard let resume else { throw head.failure }
            let range = head.headers["content-range"].flatMap { ContentRange($0) }
            let isWhole =
                range?.total == resume.offset && resume.validator.allows(head, total: range?.total)
            state.withLock { state in
                state.verdict = isWhole ? .alreadyWhole : .mustRestart
                state.start = resume.offset
                state.total = range?.total
            }
            return false
        default:
            throw head.failure
        }
    }

    func append(_ data: Data) throws(TransferError) {
        let (opening, location, offset) = state.withLock { state in
            let room = HTMLSniffer.length - state.opening.count
            if state.start == 0, room > 0 { state.opening += data.prefix(room) }
            return (state.opening, state.location, state.start + state.received)
        }
        if offset < HTMLSniffer.length { try refuseDocument(opening, location) }
        try file.write(data, at: offset)
        let news: DownloadProgress? = state.withLock { state in
            state.received += Int64(data.count)
            let done = state.start + state.received
            guard let total = state.total, total > 0 else { return nil }
            let percent = Int(min(done, total).multipliedFullWidth(by: 100).low / UInt64(total))
            guard percent > state.percent else { return nil }
            state.percent = percent
            return DownloadProgress(percent: percent, receivedBytes: done, totalBytes: total)
        }
        if let news { progress(news) }
    }

    /// Whether the body begins with text and nothing else, as an error does that came as a success.
    var isText: Bool {
        let opening = state.withLock { $0.opening }
        let text: (UInt8) -> Bool = { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
        return !opening.isEmpty && opening.allSatisfy(text)
    }

    /// What is called audio and is none: sign-in pages, the errors of object stores, and what was encoded.
    private func refuseDocument(_ opening: [UInt8], _ location: String) throws(TransferError) {
        let reason: String? =
            if opening.starts(with: "<?xml".utf8) {
                "it is XML, and no episode"
            } else if opening.starts(with: [0x1F, 0x8B]) {
                "it is gzip, and does not say so"
            } else {
                nil
            }
        guard reason != nil || HTMLSniffer.isHTML(opening) else { return }
        file.discard()
        throw reason.map { .badAnswer(location, reason: $0) } ?? .html(location)
    }

    private func refuseNonMedia(_ head: ResponseHead) throws(TransferError) {
        let type = head.mediaType
        if type == "text/html" || type == "application/xhtml+xml" { throw .html(head.url.redacted) }
        if type == "application/json" || type.hasSuffix("+json") || type.hasSuffix("/xml") {
            throw .badAnswer(head.url.redacted, reason: "it is \(type), and no episode")
        }
        if head.bodyLength == 0 { throw .empty(head.url.redacted) }
        // Without the length that it claims, nothing tells whether the body is whole.
        if !head.isEncoded, head.bodyLength == nil, let claim = head.headers["content-length"] {
            throw .badAnswer(head.url.redacted, reason: "its length is '\(claim)'")
        }
    }

    /// What decodes it does not say whether its end was missing.
    private func refuseEncoded(_ head: ResponseHead) throws(TransferError) {
        guard head.isEncoded, let encoding = head.headers["content-encoding"] else { return }
        throw .badAnswer(
            head.url.redacted,
            reason: "it came as \(encoding), which nobody asked for: its end cannot be told")
    }

    /// Whether a 206 is the rest of the part; anything else asks for a restart.
    private func continues(_ head: ResponseHead) -> Bool {
        let range = head.headers["content-range"].flatMap { ContentRange($0) }
        let isRest =
            resume.map { resume in
                range?.first == resume.offset && !head.isEncoded
                    && resume.validator.allows(head, total: range?.total)
            } ?? false
        state.withLock { state in
            state.verdict = isRest ? .body : .mustRestart
            state.start = isRest ? (range?.first ?? 0) : 0
            state.total = range?.total ?? resume?.validator.total
        }
        return isRest
    }
}
