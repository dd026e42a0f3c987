/// One line of a server's request log, written before the body is sent.
public struct RequestRecord: Sendable, Equatable {
    public let method: String
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

    init(request: Request, status: Int, bytes: Int) {
        method = request.method
        path = request.path
        self.status = status
        ifNoneMatch = request[header: "If-None-Match"]
        ifModifiedSince = request[header: "If-Modified-Since"]
        range = request[header: "Range"]
        ifRange = request[header: "If-Range"]
        authorization = request[header: "Authorization"]
        cookie = request[header: "Cookie"]
        self.bytes = bytes
    }
}
