public import CogArena

extension CogBox {
    /// Async state with one row per key: each has a schedule and runs of its own.
    ///
    /// A row's value is always there: the last accepted success, or the default before one. How things stand
    /// is its status, `cogs.status[reference]` or `c.status[reference]`.
    public struct Async {
        @usableFromInline let family: AsyncFamily<Value, Key>

        /// A reference to the async state of one key.
        public struct Element: CogAsync {
            @usableFromInline let family: AsyncFamily<Value, Key>
            @usableFromInline let key: Key

            @inlinable
            init(family: AsyncFamily<Value, Key>, key: Key) {
                self.family = family
                self.key = key
            }

            @inlinable
            public var address: CogAddress<Value, Key> { CogAddress(family: family.values, key: key) }

            @inlinable
            public var statusAddress: CogAddress<CogStatus<Value>, Key> {
                CogAddress(family: family.statuses, key: key)
            }
        }

        @inlinable
        public subscript(key: Key) -> Element { Element(family: family, key: key) }

        /// Declares keyed async state; each of its runs' values counts as a change.
        ///
        /// - Parameters:
        ///   - start: The value before the first success, made once for each life of a row.
        ///   - name: Names the box in messages, turns and tasks; by default its file and line.
        ///   - policy: What becomes of earlier work when new work is chosen.
        ///   - pace: How often new work may start; a refresh starts at once. Unless given, each choice does.
        ///   - staleAfter: How long a result counts as fresh. Older state is chosen anew: at once while
        ///     something watches it, else at its next demand. For ever unless given.
        ///   - refreshOnReturn: Whether state that the last reaction or sequence has left is chosen anew
        ///     when somebody comes back to it within its grace.
        ///   - retry: How often a run that fails is tried again before its error is published.
        ///   - keepPrevious: Whether a key's state begins with the box's latest success, until it has one of
        ///     its own, rather than with the default.
        ///   - tags: What `invalidate` may call a key's state by.
        ///   - lifetime: When it may be released; by default while nothing observes it.
        ///   - selector: Reads what the work depends on and returns it. It runs when a key's state is
        ///     first demanded, and again when it is demanded after something it read changed.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> Work<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry, keepPrevious: keepPrevious), tags: tags, equality: NeverEqual(),
                start: start, select: { c, key in selector(&c, key).body })
        }

        /// Declares keyed async state; `==` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> Work<Value>
        ) where Value: Equatable {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry, keepPrevious: keepPrevious), tags: tags, equality: StandardEquality(),
                start: start, select: { c, key in selector(&c, key).body })
        }

        /// Declares keyed async state; `equals` tells a result from a change of value.
        ///
        /// - Parameter equals: Looks at nothing but its arguments: a read inside it traps.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            equals: @escaping @MainActor (Value, Value) -> Bool,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> Work<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry, keepPrevious: keepPrevious), tags: tags,
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start, select: { c, key in selector(&c, key).body })
        }

        /// Declares keyed async state whose runs are ordered; each of their values counts as a change.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> RunWork<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry, keepPrevious: keepPrevious), tags: tags,
                equality: NeverEqual(), start: start,
                select: { c, key in selector(&c, key).body })
        }

        /// Declares keyed async state whose runs are ordered; `==` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> RunWork<Value>
        ) where Value: Equatable {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry, keepPrevious: keepPrevious), tags: tags,
                equality: StandardEquality(), start: start,
                select: { c, key in selector(&c, key).body })
        }

        /// Declares keyed async state whose runs are ordered; `equals` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, keepPrevious: Bool = false,
            tags: (@MainActor (Key) -> [any Hashable & Sendable])? = nil,
            lifetime: CogLifetime = .whileObserved,
            equals: @escaping @MainActor (Value, Value) -> Bool,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader, Key) -> RunWork<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry, keepPrevious: keepPrevious), tags: tags,
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start, select: { c, key in selector(&c, key).body })
        }
    }
}

// As for `Cog`: used on the MainActor alone.
extension CogBox.Async: @unchecked Sendable {}
extension CogBox.Async.Element: @unchecked Sendable where Key: Sendable {}
