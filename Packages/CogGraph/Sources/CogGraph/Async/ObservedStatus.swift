import CogArena

/// A status as UI reads it: reading a field tells Observation of that field alone (UI-2).
///
/// All fields are of the moment when the status was read. Isolated to the MainActor.
@MainActor
public struct ObservedStatus<Value> {
    private let audience: StatusAudience<Value>
    private let status: CogStatus<Value>

    init(_ audience: StatusAudience<Value>, _ status: CogStatus<Value>) {
        self.audience = audience
        self.status = status
    }

    public var kind: CogStatus<Value>.Kind { read(.kind).kind }

    /// The last accepted success, or the default.
    public var value: Value { read(.value).value }

    /// Whether `value` came from this state's own work.
    public var hasSucceeded: Bool { read(.hasSucceeded).hasSucceeded }

    /// Why the latest result is a failure; nil unless `kind` is `.failure`.
    public var error: (any Error)? { read(.error).error }

    /// Whether a run that was started has not given its first result.
    public var isLoading: Bool { read(.isLoading).isLoading }

    /// All fields, each of them observed.
    public var whole: CogStatus<Value> {
        for field in StatusFields.Field.allCases { audience.access(field) }
        return status
    }

    private func read(_ field: StatusFields.Field) -> CogStatus<Value> {
        audience.access(field)
        return status
    }
}
