/// How a run ended, as every stop is told. Rules: SVC-1, SVC-5.
public struct Exit: Sendable, CustomStringConvertible {
    /// What ended a run.
    public enum Reason: Sendable {
        /// The body returned, and nothing had ended the run before.
        case completed
        /// The body threw this error.
        case failed(any Error)
        /// The run was ended before its body ended by itself.
        case cancelled(CancellationCause)
    }

    /// What ended the run.
    public let reason: Reason
    /// The dependents that were given up on and may still use the service being stopped.
    public let stillRunning: [AnyServiceKey]

    /// Makes an exit, for tests of a service's own stop.
    public init(_ reason: Reason, stillRunning: [AnyServiceKey] = []) {
        self.reason = reason
        self.stillRunning = stillRunning
    }

    /// Whether the body came to its own end without an error.
    public var isNormal: Bool {
        if case .completed = reason { true } else { false }
    }

    public var description: String {
        guard !stillRunning.isEmpty else { return reason.description }
        return "\(reason), still running: \(stillRunning.map(\.name).joined(separator: ", "))"
    }
}

extension Exit.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .completed: "completed"
        case .failed(let error): "failed: \(error)"
        case .cancelled(let cause): "cancelled by \(cause)"
        }
    }
}
