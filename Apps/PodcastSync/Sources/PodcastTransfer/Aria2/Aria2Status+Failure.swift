import Foundation

extension Aria2Status.Phase {
    /// Whether there is something to wait for, or to take.
    var goesOn: Bool {
        switch self {
        case .active, .waiting, .paused, .complete: true
        case .error, .removed: false
        }
    }
}

extension Aria2Status {
    /// Whether the host has other bytes than those of the part.
    var hasChanged: Bool { code == 8 || code == 13 }

    /// Whether the host is too busy, and may have said until when.
    var isPause: Bool { [429, 503].contains(httpStatus) }

    /// The status in a message like "The response status is not successful. status=503".
    private var httpStatus: Int? {
        if code == 3 { return 404 }
        if code == 24 { return 401 }
        return errorMessage?.split(separator: "status=").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// Why it failed, in the words that every engine has for that.
    func failure(_ url: URL, _ destination: URL) -> TransferError {
        let part = PartFile.part(of: destination).path
        let reason = errorMessage.flatMap { $0.isEmpty ? nil : $0 } ?? "aria2 gives no reason"
        if let httpStatus { return .status(httpStatus, url.redacted, retryAfter: nil) }
        switch code {
        case 2: return .timeout(url.redacted)
        case 8, 13: return .badAnswer(url.redacted, reason: "it has other bytes than before")
        case 9: return .noSpace(path: part)
        case 15, 16, 17, 18: return .fileSystem(path: part, operation: "write", code: EIO)
        case 23: return .tooManyRedirects(url.redacted)
        case 1, 6, 19:
            guard received == 0 else {
                return .truncated(url.redacted, received: received, expected: total)
            }
            return .unreachable(host: url.namedHost, reason: reason)
        default: return .badAnswer(url.redacted, reason: reason)
        }
    }
}
