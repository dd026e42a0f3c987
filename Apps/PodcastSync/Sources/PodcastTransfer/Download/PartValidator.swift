/// What tells that a host still has the bytes of a part.
struct PartValidator: Codable, Sendable, Equatable {
    var etag: String?
    var lastModified: String?
    var total: Int64?

    init(_ head: ResponseHead) {
        etag = head.headers["etag"]
        lastModified = head.headers["last-modified"]
        total = head.bodyLength
    }

    /// The value for `If-Range`; a weak tag does not promise equal bytes.
    var condition: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }
}
