/// What became of every service of one run, in declaration order. Rule: SVC-7.
public struct ServiceReport: Sendable {
    /// Where one service stood when the run ended.
    public enum Outcome: Sendable {
        case notStarted
        case startCancelled
        case startFailed(any Error)
        /// Its start ignored being cancelled.
        case startAbandoned
        case stopped
        case stopFailed(any Error)
        /// Its stop ignored being cancelled.
        case stopAbandoned
        /// It started, and the budget did not reach its stop.
        case skipped

        /// Whether the service had a value.
        var hasStarted: Bool {
            switch self {
            case .notStarted, .startCancelled, .startFailed, .startAbandoned: false
            case .stopped, .stopFailed, .stopAbandoned, .skipped: true
            }
        }
    }

    /// When something began and when it ended, counted from the run's beginning.
    public struct Span: Hashable, Sendable {
        /// When it began.
        public let began: Duration
        /// `nil` while it runs.
        public let ended: Duration?
    }

    /// One service's part in the run.
    public struct Entry: Sendable {
        /// The service.
        public let key: AnyServiceKey
        /// Where it stood when the run ended.
        public let outcome: Outcome
        /// What became of a start or stop that overran its time, when it ended after all.
        public let late: Outcome?
        /// When its start ran; `nil` if it never did.
        public let start: Span?
        /// When its stop ran; `nil` if it never did.
        public let stop: Span?
        /// The services whose start this one waited for.
        public let waitedFor: [AnyServiceKey]
        /// How often its long-running work was begun again.
        public let restarts: Int
        /// The last error of its long-running work.
        public let workError: (any Error)?
        /// Whether code of it was given up on and had not ended when the run did.
        public let mayStillRun: Bool
    }

    /// The graph's label.
    public let label: String
    /// What ended the run.
    public let reason: Exit.Reason
    /// Every service of the graph, in declaration order.
    public let entries: [Entry]
    /// What the run's author should look at, though nothing failed. Rule: SVC-3.
    public let warnings: [String]
}
