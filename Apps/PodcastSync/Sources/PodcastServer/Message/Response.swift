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
    /// Sends the body gzip-encoded; ranges are then not honoured.
    public var isGzipped = false
    /// Sends the body with chunks instead of a length.
    public var isChunked = false
    /// In which ways it is not what it should be.
    public var faults: [Fault] = []

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

    /// The response with more faults.
    public func with(_ faults: Fault...) -> Response {
        var response = self
        response.faults += faults
        return response
    }
}
