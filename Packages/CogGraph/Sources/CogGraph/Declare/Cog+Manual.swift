public import CogArena

extension Cog {
    /// A source: state that turns write.
    ///
    /// Its starting value is made once per context, on first demand (DECL-2).
    @frozen
    public struct Manual: CogWritable {
        @usableFromInline let family: Family<Value, Unkeyed>

        @inlinable
        public var address: CogAddress<Value, Unkeyed> {
            CogAddress(family: family, key: Unkeyed())
        }

        @inlinable
        init<Equality: ValueEquality>(
            label: FamilyLabel, lifetime: ManualLifetime, equality: Equality,
            start: @escaping @MainActor () -> Value
        ) where Equality.Value == Value {
            let start = Carried(start).unisolated(as: (() -> Value).self)
            let policy = LifetimePolicy.policy(lifetime)
            family = Family(
                source: label, equality: equality, isReleasable: policy != nil, annotation: policy
            ) { _ in start() }
        }

        /// Declares a source, with every write taken as a change.
        ///
        /// - Parameters:
        ///   - name: Names the cog in messages; by default its file and line.
        ///   - lifetime: When it may be released; never, while its context lives, unless given.
        ///   - start: Makes the starting value.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor () -> Value
        ) {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime, equality: NeverEqual(), start: start
            )
        }

        /// Declares a source; `==` tells a write from a change.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor () -> Value
        ) where Value: Equatable {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                equality: StandardEquality(), start: start)
        }

        /// Declares a source; `equals` tells a write from a change.
        ///
        /// - Parameter equals: Looks at nothing but its arguments: a read inside it traps.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            equals: @escaping @MainActor (Value, Value) -> Bool, file: StaticString = #fileID,
            line: UInt = #line,
            _ start: @escaping @MainActor () -> Value
        ) {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start)
        }
    }
}

// As for `Cog`: used on the MainActor alone.
extension Cog.Manual: @unchecked Sendable {}
