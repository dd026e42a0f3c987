public import CogArena

extension CogBox {
    /// Sources with one row per key.
    @frozen
    public struct Manual {
        @usableFromInline let family: Family<Value, Key>

        /// A reference to the source of one key.
        @frozen
        public struct Element: CogWritable {
            public let address: CogAddress<Value, Key>

            @inlinable
            @inline(__always)
            init(address: CogAddress<Value, Key>) { self.address = address }
        }

        @inlinable
        @inline(__always)
        public subscript(key: Key) -> Element {
            Element(address: CogAddress(family: family, key: key))
        }

        @inlinable
        init<Equality: ValueEquality>(
            label: FamilyLabel, lifetime: ManualLifetime, equality: Equality,
            start: @escaping @MainActor (Key) -> Value
        ) where Equality.Value == Value {
            let start = Carried(start).unisolated(as: ((Key) -> Value).self)
            let policy = LifetimePolicy.policy(lifetime)
            family = Family(
                source: label, equality: equality, isReleasable: policy != nil, annotation: policy
            ) { start($0) }
        }

        /// Declares keyed sources, with every write taken as a change.
        ///
        /// - Parameters:
        ///   - name: Names the box in messages; by default its file and line.
        ///   - lifetime: When it may be released; never, while its context lives, unless given.
        ///   - start: Makes a key's starting value, once per row (DECL-2).
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor (Key) -> Value
        ) {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime, equality: NeverEqual(), start: start
            )
        }

        /// Declares keyed sources; `==` tells a write from a change.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor (Key) -> Value
        ) where Value: Equatable {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                equality: StandardEquality(), start: start)
        }

        /// Declares keyed sources that all start alike, with every write taken as a change.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor () -> Value
        ) {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime, equality: NeverEqual(),
                start: { _ in start() })
        }

        /// Declares keyed sources that all start alike; `==` tells a write from a change.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            file: StaticString = #fileID, line: UInt = #line,
            _ start: @escaping @MainActor () -> Value
        ) where Value: Equatable {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                equality: StandardEquality(), start: { _ in start() })
        }

        /// Declares keyed sources; `equals` tells a write from a change.
        @inlinable
        public init(
            name: String? = nil, lifetime: ManualLifetime = .app,
            equals: @escaping @MainActor (Value, Value) -> Bool, file: StaticString = #fileID,
            line: UInt = #line,
            _ start: @escaping @MainActor (Key) -> Value
        ) {
            self.init(
                label: FamilyLabel(name, file, line), lifetime: lifetime,
                equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
                start: start)
        }

        /// Declares keyed sources that all start alike; `equals` tells a write from a change.
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
                start: { _ in start() })
        }
    }
}

// As for `Cog`: used on the MainActor alone.
extension CogBox.Manual: @unchecked Sendable {}
extension CogBox.Manual.Element: @unchecked Sendable where Key: Sendable {}
