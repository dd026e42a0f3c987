/// What became of every service of one run, in declaration order. Rule: SVC-7.
public struct ServiceReport: Sendable, CustomStringConvertible {
    /// Where one service stood when the run ended.
    public enum Outcome: Sendable {
        case notStarted
        case startCancelled
        case startFailed(any Error)
        case startAbandoned
        case stopped
        case stopFailed(any Error)
        case stopAbandoned
        case skipped
    }

    /// One service's part in the run.
    public struct Entry: Sendable {
        public let key: AnyServiceKey
        public let outcome: Outcome
        public let waitedFor: [AnyServiceKey]
    }

    public let exit: Exit
    public let entries: [Entry]

    public var description: String {
        (["exit: \(exit)"]
            + entries.map { entry in
                "\(entry.key): \(entry.outcome)"
                    + (entry.waitedFor.isEmpty
                        ? "" : " (waited for \(entry.waitedFor.map(\.name).joined(separator: ", ")))")
            }).joined(separator: "\n")
    }
}
