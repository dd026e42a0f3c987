import CogArena

/// A cog's selector, as the arena runs it.
@frozen
@usableFromInline
struct Selection<Value>: RowComputation {
    @usableFromInline let select: (inout Reader) -> Value

    @inlinable
    init(select: @escaping (inout Reader) -> Value) { self.select = select }

    @inlinable
    func compute(_ tracker: inout Tracker, _ key: Unkeyed) -> Value {
        Reader.lend(&tracker) { select(&$0) }
    }
}

/// A box's selector, as the arena runs it.
@frozen
@usableFromInline
struct KeyedSelection<Value, Key: Hashable>: RowComputation {
    @usableFromInline let select: (inout Reader, Key) -> Value

    @inlinable
    init(select: @escaping (inout Reader, Key) -> Value) { self.select = select }

    @inlinable
    func compute(_ tracker: inout Tracker, _ key: Key) -> Value {
        Reader.lend(&tracker) { select(&$0, key) }
    }
}
