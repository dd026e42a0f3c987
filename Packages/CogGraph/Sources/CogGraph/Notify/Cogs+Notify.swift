import CogArena

extension Cogs {
    /// A settled value, as UI reads it: Observation is told when it changes (READ-2).
    ///
    /// The first such read of a state makes its boundary, which keeps it alive until it is
    /// discarded; a change is one notice a turn, an equal recomputation none (UI-1).
    ///
    /// Traps when it closes a cycle.
    @inlinable
    public subscript<R: CogReadable>(reference: R) -> R.Value {
        let value = engine.value(of: reference.address.family, reference.address.key) { noteRead($0) }
        if engine.hasLeftovers, restAfterRead() { return peek(reference) }
        return value
    }

    /// The values of `reference` as they change, the current settled one first (EXP-1).
    ///
    /// It never blocks a turn and keeps the state alive until its loop ends.
    ///
    /// Traps inside a selector or an equality rule, and for a buffering that keeps nothing.
    ///
    /// - Parameter buffering: What a slow reader misses; all but the newest value unless given.
    public func values<R: CogReadable>(
        of reference: R, buffering: CogBuffering = .newest(1)
    ) -> CogValues<R.Value> {
        context.values(of: reference, buffering: buffering).values
    }
}
