// Families declared by functions alone, for those who use an arena without a front end.
extension Family {
    /// A family of sources: rows that are written, each starting from `start`.
    ///
    /// - Parameters:
    ///   - label: Names the family in messages.
    ///   - equals: Tells whether a write is no change; nil takes every write as one. It may
    ///     look at nothing but its arguments: a read of the arena inside it traps.
    ///   - isReleasable: Whether rows are reported as idle when nobody needs them.
    ///   - start: Makes a row's first value, once per row and life (DECL-2).
    public convenience init(
        source label: FamilyLabel, equals: ((Value, Value) -> Bool)?, isReleasable: Bool = false,
        start: @escaping (Key) -> Value
    ) {
        if let equals {
            self.init(
                source: label, equality: EqualByFunction(equals), isReleasable: isReleasable, start: start)
        } else {
            self.init(source: label, equality: NeverEqual(), isReleasable: isReleasable, start: start)
        }
    }

    /// A family of derived rows: each computes from what its run reads.
    ///
    /// - Parameters:
    ///   - label: Names the family in messages.
    ///   - equals: Tells whether a recomputation is no change, so that nothing below runs
    ///     (GRAPH-2); nil takes every recomputation as one.
    ///   - isReleasable: Whether rows are reported as idle when nobody needs them.
    ///   - compute: Makes a row's value; runs when the row is first demanded, and again when
    ///     it is demanded after a dependency changed.
    public convenience init(
        derived label: FamilyLabel, equals: ((Value, Value) -> Bool)?, isReleasable: Bool = false,
        compute: @escaping (inout Tracker, Key) -> Value
    ) {
        if let equals {
            self.init(
                derived: label, equality: EqualByFunction(equals), isReleasable: isReleasable,
                computation: ComputedByFunction(compute))
        } else {
            self.init(
                derived: label, equality: NeverEqual(), isReleasable: isReleasable,
                computation: ComputedByFunction(compute))
        }
    }
}
