extension Engine {
    /// Whether a slot names a row that still lives its same life (LIFE-4).
    public func contains(_ slot: Slot) -> Bool { isLive(slot) }

    /// Releases a row: its edges first, then its place in its family, then its values, which
    /// wait until application code may run. The position is reused under a new generation, or
    /// never again once its generations are used up.
    ///
    /// - Returns: False, with nothing done, when the slot is stale, or the row is read by
    ///   another, observed, computing, staged, or a watcher that runs.
    @discardableResult
    public func release(_ slot: Slot) -> Bool {
        guard isReleasable(slot) else { return false }
        let row = slot.row
        let tag = core.pointee.rows[row].tag
        let family = head(of: row).pointee.family
        if family.isKeyed {
            // The key may be application code: it is asked before anything is touched.
            let hash = family.hashKey(in: core.pointee.rows[row].cell)
            guard isReleasable(slot) else { return false }
            forget(KeyEntry(row: row, hash: hash), of: family)
        } else if !tag.has(Tag.watcher) {
            core.pointee.singles.remove(KeyEntry(row: row, hash: KeyHash(ofFamily: family.id)))
            family.forgetPlace(in: core.pointee.arena)
        }
        if !family.isSource || tag.has(Tag.watcher) {
            unlinkAll(from: core.pointee.rows[row].firstDependency)
        }
        if tag.has(Tag.woken) { dropWoken(row) }
        discardCell(of: row, family, hasValue: !tag.isFresh)
        vacate(row)
        runInvariants()
        return true
    }

    private func isReleasable(_ slot: Slot) -> Bool {
        isLive(slot) && core.pointee.rows[slot.row].firstSubscriber == .none
            && !core.pointee.rows[slot.row].tag.has(
                Tag.computing | Tag.staged | Tag.running | Tag.observed)
    }

    /// Two functions that hold nothing rather than one that holds the flag and is allocated.
    private func discardCell(of row: RowIndex, _ family: AnyFamily, hasValue: Bool) {
        let cell = core.pointee.rows[row].cell
        if hasValue {
            discard(cell, size: family.cellSize, alignment: family.cellAlignment) { Self.endCell($0, true) }
        } else {
            discard(cell, size: family.cellSize, alignment: family.cellAlignment) { Self.endCell($0, false) }
        }
    }

    private static func endCell(_ cell: UnsafeMutableRawPointer, _ hasValue: Bool) {
        cell.assumingMemoryBound(to: CellHead.self).pointee.family.deinitializeCell(cell, hasValue: hasValue)
    }

    private func forget(_ entry: KeyEntry, of family: AnyFamily) {
        let table = table(of: family)
        table.pointee.remove(entry)
        if family.memo.row == entry.row { family.memo.row = .none }
        if table.pointee.count == 0 { noteIdle(table, of: family) }
    }

    private func dropWoken(_ row: RowIndex) {
        var kept = 0
        for index in 0..<core.pointee.woken.count where core.pointee.woken[index] != row {
            core.pointee.woken[kept] = core.pointee.woken[index]
            kept += 1
        }
        core.pointee.woken.count = kept
    }

    private func vacate(_ row: RowIndex) {
        core.pointee.rows[row].tag = Tag(bits: Tag.vacant)
        core.pointee.rows[row].firstSubscriber = .none
        core.pointee.rows[row].firstDependency = .none
        core.pointee.liveRows -= 1
        // A position that ran out of generations retires: reusing it could revive an old slot.
        guard core.pointee.cold[row].generation < .max else {
            core.pointee.cold[row].generation = 0
            return
        }
        core.pointee.cold[row].generation += 1
        core.pointee.cold[row].linkedBy = 0
        core.pointee.tickets.set(row, to: 0)
        core.pointee.rows[row].firstDependency = EdgeIndex(core.pointee.freeRow.rawValue)
        core.pointee.freeRow = row
    }

    private func discardStaged(_ row: RowIndex) {
        guard let staged = stagedValue(of: row) else { return }
        let family = head(of: row).pointee.family
        discard(
            staged, size: family.valueSize, alignment: family.valueAlignment,
            deinitialize: family.deinitializeValue)
    }

    /// Releases everything, values last, each where its `deinit` finds an arena without rows.
    ///
    /// Traps inside a selector, an equality rule and a watcher.
    func releaseAll() {
        if let name = nameUnderWay() { trapEmptied(during: name) }
        var cells = PointerStack<(cell: UnsafeMutableRawPointer, hasValue: Bool)>(
            capacity: core.pointee.liveRows + 1)
        for index in 1..<core.pointee.rowCount {
            let row = RowIndex(UInt32(index))
            let tag = core.pointee.rows[row].tag
            if tag.has(Tag.vacant) { continue }
            // The cell holds its family until it is deinitialized below.
            Unmanaged.passUnretained(head(of: row).pointee.family)._withUnsafeGuaranteedRef {
                $0.forgetPlace(in: core.pointee.arena)
            }
            if tag.has(Tag.staged) { discardStaged(row) }
            cells.push((core.pointee.rows[row].cell, tag.state != .fresh))
            vacate(row)
        }
        core.pointee.forgetRows()
        core.pointee.drainingTrash = false
        releaseReplacedValues()
        while cells.count > 0 {
            let (cell, hasValue) = cells.pop()
            let family = cell.assumingMemoryBound(to: CellHead.self).pointee.family
            family.deinitializeCell(cell, hasValue: hasValue)
            deallocate(cell, size: family.cellSize, alignment: family.cellAlignment)
        }
        cells.destroy()
        releaseReplacedValues()
    }

    /// What of the application's is on the stack and needs its rows.
    private func nameUnderWay() -> String? {
        if isComputing { return computingDescription }
        for index in 1..<core.pointee.rowCount {
            let row = RowIndex(UInt32(index))
            if core.pointee.rows[row].tag.has(Tag.running) { return describe(row) }
        }
        return nil
    }

    @inline(never)
    private func trapEmptied(during name: String) -> Never {
        fatalError(
            "CogArena: removeAll() was called while \(name) runs, which needs its rows. Call it "
                + "when the arena is at rest.")
    }
}
