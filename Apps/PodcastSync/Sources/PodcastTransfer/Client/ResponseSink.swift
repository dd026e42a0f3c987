import Foundation

/// The head of an answer, as a sink judges it.
struct ResponseHead: Sendable {
    let status: Int
    let url: URL
    /// Header values by lower-case name.
    let headers: [String: String]

    init?(_ response: URLResponse) {
        guard let http = response as? HTTPURLResponse, let url = http.url else { return nil }
        status = http.statusCode
        self.url = url
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        self.headers = headers
    }

    /// Whether the bytes that arrive are not those that the host counts.
    var isEncoded: Bool { headers["content-encoding"].map { $0.lowercased() != "identity" } ?? false }

    /// The length of the body on disk; nil when unknown or when an encoding hides it.
    var bodyLength: Int64? { isEncoded ? nil : headers["content-length"].flatMap { Int64($0) } }

    /// The content type in lower case, without its parameters; empty when there is none.
    var mediaType: String {
        let type = headers["content-type"]?.prefix { $0 != ";" } ?? ""
        return type.filter { !$0.isWhitespace }.lowercased()
    }

    var failure: TransferError {
        .status(status, url.redacted, retryAfter: headers["retry-after"])
    }
}

/// Takes one answer; every call comes on the session's queue of callbacks, in order, and
/// holds the session back while it lasts.
protocol ResponseSink: AnyObject, Sendable {
    /// Judges the head: true to receive the body, false to end here, satisfied.
    func begin(_ head: ResponseHead) throws(TransferError) -> Bool
    func append(_ data: Data) throws(TransferError)
}

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
