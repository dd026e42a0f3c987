/// What tells that a host still has the bytes of a part, and what they are.
struct PartValidator: Codable, Sendable, Equatable {
    var etag: String?
    var lastModified: String?
    var total: Int64?
    /// What their answer said that they are, for whoever asks once they are whole (POD-6).
    var type: String?

    /// What an answer promises that is not encoded: its offsets are those of the part.
    init(_ head: ResponseHead) {
        etag = head.headers["etag"]
        lastModified = head.headers["last-modified"]
        total = head.bodyLength
        type = head.headers["content-type"]
    }

    /// The value for `If-Range`; a weak tag does not promise equal bytes.
    var condition: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }

    /// Whether an answer is about the same bytes, as far as it says: hosts ignore `If-Range`.
    func allows(_ head: ResponseHead, total other: Int64?) -> Bool {
        Self.agree(etag, head.headers["etag"]) && Self.agree(lastModified, head.headers["last-modified"])
            && Self.agree(total, other)
    }

    private static func agree<Value: Equatable>(_ known: Value?, _ told: Value?) -> Bool {
        known == nil || told == nil || known == told
    }
}
