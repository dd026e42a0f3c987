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
    /// The confirmed dependency at which a repeated read is looked for. While the cursor goes round those,
    /// the next dependency of the previous run.
    @usableFromInline var again = EdgeIndex.none
    /// Tells this run of the arena from others; zero until a read misses the cursor.
    @usableFromInline var serial: UInt32 = 0

    @inlinable
    init(engine: Engine, consumer: RowIndex, cursor: EdgeIndex) {
        self.engine = engine
        self.consumer = consumer
        self.cursor = cursor
    }

    /// The running row.
    public var slot: Slot { engine.slot(of: consumer) }

    /// A settled value, which the running row depends on from now on (READ-1).
    ///
    /// - Complexity: O(1) when the row is clean and the previous run read it here.
    @inlinable
    @inline(__always)
    public mutating func read<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        let edge = cursor
        let producer = engine.core.pointee.edges[edge].producer
        let difference = engine.core.pointee.rows[producer].tag.difference(to: family.cleanTag)
        if difference == 0 {
            if engine.hasKey(producer, family, key) {
                // Asked for anew: a key's `==` may be application code that reads more.
                let next = engine.core.pointee.edges[edge].nextDependency
                last = edge
                cursor = next
                return engine.valuePointer(of: producer, as: Value.self).pointee
            }
        } else if difference <= Tag.ofState, engine.hasKey(producer, family, key) {
            // Without the family, which would be held for the call.
            return readAhead(producer)
        }
        return readElsewhere(family, key)
    }

    /// A settled value that the running row does not depend on.
    @inlinable
    public func peek<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> Value {
        engine.peek(family, key)
    }

    /// A read of what the cursor does not show.
    @inlinable
    @inline(never)
    mutating func readElsewhere<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        if last == .none { return readAnywhere(family, key) }
        let own = engine.core.pointee.rows + Int(consumer.rawValue)
        // Bodies that read the same rows over and over mostly do so in the same order, or begin again
        // with the first.
        if own.pointee.tag.has(Tag.ring) {
            let first = engine.core.pointee.edges[own.pointee.firstDependency].nextDependency
            let producer = engine.core.pointee.edges[first].producer
            guard engine.isSettled(producer, family, key) else {
                goOn()
                return readAnywhere(family, key)
            }
            cursor = engine.core.pointee.edges[first].nextDependency
            return engine.valuePointer(of: producer, as: Value.self).pointee
        }
        var producer = engine.core.pointee.edges[again].producer
        if engine.isSettled(producer, family, key) {
            goRound()
            return engine.valuePointer(of: producer, as: Value.self).pointee
        }
        let first = own.pointee.firstDependency
        producer = engine.core.pointee.edges[first].producer
        if !engine.isSettled(producer, family, key) { return readAnywhere(family, key) }
        again = first == last ? first : engine.core.pointee.edges[first].nextDependency
        return engine.valuePointer(of: producer, as: Value.self).pointee
    }

    /// A read of the row at the cursor, which is to be settled first.
    @inlinable
    @inline(never)
    mutating func readAhead<Value>(_ row: RowIndex) -> Value {
        guard engine.makeReadable(row) else { return readUnsettled(row) }
        last = cursor
        cursor = engine.core.pointee.edges[cursor].nextDependency
        return engine.valuePointer(of: row, as: Value.self).pointee
    }

    @inlinable
    @inline(never)
    mutating func readAnywhere<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        if engine.core.pointee.comparing != .none { engine.trapReadInEquals(family, key) }
        let row = engine.locate(family, key)
        if engine.core.pointee.rows[row].tag.needsWork, !engine.makeReadable(row) {
            return readUnsettled(row)
        }
        depend(on: row)
        return engine.valuePointer(of: row, as: Value.self).pointee
    }

    /// What the read that closed a cycle answers with.
    @inlinable
    @inline(never)
    func readUnsettled<Value>(_ row: RowIndex) -> Value {
        engine.spoil(consumer)
        return engine.unsettledValue(of: row, as: Value.self)
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
