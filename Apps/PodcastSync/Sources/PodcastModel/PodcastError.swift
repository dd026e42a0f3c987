/// What the process says to its caller when it ends.
public enum ExitCode: Int32, Hashable, Sendable {
    case done = 0
    case someFailed = 1
    case usage = 2
    case store = 3
    case deadline = 4
    case interrupted = 130

    /// The one that is reported where several apply: 130, then 3, then 4, then 1.
    public static func mostUrgent(_ codes: some Sequence<ExitCode>) -> ExitCode {
        let order: [ExitCode] = [.interrupted, .store, .deadline, .someFailed, .usage]
        let present = Set(codes)
        return order.first(where: present.contains) ?? .done
    }
}

/// A failure the caller can act on: what, where, and what to do about it.
public struct PodcastError: Error, Hashable, Sendable, CustomStringConvertible {
    public var exitCode: ExitCode
    public var what: String
    public var place: String
    public var advice: String?

    public init(_ exitCode: ExitCode, _ what: String, at place: String, advice: String? = nil) {
        self.exitCode = exitCode
        self.what = what
        self.place = place
        self.advice = advice
    }

    /// One line, whatever the parts hold.
    public var description: String {
        let text = "\(place): \(what)" + (advice.map { "; \($0)" } ?? "")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
