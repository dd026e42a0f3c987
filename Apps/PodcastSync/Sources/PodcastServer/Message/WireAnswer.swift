/// The exact status, headers and bytes that answer a request: a response after conditions,
/// ranges and encodings were applied.
struct WireAnswer {
    let status: Int
    let head: [UInt8]
    let payload: [UInt8]
    /// Whether the connection ends after this answer.
    let closes: Bool

    init(_ response: Response, to request: Request) {
        var status = response.status
        var body = response.isGzipped ? Gzip.encode(response.body) : response.body
        var headers = ["Content-Type": response.contentType, "Connection": "keep-alive"]
        headers["ETag"] = response.etag
        headers["Last-Modified"] = response.lastModified
        if response.isGzipped { headers["Content-Encoding"] = "gzip" }

        if status == 200 {
            if Self.isUnchanged(response, request) {
                status = 304
                body = []
            } else if response.acceptsRanges, !response.isGzipped {
                headers["Accept-Ranges"] = "bytes"
                if let start = Self.rangeStart(response, request) {
                    if start.first < body.count {
                        let last = min(start.last ?? body.count - 1, body.count - 1)
                        headers["Content-Range"] = "bytes \(start.first)-\(last)/\(body.count)"
                        body = Array(body[start.first...last])
                        status = 206
                    } else {
                        headers["Content-Range"] = "bytes */\(body.count)"
                        body = []
                        status = 416
                    }
                }
            }
        }

        if response.isChunked {
            headers["Transfer-Encoding"] = "chunked"
        } else if status != 304 {
            headers["Content-Length"] = String(response.claimedLength ?? body.count)
        }
        var payload = response.isChunked ? Self.chunks(of: body) : body
        var closes = request[header: "Connection"]?.lowercased() == "close"
        if let limit = response.cutAfter, limit < payload.count {
            payload = Array(payload[..<limit])
            closes = true
        }
        if let claimed = response.claimedLength, claimed != body.count { closes = true }
        if request.method == "HEAD" { payload = [] }
        if closes { headers["Connection"] = "close" }
        for (name, value) in response.headers {
            let existing = headers.keys.first { $0.lowercased() == name.lowercased() }
            headers[existing ?? name] = value
        }

        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        self.status = status
        self.closes = closes
        self.payload = payload
        head = Array("HTTP/1.1 \(status) \(Self.reason(status))\r\n\(lines.joined())\r\n".utf8)
    }

    private static func isUnchanged(_ response: Response, _ request: Request) -> Bool {
        if let tags = request[header: "If-None-Match"] {
            guard let etag = response.etag else { return false }
            return tags.split(separator: ",").contains { $0.trimmed == etag || $0.trimmed == "*" }
        }
        guard let date = request[header: "If-Modified-Since"] else { return false }
        return date == response.lastModified
    }

    private static func rangeStart(
        _ response: Response, _ request: Request
    ) -> (first: Int, last: Int?)? {
        guard let range = request[header: "Range"], range.hasPrefix("bytes=") else { return nil }
        if response.honoursIfRange, let condition = request[header: "If-Range"],
            condition != response.etag, condition != response.lastModified
        {
            return nil
        }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]) else { return nil }
        return (first, Int(ends[1]))
    }

    private static func chunks(of body: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: 4096) {
            let chunk = body[start..<min(start + 4096, body.count)]
            out += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        return out + Array("0\r\n\r\n".utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 410: "Gone"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
