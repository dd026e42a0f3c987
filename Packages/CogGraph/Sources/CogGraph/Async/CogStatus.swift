/// Where an async cog stands: what it knows, and whether more is on its way.
///
/// `value` is always there: the last accepted success, or the declaration's default before one. A
/// pending or failed request keeps it, so that what was loaded stays on screen during a reload.
public struct CogStatus<Value> {
    public enum Kind: Hashable, Sendable {
        /// Work was chosen, and nothing has come of it yet.
        case pending
        /// The latest result is a value.
        case success
        /// The latest result is an error.
        case failure
    }

    public internal(set) var kind: Kind
    /// The last accepted success, or the default; of a box that keeps the previous, another key's success
    /// before the first of its own.
    public internal(set) var value: Value
    /// Whether `value` came from this state's own work.
    public internal(set) var hasSucceeded: Bool
    /// Why the latest result is a failure; nil unless `kind` is `.failure`.
    public internal(set) var error: (any Error)?
    /// Whether a run that was started has not given its first result. With the policy `.merged` that
    /// may be so after another run's success.
    public internal(set) var isLoading: Bool
    /// Tells one publication from the next, whatever it says.
    var publication: UInt32
    /// Counts the values that differed from the one before.
    var edition: UInt32

    /// The status before the first result.
    init(awaiting start: Value) {
        kind = .pending
        value = start
        hasSucceeded = false
        error = nil
        isLoading = true
        publication = 0
        edition = 0
    }
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
    /// Work was started. Nil when the status says so already (ASYNC-10).
    func started() -> CogStatus? {
        guard kind != .pending || !isLoading else { return nil }
        var next = self
        next.kind = .pending
        next.error = nil
        next.isLoading = true
        next.publication &+= 1
        return next
    }

    /// A value was accepted.
    ///
    /// - Parameters:
    ///   - isEqual: Whether the declaration takes it for the one before.
    ///   - isLoading: Whether another run's first result is awaited.
    func succeeded(_ value: Value, isEqual: Bool, isLoading: Bool) -> CogStatus {
        var next = self
        next.kind = .success
        next.value = value
        next.hasSucceeded = true
        next.error = nil
        next.isLoading = isLoading
        next.publication &+= 1
        if !isEqual { next.edition &+= 1 }
        return next
    }

    func failed(_ error: any Error, isLoading: Bool) -> CogStatus {
        var next = self
        next.kind = .failure
        next.error = error
        next.isLoading = isLoading
        next.publication &+= 1
        return next
    }
}
