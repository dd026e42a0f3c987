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
            try BodyJudge.check(head)
            try BodyJudge.checkEncoding(head)
            try file.restart(PartValidator(head))
            state.withLock { $0.total = head.bodyLength }
            return true
        case 206:
            try BodyJudge.check(head)
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
        if offset < HTMLSniffer.length {
            do throws(TransferError) { try BodyJudge.check(opening, location) } catch {
                file.discard()
                throw error
            }
        }
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

    /// How the body began; nothing of one that went on.
    var opening: [UInt8] { state.withLock { $0.opening } }

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
