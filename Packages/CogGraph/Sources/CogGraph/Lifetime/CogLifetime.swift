/// How long computed state lives (LIFE-1).
public struct CogLifetime: Sendable {
    let grace: Duration?
    let capacity: Int?

    /// Released once nothing observes it and the context's grace has passed.
    public static let whileObserved = CogLifetime(grace: nil, capacity: nil)

    /// Released once nothing observes it and `grace` has passed.
    ///
    /// - Parameter grace: How long it is kept after it was last asked for or watched. Zero
    ///   releases it as soon as the graph is at rest.
    public static func whileObserved(grace: Duration) -> CogLifetime {
        CogLifetime(grace: grace, capacity: nil)
    }

    /// Released once nothing observes it and `grace` has passed, or before, when its box has more keys
    /// than `capacity`: of those that nothing observes the one that was asked for least recently goes
    /// first (KEYS-1).
    ///
    /// Traps unless `capacity` is above zero.
    ///
    /// - Parameters:
    ///   - grace: How long it is kept after it was last asked for or watched; the context's unless given.
    ///   - capacity: How many of the box's keys are kept. Those that something observes count, and stay
    ///     however many they are.
    public static func whileObserved(grace: Duration? = nil, capacity: Int) -> CogLifetime {
        guard capacity > 0 else {
            fatalError(
                "CogGraph: a box with the capacity \(capacity) could keep nothing. Give a number above zero, "
                    + "or a lifetime without a capacity.")
        }
        return CogLifetime(grace: grace, capacity: capacity)
    }
}

/// How long a source lives (LIFE-1).
public struct ManualLifetime: Sendable {
    /// Nil for the app's own lifetime.
    let policy: CogLifetime?

    /// As long as its context: the value that was written is the only one there is.
    public static let app = ManualLifetime(policy: nil)

    /// Released like computed state, with what was written to it; it starts anew afterwards.
    ///
    /// Traps unless `resetToInitial` is true: a source cannot be released and keep its value.
    ///
    /// - Parameters:
    ///   - resetToInitial: Always true. It says at the declaration what release means.
    ///   - grace: How long it is kept after it was last asked for, written or watched; the
    ///     context's grace unless given.
    ///   - capacity: How many keys of a box are kept, as for computed state; any number unless given.
    public static func whileObserved(
        resetToInitial: Bool, grace: Duration? = nil, capacity: Int? = nil
    ) -> ManualLifetime {
        guard resetToInitial else {
            fatalError(
                "CogGraph: a source with the lifetime .whileObserved loses its value when it is "
                    + "released. Say resetToInitial: true, or keep it with .app.")
        }
        return ManualLifetime(
            policy: capacity.map { .whileObserved(grace: grace, capacity: $0) }
                ?? CogLifetime(grace: grace, capacity: nil))
    }
}

/// What the arena keeps for the graph with each family whose rows may be released.
@usableFromInline
final class LifetimePolicy: Sendable {
    /// What a declaration asks for of its own.
    struct Terms: Sendable {
        /// Nil for the context's own.
        let grace: ClockSpan?
        let capacity: Int?
        /// Whether async state that everyone has left is chosen anew for whoever comes back.
        let refreshesOnReturn: Bool
        /// Whether the rows are the values of async state, each of which has a status as its dependency.
        let areAsyncValues: Bool
    }

    /// Nil where there is nothing.
    let own: Terms?

    private init(_ own: Terms?) { self.own = own }

    /// The standard policy, shared by all declarations that ask for nothing of their own.
    static let standard = LifetimePolicy(nil)

    @usableFromInline
    static func policy(_ lifetime: CogLifetime) -> LifetimePolicy {
        policy(lifetime, refreshesOnReturn: false, areAsyncValues: false)
    }

    static func policy(
        _ lifetime: CogLifetime, refreshesOnReturn: Bool, areAsyncValues: Bool
    ) -> LifetimePolicy {
        if lifetime.grace == nil, lifetime.capacity == nil, !refreshesOnReturn { return .standard }
        return LifetimePolicy(
            Terms(
                grace: lifetime.grace.map { ClockSpan($0) }, capacity: lifetime.capacity,
                refreshesOnReturn: refreshesOnReturn, areAsyncValues: areAsyncValues))
    }

    @usableFromInline
    static func policy(_ lifetime: ManualLifetime) -> LifetimePolicy? {
        lifetime.policy.map { policy($0) }
    }
}
