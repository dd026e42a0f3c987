/// How a derived row makes its value from what it reads.
///
/// A type rather than a function, so that a front end's own step around its user's function is no
/// call of its own.
public protocol RowComputation<Value, Key> {
    associatedtype Value
    associatedtype Key: Hashable

    func compute(_ tracker: inout Tracker, _ key: Key) -> Value
}

/// Computes by a function.
@frozen
public struct ComputedByFunction<Value, Key: Hashable>: RowComputation {
    @usableFromInline let function: (inout Tracker, Key) -> Value

    @inlinable
    public init(_ function: @escaping (inout Tracker, Key) -> Value) { self.function = function }

    @inlinable
    public func compute(_ tracker: inout Tracker, _ key: Key) -> Value { function(&tracker, key) }
}
