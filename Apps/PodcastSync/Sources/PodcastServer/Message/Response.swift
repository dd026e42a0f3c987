/// What a route answers with, ill-behaved on request.
///
/// A plain 200 response takes part in conditional requests and ranges by its `etag` and
/// `lastModified`; any other status is sent as it is.
public struct Response: Sendable {
    public var status: Int
    /// Extra headers; one named like a header of the server's own replaces it.
    public var headers: [String: String]
    public var body: [UInt8]
    public var contentType: String
    public var etag: String?
    /// An HTTP date.
    public var lastModified: String?
    /// Whether `Range` is honoured.
    public var acceptsRanges = true
    /// Whether `If-Range` is; a host that does not sends a range of whatever it has now.
    public var honoursIfRange = true
    /// Closes the connection after so many bytes of the body.
    public var cutAfter: Int?
    /// Sends this length instead of the true one.
    public var claimedLength: Int?
    /// Sends the body gzip-encoded; ranges are then not honoured.
    public var isGzipped = false
    /// Sends the body with chunks instead of a length.
    public var isChunked = false
    /// Holds the body back, after `stallAfter` bytes of it, until the gate opens.
    public var stall: StallGate?
    /// How many bytes of the body go out before the gate.
    public var stallAfter = 0

    /// Makes a response; the defaults are an empty 200.
    public init(
        status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [],
        contentType: String = "application/octet-stream", etag: String? = nil,
        lastModified: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.contentType = contentType
        self.etag = etag
        self.lastModified = lastModified
    }

    /// A 200 with a text body.
    public static func text(
        _ text: String, contentType: String = "application/rss+xml", etag: String? = nil,
        lastModified: String? = nil
    ) -> Response {
        Response(
            body: Array(text.utf8), contentType: contentType, etag: etag, lastModified: lastModified)
    }

    /// A 200 with a web page, as hosts send instead of a feed or an episode.
    public static func html(_ title: String = "Sign in") -> Response {
        text(
            "<!DOCTYPE html>\n<html><head><title>\(title)</title></head><body></body></html>\n",
            contentType: "text/html; charset=utf-8")
    }

    /// A response of a status and a short plain body.
    public static func status(_ status: Int, headers: [String: String] = [:]) -> Response {
        Response(
            status: status, headers: headers, body: Array("status \(status)\n".utf8),
            contentType: "text/plain")
    }

    /// A redirect.
    public static func redirect(_ status: Int = 302, to location: String) -> Response {
        Response(status: status, headers: ["Location": location], contentType: "text/plain")
    }

    /// A 401 that asks for a password.
    public static func unauthorized(realm: String = "podcasts") -> Response {
        .status(401, headers: ["WWW-Authenticate": "Basic realm=\"\(realm)\""])
    }
}
