import CogArena

/// What a status says beside its value, whatever the value's type is.
@frozen
@usableFromInline
struct StatusHead {
    @frozen
    @usableFromInline
    enum Kind {
        case pending, success, failure
    }

    @usableFromInline private(set) var error: (any Error)?
    /// Counts the values that differed from the one before.
    private(set) var edition: UInt32 = 0
    @usableFromInline private(set) var kind = Kind.pending
    @usableFromInline private(set) var hasSucceeded = false
    @usableFromInline private(set) var isLoading = true

    /// Before the first result.
    @usableFromInline
    init() {}

    /// Work was started.
    ///
    /// - Returns: False when the status says so already (ASYNC-10).
    @usableFromInline
    mutating func start(in engine: Engine) -> Bool {
        guard kind != .pending else { return false }
        change(to: .pending, error: nil, isLoading: true, in: engine)
        return true
    }

    /// A value was accepted.
    ///
    /// - Parameters:
    ///   - isEqual: Whether the declaration takes it for the one before.
    ///   - isLoading: Whether another run's first result is awaited.
    @usableFromInline
    mutating func succeed(isEqual: Bool, isLoading: Bool, in engine: Engine) {
        change(to: .success, error: nil, isLoading: isLoading, in: engine)
        hasSucceeded = true
        if !isEqual { edition &+= 1 }
    }

    @usableFromInline
    mutating func fail(_ error: any Error, isLoading: Bool, in engine: Engine) {
        change(to: .failure, error: error, isLoading: isLoading, in: engine)
    }

    private mutating func change(
        to kind: Kind, error: (any Error)?, isLoading: Bool, in engine: Engine
    ) {
        // What an error holds last goes where application code may run.
        if let old = self.error { engine.setAside(old) }
        self.error = error
        self.kind = kind
        self.isLoading = isLoading
    }
}
