/// How long computed state lives (LIFE-1).
public struct CogLifetime: Sendable {
    let grace: Duration?

    /// Released once nothing observes it and the context's grace has passed.
    public static let whileObserved = CogLifetime(grace: nil)

    /// Released once nothing observes it and `grace` has passed.
    ///
    /// - Parameter grace: How long it is kept after it was last asked for or watched. Zero
    ///   releases it as soon as the graph is at rest.
    public static func whileObserved(grace: Duration) -> CogLifetime { CogLifetime(grace: grace) }
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
    public static func whileObserved(
        resetToInitial: Bool, grace: Duration? = nil
    ) -> ManualLifetime {
        guard resetToInitial else {
            fatalError(
                "CogGraph: a source with the lifetime .whileObserved loses its value when it is "
                    + "released. Say resetToInitial: true, or keep it with .app.")
        }
        return ManualLifetime(policy: CogLifetime(grace: grace))
    }
}

/// What the arena keeps for the graph with each family whose rows may be released.
@usableFromInline
final class LifetimePolicy: Sendable {
    /// Nil for the context's own.
    let grace: ClockSpan?
    /// Whether async state that everyone has left is chosen anew for whoever comes back.
    let refreshesOnReturn: Bool

    init(grace: Duration?, refreshesOnReturn: Bool = false) {
        self.grace = grace.map { ClockSpan($0) }
        self.refreshesOnReturn = refreshesOnReturn
    }

    /// The standard policy, shared by all declarations that name no grace of their own.
    static let standard = LifetimePolicy(grace: nil)

    @usableFromInline
    static func policy(_ lifetime: CogLifetime) -> LifetimePolicy {
        lifetime.grace.map { LifetimePolicy(grace: $0) } ?? .standard
    }

    static func policy(_ lifetime: CogLifetime, refreshesOnReturn: Bool) -> LifetimePolicy {
        guard refreshesOnReturn else { return policy(lifetime) }
        return LifetimePolicy(grace: lifetime.grace, refreshesOnReturn: true)
    }

    @usableFromInline
    static func policy(_ lifetime: ManualLifetime) -> LifetimePolicy? {
        lifetime.policy.map { policy($0) }
    }
}
