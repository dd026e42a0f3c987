public import CogArena

/// Computed state with one row per key.
///
/// `box[key]` is a reference to one row; making it allocates nothing for keys that fit inline
/// (DECL-5), and no row exists until its value is demanded. A key's `==` and `hash(into:)` run in the
/// middle of reads: they should look at nothing but the key.
@frozen
public struct CogBox<Value, Key: Hashable> {
    @usableFromInline let family: Family<Value, Key>

    /// A reference to the row of one key.
    @frozen
    public struct Element: CogReadable {
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
        label: FamilyLabel, lifetime: CogLifetime, equality: Equality,
        selector: @escaping @MainActor (inout Reader, Key) -> Value
    ) where Equality.Value == Value {
        family = Family(
            derived: label, equality: equality, isReleasable: true,
            annotation: LifetimePolicy.policy(lifetime),
            computation: KeyedSelection(
                select: Carried(selector).unisolated(as: ((inout Reader, Key) -> Value).self)))
    }

    /// Declares keyed state computed by `selector`, with every recomputation taken as a change.
    ///
    /// - Parameters:
    ///   - name: Names the box in messages; by default its file and line.
    ///   - lifetime: When it may be released; by default while nothing observes it.
    ///   - selector: Reads what a key's value depends on through its reader.
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader, Key) -> Value
    ) {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime, equality: NeverEqual(),
            selector: selector)
    }

    /// Declares keyed state computed by `selector`; `==` tells a recomputation from a change.
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader, Key) -> Value
    ) where Value: Equatable {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime,
            equality: StandardEquality(), selector: selector)
    }

    /// Declares keyed state computed by `selector`; `equals` tells a recomputation from a
    /// change.
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        equals: @escaping @MainActor (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader, Key) -> Value
    ) {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime,
            equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
            selector: selector)
    }
}

// As for `Cog`: used on the MainActor alone.
extension CogBox: @unchecked Sendable {}
extension CogBox.Element: @unchecked Sendable where Key: Sendable {}
