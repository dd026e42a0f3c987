import Foundation

/// Why a transfer failed, with where; no case holds a credential or a query.
public enum TransferError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The host policy refuses the URL (POD-7).
    case refused(String, reason: String)
    case unreachable(host: String, reason: String)
    /// A status that is no success; `retryAfter` is the header's text (POD-9).
    case status(Int, String, retryAfter: String?)
    case timeout(String)
    /// The host sends next to nothing (POD-10).
    case tooSlow(String)
    /// A redirect led to a host that asked for a pause until then (POD-9).
    case paused(String, until: Date)
    case tooLarge(String, limit: Int)
    /// The body ended early (POD-10).
    case truncated(String, received: Int64, expected: Int64?)
    case empty(String)
    /// A web page came instead of a feed or an episode.
    case html(String)
    case tooManyRedirects(String)
    /// An answer that contradicts itself or the request.
    case badAnswer(String, reason: String)
    case cancelled
    /// The client was closed.
    case closed
    case fileSystem(path: String, operation: String, code: Int32)
    case noSpace(path: String)
    /// What should have downloaded it does not work.
    case engine(EngineFailure)

    public var description: String {
        switch self {
        case .refused(let url, let reason): "refused \(url): \(reason)"
        case .unreachable(let host, let reason): "cannot reach \(host): \(reason)"
        case .status(let status, let url, _): "HTTP \(status) from \(url)"
        case .paused(let url, let until):
            "\(url) is not asked before \(until.formatted(.iso8601)): its host wants to be left alone"
        case .timeout(let url): "timed out waiting for \(url)"
        case .tooSlow(let url): "\(url) sends next to nothing: less than \(Pace.least) bytes in a minute"
        case .tooLarge(let url, let limit): "\(url) is larger than \(limit) bytes"
        case .truncated(let url, let received, let expected?):
            "\(url) ended after \(received) of \(expected) bytes"
        case .truncated(let url, let received, nil): "\(url) was cut off after \(received) bytes"
        case .empty(let url): "\(url) is empty"
        case .html(let url): "\(url) is a web page"
        case .tooManyRedirects(let url): "too many redirects at \(url)"
        case .badAnswer(let url, let reason): "bad answer from \(url): \(reason)"
        case .cancelled: "cancelled"
        case .closed: "the HTTP client is closed"
        case .fileSystem(let path, let operation, let code):
            "cannot \(operation) \(path): \(String(cString: strerror(code)))"
        case .noSpace(let path): "no space left for \(path)"
        case .engine(let failure): "\(failure.place) \(failure.what); \(failure.advice)"
        }
    }

    /// An error of the file system from `errno`, read at once.
    static func system(_ operation: String, _ path: String, code: Int32 = errno) -> TransferError {
        code == ENOSPC || code == EDQUOT
            ? .noSpace(path: path) : .fileSystem(path: path, operation: operation, code: code)
    }
}

extension URL {
    /// The URL for messages: without user, password, query and fragment (POD-15).
    var redacted: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return host ?? "an unreadable URL"
        }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? host ?? "an unreadable URL"
    }
}
