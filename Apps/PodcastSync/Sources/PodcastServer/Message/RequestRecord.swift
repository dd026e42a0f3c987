/// One answered request, as the log keeps it and an observer is told it.
public struct RequestRecord: Sendable, Equatable, CustomStringConvertible {
    public let method: String
    /// The path without its query, which may hold a token (POD-15).
    public let path: String
    public let status: Int
    public let ifNoneMatch: String?
    public let ifModifiedSince: String?
    public let range: String?
    public let ifRange: String?
    public let authorization: String?
    public let cookie: String?
    /// The bytes of body the answer was to carry: cut bodies count as cut.
    public let bytes: Int
    /// The place in the script of the rule that had the answer misbehave, from 1; nil without one.
    public let rule: Int?
    /// The port of whoever asked.
    public let peerPort: UInt16

    init(request: Request, answer: WireAnswer, rule: Int?, peerPort: UInt16) {
        self.peerPort = peerPort
        method = request.method
        path = request.path
        status = answer.status
        ifNoneMatch = request[header: "If-None-Match"]
        ifModifiedSince = request[header: "If-Modified-Since"]
        range = request[header: "Range"]
        ifRange = request[header: "If-Range"]
        authorization = request[header: "Authorization"]
        cookie = request[header: "Cookie"]
        bytes = answer.bytes
        self.rule = rule
    }

    /// Whether the request asked for a body only if something changed.
    public var isConditional: Bool { ifNoneMatch != nil || ifModifiedSince != nil }

    /// One line for an access log, without credentials and query: `GET /a.mp3 206 4096 bytes=100- rule 2`.
    public var description: String {
        var words = [method, path, "\(status)", "\(bytes)"]
        if isConditional { words.append("conditional") }
        if let range { words.append(range) }
        if let rule { words.append("rule \(rule)") }
        // A request line may hold what would begin a line of its own.
        return words.joined(separator: " ").filter { !$0.isNewline }
    }
}
