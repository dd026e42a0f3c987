extension Engine {
    /// The row of a key, made (with no value yet) when there is none.
    @inlinable
    @inline(__always)
    func locate<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> RowIndex {
        let row = lastRow(family, key)
        return row != .none ? row : locateElsewhere(family, key)
    }

    /// The row of a key, or none.
    @inlinable
    func find<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> RowIndex {
        let row = lastRow(family, key)
        if row != .none { return row }
        if Key.self == Unkeyed.self { return recall(family) }
        let hash = KeyHash(of: key)
        guard let table = knownTable(of: family) else { return .none }
        return table.find(key, hash, in: self, as: Family<Value, Key>.self)
    }

    /// A family's only row, or the one asked for last if it is that of the key; none if that is not
    /// known. A key that takes no more than a look to compare need not be hashed when it is asked for
    /// again. Its `==` may still be application code that lets go of the row.
    @inlinable
    @inline(__always)
    func lastRow<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> RowIndex {
        guard family.memo.arena == arenaID else { return .none }
        let row = family.memo.row
        if Key.self == Unkeyed.self { return row }
        let isLast =
            _isPOD(Key.self) && row != .none
            && self.key(of: row, as: Family<Value, Key>.self) == key
            && row == family.memo.row
        return isLast ? row : .none
    }

    @inlinable
    @inline(never)
    func locateElsewhere<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> RowIndex {
        if Key.self == Unkeyed.self {
            let row = recall(family)
            if row != .none { return row }
            let made = makeRow(family, key)
            remember(made, of: family)
            return made
        }
        let hash = KeyHash(of: key)
        var row = table(of: family).find(key, hash, in: self, as: Family<Value, Key>.self)
        if row == .none {
            row = makeRow(family, key)
            table(of: family).pointee.insert(KeyEntry(row: row, hash: hash))
            #if DEBUG
                noteMade(row, hash, of: family)
            #endif
        } else {
            #if DEBUG
                noteFound(row, of: family)
            #endif
        }
        // A key may have asked another arena for one.
        guard family.memo.arena == arenaID else { return row }
        family.memo.row = row
        return row
    }

    @inlinable
    var arenaID: UInt64 { core.pointee.arena }

    /// The table of a family, made if there is none, for a row that is about to be there.
    @inlinable
    func table(of family: AnyFamily) -> UnsafeMutablePointer<KeyTable> {
        let memo = family.memo
        if memo.arena == arenaID, let table = memo.table { return table }
        return recallTable(family)
    }

    @usableFromInline
    @inline(never)
    func recall(_ family: AnyFamily) -> RowIndex {
        let row = core.pointee.singles.find(family: family.id, in: core.pointee.rows)
        if row == .none { return .none }
        family.memo = FamilyMemo(arena: arenaID, row: row, table: nil)
        return row
    }

    /// The table of a family that has rows. A look-up makes none: nobody would take it away.
    @usableFromInline
    func knownTable(of family: AnyFamily) -> UnsafeMutablePointer<KeyTable>? {
        guard let table = core.pointee.tables[family.id], !table.pointee.isIdle else { return nil }
        return table
    }

    @usableFromInline
    @inline(never)
    func recallTable(_ family: AnyFamily) -> UnsafeMutablePointer<KeyTable> {
        if let table = core.pointee.tables[family.id] {
            if table.pointee.isIdle {
                table.pointee.isIdle = false
                core.pointee.idleTables -= 1
            }
            family.memo = FamilyMemo(arena: arenaID, row: .none, table: table)
            return table
        }
        if core.pointee.idleTables > 32, core.pointee.idleTables * 2 > core.pointee.tables.count {
            sweepIdleTables()
        }
        let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
        table.initialize(to: KeyTable())
        core.pointee.tables[family.id] = table
        family.memo = FamilyMemo(arena: arenaID, row: .none, table: table)
        return table
    }

    /// Takes note that a family has no row left. Its declaration may be gone with the row, so that
    /// nobody would ask for its table again.
    func noteIdle(_ table: UnsafeMutablePointer<KeyTable>, of family: AnyFamily) {
        family.forgetPlace(in: core.pointee.arena)
        table.pointee.isIdle = true
        core.pointee.idleTables += 1
    }

    /// Frees the tables of families without rows, so that boxes declared and dropped without end
    /// leave nothing (LIFE-6). Each table that is made pays for two that are looked at.
    @inline(never)
    private func sweepIdleTables() {
        for (id, table) in core.pointee.tables where table.pointee.isIdle {
            core.pointee.tables[id] = nil
            table.pointee.destroy()
            table.deallocate()
        }
        core.pointee.idleTables = 0
    }

    @inlinable
    func makeRow<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> RowIndex {
        let cell = allocate(size: family.cellSize, alignment: family.cellAlignment)
        cell.assumingMemoryBound(to: CellHead.self).initialize(to: CellHead(family: family))
        (cell + Cell<Value, Key>.keyOffset).assumingMemoryBound(to: Key.self).initialize(to: key)
        return occupy(cell, tag: Tag(bits: family.freshBits))
    }

    @usableFromInline
    func remember(_ row: RowIndex, of family: AnyFamily) {
        core.pointee.singles.insert(KeyEntry(row: row, hash: KeyHash(ofFamily: family.id)))
        family.memo = FamilyMemo(arena: arenaID, row: row, table: nil)
    }

    @usableFromInline
    func allocate(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        core.pointee.blocks.allocate(size: size, alignment: alignment)
    }

    @usableFromInline
    func deallocate(_ block: UnsafeMutableRawPointer, size: Int, alignment: Int) {
        core.pointee.blocks.deallocate(block, size: size, alignment: alignment)
    }

    /// Takes a vacant position, the last released first.
    @usableFromInline
    func occupy(_ cell: UnsafeMutableRawPointer, tag: Tag) -> RowIndex {
        let row: RowIndex
        if core.pointee.freeRow != .none {
            row = core.pointee.freeRow
            core.pointee.freeRow = RowIndex(core.pointee.rows[row].firstDependency.rawValue)
        } else {
            if core.pointee.rowCount == core.pointee.rowCapacity { growRows() }
            row = RowIndex(UInt32(core.pointee.rowCount))
            core.pointee.rowCount += 1
            (core.pointee.cold + Int(row.rawValue)).initialize(
                to: ColdRow(generation: core.pointee.firstGeneration))
        }
        (core.pointee.rows + Int(row.rawValue)).initialize(
            to: Row(
                tag: tag, cell: cell, firstDependency: .none, firstSubscriber: .none,
                changedAt: Revision(0), checkedAt: Revision(0)))
        core.pointee.liveRows += 1
        return row
    }

    @inline(never)
    private func growRows() {
        let (limit, count) = (core.pointee.limit, core.pointee.rowCount)
        guard count <= limit else {
            fatalError("CogArena: this arena holds \(limit) rows, the most it may; release some first.")
        }
        let capacity = core.pointee.larger(core.pointee.rowCapacity)
        core.pointee.rows.grow(to: capacity)
        core.pointee.cold.grow(to: capacity)
        core.pointee.tickets.grow(to: capacity)
        core.pointee.rowCapacity = capacity
    }

    @inlinable
    func slot(of row: RowIndex) -> Slot {
        Slot(row: row, generation: core.pointee.cold[row].generation)
    }

    /// A vacant position bears the generation of its next life, which no slot names yet.
    @inlinable
    func isLive(_ slot: Slot) -> Bool {
        Int(slot.row.rawValue) < core.pointee.rowCount
            && core.pointee.cold[slot.row].generation == slot.generation
    }
}

extension UnsafeMutablePointer {
    @inlinable
    subscript(_ row: RowIndex) -> Pointee {
        unsafeAddress { UnsafePointer(self + Int(row.rawValue)) }
        nonmutating unsafeMutableAddress { self + Int(row.rawValue) }
    }

    @inlinable
    subscript(_ edge: EdgeIndex) -> Pointee {
        unsafeAddress { UnsafePointer(self + Int(edge.rawValue)) }
        nonmutating unsafeMutableAddress { self + Int(edge.rawValue) }
    }
}
