import Foundation

/// The status, headers and body of an answer, while it is put together.
struct Message {
    private(set) var status: Int
    private var headers: [String: String]
    private var body: [UInt8]
    private let isChunked: Bool
    /// Whether the length that it claims is not the true one.
    private(set) var isMislabelled = false

    /// - Parameter now: What it says that the time is.
    init(_ response: Response, to request: Request, now: Date) {
        status = response.status
        isChunked = response.isChunked
        let encoding = ContentEncoding(response)
        body = encoding.encoded(response.body)
        headers = ["Content-Type": response.contentType, "Connection": "keep-alive"]
        headers["Date"] = HTTPDate.text(now)
        headers["ETag"] = response.etag
        headers["Last-Modified"] = response.lastModified
        if encoding.isLabelled { headers["Content-Encoding"] = "gzip" }
        if status == 200 {
            if Self.isUnchanged(response, request) {
                status = 304
                body = []
            } else if !encoding.isLabelled, !encoding.isEncoded {
                take(RangeAnswer(response.faults, to: request, of: response))
            }
        }
        if isChunked {
            headers["Transfer-Encoding"] = "chunked"
        } else if status != 304 {
            var off = 0
            for case .length(let error) in response.faults { off += error }
            isMislabelled = off != 0
            headers["Content-Length"] = String(max(body.count + off, 0))
        }
    }

    /// The body as it is sent.
    var payload: [UInt8] { isChunked ? Self.chunks(of: body) : body }

    /// Sets a header, in place of one of that name whatever its case.
    mutating func set(_ name: String, _ value: String) {
        let existing = headers.keys.first { $0.lowercased() == name.lowercased() }
        headers[existing ?? name] = value
    }

    func head(_ faults: [Fault]) -> [UInt8] {
        var first = "HTTP/1.1 \(status) \(StatusText.of(status))"
        var lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        for fault in faults {
            switch fault {
            case .statusLine(let text): first = text
            case .longHeader(let count): lines.append("X-Long: \(String(repeating: "x", count: count))\r\n")
            default: break
            }
        }
        return Array("\(first)\r\n\(lines.joined())\r\n".utf8)
    }

    private mutating func take(_ answer: RangeAnswer) {
        if answer.isOffered { headers["Accept-Ranges"] = "bytes" }
        headers["Content-Range"] = answer.contentRange
        if let range = answer.range { body = Array(body[range]) }
        status = answer.status
    }

    private static func isUnchanged(_ response: Response, _ request: Request) -> Bool {
        if let tags = request[header: "If-None-Match"] {
            guard let etag = response.etag else { return false }
            return tags.split(separator: ",").contains { $0.trimmed == etag || $0.trimmed == "*" }
        }
        guard let date = request[header: "If-Modified-Since"] else { return false }
        return date == response.lastModified
    }

    private static func chunks(of body: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: 4096) {
            let chunk = body[start..<min(start + 4096, body.count)]
            out += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        return out + Array("0\r\n\r\n".utf8)
    }
}

/// How a body is encoded, and whether that is said.
private struct ContentEncoding {
    var isEncoded: Bool
    var isLabelled: Bool
    var isCut = false

    init(_ response: Response) {
        (isEncoded, isLabelled) = (response.isGzipped, response.isGzipped)
        for case .gzip(let lie) in response.faults {
            isEncoded = lie != .labelOnly
            isLabelled = lie != .unlabelled
            isCut = lie == .truncated
        }
    }

    func encoded(_ body: [UInt8]) -> [UInt8] {
        guard isEncoded else { return body }
        let whole = Gzip.encode(body)
        return isCut ? Array(whole[..<(whole.count / 2)]) : whole
    }
}
