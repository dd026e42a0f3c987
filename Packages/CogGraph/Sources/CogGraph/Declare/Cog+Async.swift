public import CogArena

extension Cog {
    /// State that comes from work: a selector chooses it, and its results are published in turns of their
    /// own.
    ///
    /// Its value is always there: the last accepted success, or the default before one. How things stand
    /// is its status, `cogs.status[reference]` or `c.status[reference]`.
    public struct Async: CogAsync {
        @usableFromInline let family: AsyncFamily<Value, Unkeyed>

        @inlinable
        public var address: CogAddress<Value, Unkeyed> {
            CogAddress(family: family.values, key: Unkeyed())
        }

        @inlinable
        public var statusAddress: CogAddress<CogStatus<Value>, Unkeyed> {
            CogAddress(family: family.statuses, key: Unkeyed())
        }

        /// Declares async state; each of its runs' values counts as a change.
        ///
        /// - Parameters:
        ///   - start: The value before the first success, made once for each life of the row.
        ///   - name: Names the cog in messages, turns and tasks; by default its file and line.
        ///   - policy: What becomes of earlier work when new work is chosen.
        ///   - pace: How often new work may start; a refresh starts at once. Unless given, each choice does.
        ///   - staleAfter: How long a result counts as fresh. Older state is chosen anew: at once while
        ///     something watches it, else at its next demand. For ever unless given.
        ///   - refreshOnReturn: Whether state that the last reaction or sequence has left is chosen anew
        ///     when somebody comes back to it within its grace.
        ///   - retry: How often a run that fails is tried again before its error is published.
        ///   - tags: What `invalidate` may call the state by.
        ///   - lifetime: When it may be released; by default while nothing observes it.
        ///   - selector: Reads what the work depends on and returns it. It runs when the state is first
        ///     demanded, and again when it is demanded after something it read changed.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> Work<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry), tags: always(tags), equality: NeverEqual(),
                start: start, select: { c, _ in selector(&c).body })
        }

        /// Declares async state; `==` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> Work<Value>
        ) where Value: Equatable {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry), tags: always(tags), equality: StandardEquality(),
                start: start, select: { c, _ in selector(&c).body })
        }

        /// Declares async state; `equals` tells a result from a change of value.
        ///
        /// - Parameter equals: Looks at nothing but its arguments: a read inside it traps.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: LatestPolicy = .latest, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            equals: @escaping @MainActor (Value, Value) -> Bool,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> Work<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: .latest, pace: pace, staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
                    retry: retry), tags: always(tags),
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start, select: { c, _ in selector(&c).body })
        }

        /// Declares async state whose runs are ordered; each of their values counts as a change.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> RunWork<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry), tags: always(tags),
                equality: NeverEqual(), start: start,
                select: { c, _ in selector(&c).body })
        }

        /// Declares async state whose runs are ordered; `==` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> RunWork<Value>
        ) where Value: Equatable {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry), tags: always(tags),
                equality: StandardEquality(), start: start,
                select: { c, _ in selector(&c).body })
        }

        /// Declares async state whose runs are ordered; `equals` tells a result from a change of value.
        @inlinable
        public init(
            default start: @autoclosure @escaping @MainActor () -> Value, name: String? = nil,
            policy: RunPolicy, pace: CogPace? = nil, staleAfter: Duration? = nil,
            refreshOnReturn: Bool = false, retry: CogRetry? = nil, tags: [any Hashable & Sendable] = [],
            lifetime: CogLifetime = .whileObserved,
            equals: @escaping @MainActor (Value, Value) -> Bool,
            file: StaticString = #fileID, line: UInt = #line,
            _ selector: @escaping @MainActor (inout Reader) -> RunWork<Value>
        ) {
            family = AsyncFamily(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                terms: AsyncTerms(
                    policy: policy.schedule, pace: pace, staleAfter: staleAfter,
                    refreshOnReturn: refreshOnReturn, retry: retry), tags: always(tags),
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start, select: { c, _ in selector(&c).body })
        }
    }
}

/// The tags of a state without a key; nil for none.
@usableFromInline
func always(
    _ tags: [any Hashable & Sendable]
) -> (@MainActor (Unkeyed) -> [any Hashable & Sendable])? {
    if tags.isEmpty { return nil }
    return { _ in tags }
}

// As for `Cog`: used on the MainActor alone.
extension Cog.Async: @unchecked Sendable {}
