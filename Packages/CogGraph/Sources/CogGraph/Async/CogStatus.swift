import CogArena

/// Where an async cog stands: what it knows, and whether more is on its way.
///
/// `value` is always there: the last accepted success, or the declaration's default before one. A
/// pending or failed request keeps it, so that what was loaded stays on screen during a reload.
public struct CogStatus<Value> {
    /// What the latest step of its work came to.
    public enum Kind: Hashable, Sendable {
        /// Work was chosen, and nothing has come of it yet.
        case pending
        /// The latest result is a value.
        case success
        /// The latest result is an error.
        case failure
    }

    @usableFromInline var content: Value
    @usableFromInline var head = StatusHead()

    /// The status before the first result.
    @inlinable
    init(awaiting start: Value) { content = start }

    /// What the latest step came to. After the first result, a reload is pending again, and `value` stays.
    @inlinable
    public var kind: Kind {
        switch head.kind {
        case .pending: .pending
        case .success: .success
        case .failure: .failure
        }
    }

    /// The last accepted success, or the default; of a box that keeps the previous, another key's success
    /// before the first of its own.
    @inlinable
    public var value: Value { content }

    /// Whether `value` came from this state's own work.
    @inlinable
    public var hasSucceeded: Bool { head.hasSucceeded }

    /// Why the latest result is a failure; nil unless `kind` is `.failure`.
    @inlinable
    public var error: (any Error)? { head.error }

    /// Whether a run that was started has not given its first result. With the policy `.merged` that
    /// may be so after another run's success.
    @inlinable
    public var isLoading: Bool { head.isLoading }
}

extension CogStatus: Sendable where Value: Sendable {}

extension CogStatus: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .pending: "pending (\(value))"
        case .success: "success (\(value))"
        case .failure: "failure (\(error.map { "\($0)" } ?? "no error"); \(value))"
        }
    }
}

extension CogStatus {
    /// A value was accepted; the one before waits until application code may run.
    @inlinable
    mutating func succeed(_ value: Value, isEqual: Bool, isLoading: Bool, in engine: Engine) {
        head.succeed(isEqual: isEqual, isLoading: isLoading, in: engine)
        let old = content
        content = value
        engine.setAside(old)
    }
}
