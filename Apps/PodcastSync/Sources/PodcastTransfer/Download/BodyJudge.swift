import Foundation

/// Tells what cannot be an episode, by an answer's head and by how its body begins (POD-10).
///
/// Every engine judges by it, so that what one refuses no other takes.
enum BodyJudge {
    /// Refuses what the head says is no media, or empty, or of no certain length.
    static func check(_ head: ResponseHead) throws(TransferError) {
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

    /// Refuses an encoding: what decodes it does not say whether its end was missing.
    static func checkEncoding(_ head: ResponseHead) throws(TransferError) {
        guard head.isEncoded, let encoding = head.headers["content-encoding"] else { return }
        throw .badAnswer(
            head.url.redacted,
            reason: "it came as \(encoding), which nobody asked for: its end cannot be told")
    }

    /// Refuses what is called audio and is none: sign-in pages, the errors of object stores, and what was
    /// encoded.
    ///
    /// - Parameter opening: The first ``HTMLSniffer/length`` bytes, or as many as there are yet.
    static func check(_ opening: [UInt8], _ location: String) throws(TransferError) {
        if opening.starts(with: "<?xml".utf8) {
            throw .badAnswer(location, reason: "it is XML, and no episode")
        }
        if opening.starts(with: [0x1F, 0x8B]) {
            throw .badAnswer(location, reason: "it is gzip, and does not say so")
        }
        if HTMLSniffer.isHTML(opening) { throw .html(location) }
    }

    /// Refuses a whole body that is called text and begins as such, as an error does that came as a success.
    static func checkText(_ opening: [UInt8], _ mediaType: String, _ location: String) throws(TransferError) {
        let isText: (UInt8) -> Bool = { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
        guard mediaType == "text/plain", !opening.isEmpty, opening.allSatisfy(isText) else { return }
        throw .badAnswer(location, reason: "it is plain text, and no episode")
    }
}

extension PartFile {
    /// Refuses a part that is not the whole file; what cannot be gone on with is discarded.
    ///
    /// - Parameter total: How long the file is; nil when nobody said.
    /// - Returns: How long the part is.
    func checkWhole(total: Int64?, _ location: String) throws(TransferError) -> Int64 {
        let length = try length()
        if length == 0 { throw .empty(location) }
        guard let total, total != length else { return length }
        guard length < total else {
            discard()
            throw .badAnswer(location, reason: "it sent \(length) of \(total) bytes")
        }
        throw .truncated(location, received: length, expected: total)
    }
}
