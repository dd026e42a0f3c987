/// How a family tells a new value from an equal one.
///
/// A type rather than a function, so that the comparison is inlined where the family is declared.
/// It may look at nothing but the two values: a read of the arena inside it traps.
public protocol ValueEquality<Value> {
    associatedtype Value

    func areEqual(_ old: Value, _ new: Value) -> Bool
}

/// Takes every new value as a change.
@frozen
public struct NeverEqual<Value>: ValueEquality {
    @inlinable
    public init() {}

    @inlinable
    public func areEqual(_ old: Value, _ new: Value) -> Bool { false }
}

/// Compares by a function.
@frozen
public struct EqualByFunction<Value>: ValueEquality {
    @usableFromInline let equals: (Value, Value) -> Bool

    @inlinable
    public init(_ equals: @escaping (Value, Value) -> Bool) { self.equals = equals }

    @inlinable
    public func areEqual(_ old: Value, _ new: Value) -> Bool { equals(old, new) }
}
