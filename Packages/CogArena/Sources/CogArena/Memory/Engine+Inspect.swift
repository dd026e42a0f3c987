// What tools ask of an arena. Nothing in here is on a path that turns or reads take.
extension Engine {
    /// The rows of a family, in the order of their places. O(rows).
    public func rows(of family: AnyFamily) -> [Slot] {
        var slots: [Slot] = []
        for index in 1..<core.pointee.rowCount {
            let row = RowIndex(UInt32(index))
            let tag = core.pointee.rows[row].tag
            if tag.has(Tag.vacant | Tag.watcher) { continue }
            if head(of: row).pointee.family === family { slots.append(slot(of: row)) }
        }
        return slots
    }

    /// How many rows of a keyed family live. O(1).
    public func rowCount(of family: AnyFamily) -> Int { knownTable(of: family)?.pointee.count ?? 0 }

    /// What a live row shares with others.
    public func family(of slot: Slot) -> AnyFamily {
        requireLive(slot)
        return head(of: slot.row).pointee.family
    }

    /// The rows of the families that `includes` says, in the order of their places. O(rows).
    public func rows(where includes: (AnyFamily) -> Bool) -> [Slot] {
        (1..<core.pointee.rowCount).map { RowIndex(UInt32($0)) }
            .filter { row in
                !core.pointee.rows[row].tag.has(Tag.vacant | Tag.watcher)
                    && includes(head(of: row).pointee.family)
            }
            .map { slot(of: $0) }
    }

    /// The value of a settled row whose family is known; its demand is not noted.
    ///
    /// Traps when the row is not settled.
    public func value<Value, Key: Hashable>(at slot: Slot, of family: Family<Value, Key>) -> Value {
        guard isSettled(slot) else {
            fatalError(
                "CogArena: \(slot) is not settled, so it has no value to be kept. Ask `isSettled` first.")
        }
        return valuePointer(of: slot.row, as: Value.self).pointee
    }

    /// The key of a live row whose family is known.
    public func key<Value, Key: Hashable>(at slot: Slot, of family: Family<Value, Key>) -> Key {
        requireLive(slot)
        return key(of: slot.row, as: Family<Value, Key>.self)
    }

    /// Who reads a row, the latest first, and whether it is a watcher. O(readers).
    public func readers(of slot: Slot) -> [(slot: Slot, isWatcher: Bool)] {
        requireLive(slot)
        var readers: [(Slot, Bool)] = []
        var edge = core.pointee.rows[slot.row].firstSubscriber
        while edge != .none {
            let consumer = core.pointee.edges[edge].consumer
            readers.append((self.slot(of: consumer), core.pointee.rows[consumer].tag.has(Tag.watcher)))
            edge = core.pointee.edges[edge].nextSubscriber
        }
        return readers
    }

    /// What a row's latest run read, or a watcher's, in the order it read. O(dependencies).
    ///
    /// Of one that is running it is what the run has read up to now, or that and what the last one read.
    public func dependencies(of slot: Slot) -> [Slot] {
        requireLive(slot)
        if head(of: slot.row).pointee.family.isSource, !core.pointee.rows[slot.row].tag.has(Tag.watcher) {
            return []
        }
        var dependencies: [Slot] = []
        let own = core.pointee.rows[slot.row]
        let end = own.tag.has(Tag.ring) ? own.firstDependency : .none
        var edge = end == .none ? own.firstDependency : core.pointee.edges[end].nextDependency
        while edge != .none {
            dependencies.append(self.slot(of: core.pointee.edges[edge].producer))
            edge = edge == end ? .none : core.pointee.edges[edge].nextDependency
        }
        return dependencies
    }

    /// A watcher's label, or a row's label and key without quotes.
    public func name(of slot: Slot) -> String {
        requireLive(slot)
        let family = head(of: slot.row).pointee.family
        return family.label + family.describeKey(in: core.pointee.rows[slot.row].cell)
    }

    /// What a picture of the arena shows of a row that is no watcher's. A value's description may be
    /// application code. Traps when the slot is stale.
    public func portrait(of slot: Slot) -> RowPortrait {
        requireLive(slot)
        let (row, family) = (core.pointee.rows[slot.row], head(of: slot.row).pointee.family)
        return RowPortrait(
            label: family.label, key: family.describeKey(in: row.cell), valueType: family.valueType,
            isSource: family.isSource, needsWork: row.tag.needsWork,
            value: row.tag.isFresh ? nil : family.describeValue(in: row.cell),
            changedAt: row.changedAt.rawValue, checkedAt: row.checkedAt.rawValue)
    }
}

/// One row as a tool sees it.
public struct RowPortrait {
    public let label: String
    /// In brackets; empty where there is none.
    public let key: String
    public let valueType: Any.Type
    public let isSource: Bool
    /// Whether something it read may have changed, or there is no value yet.
    public let needsWork: Bool
    /// Nil before the first.
    public let value: String?
    /// The revisions in which the value changed last, and up to which it is known to hold.
    public let changedAt, checkedAt: UInt32
}
