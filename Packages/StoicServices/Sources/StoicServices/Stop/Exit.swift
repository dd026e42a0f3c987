/// What ended a run before its body did. Rule: SVC-1.
public enum CancellationCause: Hashable, Sendable {
    case caller
    case deadline
    case systemExpiring
    case signal(Int32)
    case startFailed(AnyServiceKey)
}

/// How a run ended, as every stop is told. Rule: SVC-1.
public enum Exit: Sendable {
    case completed
    case failed(any Error)
    case cancelled(CancellationCause)

    /// Whether the body came to its own end without an error.
    public var isNormal: Bool {
        if case .completed = self { true } else { false }
    }
}
