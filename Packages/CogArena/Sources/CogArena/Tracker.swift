/// Reads on behalf of one run of one row, and records what was read.
///
/// A run that reads what the last one read finds each dependency at its cursor and pays one
/// compare. It cannot be copied or stored: whoever runs a row holds it for that run only.
@frozen
public struct Tracker: ~Copyable {
    public let engine: Engine
    @usableFromInline let consumer: RowIndex
    /// The next dependency of the previous run.
    @usableFromInline var cursor: EdgeIndex
    /// The last dependency confirmed in this run.
    @usableFromInline var last = EdgeIndex.none
    /// The last confirmed dependency whose row bears this run's mark.
    @usableFromInline var marked = EdgeIndex.none
    @usableFromInline let serial: UInt32

    @usableFromInline
    init(engine: Engine, consumer: RowIndex, cursor: EdgeIndex, serial: UInt32) {
        self.engine = engine
        self.consumer = consumer
        self.cursor = cursor
        self.serial = serial
    }

    /// The running row.
    public var slot: Slot { engine.slot(of: consumer) }

    /// Tells this run of the arena from others.
    public var runSerial: UInt32 { serial }

    /// A settled value, which the running row depends on from now on (READ-1).
    ///
    /// - Complexity: O(1) when the row is clean and the previous run read it here.
    @inlinable
    public mutating func read<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        let edges = engine.core.pointee.edges
        let edge = cursor
        let producer = edges[edge].producer
        if engine.core.pointee.rows[producer].tag.reads(as: family.cleanTag),
            Key.self == Unkeyed.self || engine.key(of: producer, as: Family<Value, Key>.self) == key
        {
            last = edge
            cursor = edges[edge].nextDependency
            return engine.valuePointer(of: producer, as: Value.self).pointee
        }
        return readElsewhere(family, key)
    }

    /// A settled value that the running row does not depend on.
    @inlinable
    public func peek<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> Value {
        engine.peek(family, key)
    }

    @inlinable
    @inline(never)
    mutating func readElsewhere<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        if engine.core.pointee.comparing != .none { engine.trapReadInEquals(family, key) }
        let row = engine.locate(family, key)
        if engine.core.pointee.rows[row].tag.needsWork, !engine.makeReadable(row) {
            engine.spoil(consumer)
            return engine.unsettledValue(of: row, as: Value.self)
        }
        depend(on: row)
        return engine.valuePointer(of: row, as: Value.self).pointee
    }

    /// The running row's own previous value; nil on its first run (READ-1).
    ///
    /// Traps when `Value` is not the running row's value type.
    @inlinable
    public func previous<Value>(_ type: Value.Type) -> Value? {
        guard engine.hasPrevious(consumer, of: type) else { return nil }
        return engine.valuePointer(of: consumer, as: type).pointee
    }
}
