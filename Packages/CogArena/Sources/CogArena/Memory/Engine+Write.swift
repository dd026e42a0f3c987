extension Engine {
    /// A source's row, with its starting value if it has none yet; its demand is noted.
    @inlinable
    @inline(__always)
    func writableRow<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> RowIndex {
        let row = locate(family, key)
        if core.pointee.rows[row].tag.needsWork, !makeReadable(row) { trapNoValue(row) }
        if core.pointee.rows[row].tag.notesDemand { noteDemand(row) }
        return row
    }

    /// Where a source's staged value is, made from its current one on the first write of a turn.
    @inlinable
    func stagedPointer<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> UnsafeMutablePointer<Value> {
        let row = writableRow(family, key)
        if let staged = stagedValue(of: row) { return staged.assumingMemoryBound(to: Value.self) }
        let block = allocate(
            size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        let value = block.assumingMemoryBound(to: Value.self)
        value.initialize(to: valuePointer(of: row, as: Value.self).pointee)
        enlist(row, block)
        return value
    }

    @usableFromInline
    func stagedValue(of row: RowIndex) -> UnsafeMutableRawPointer? {
        guard core.pointee.rows[row].tag.has(Tag.staged) else { return nil }
        return core.pointee.staged[Int(core.pointee.rows[row].firstDependency.rawValue)].value
    }

    @usableFromInline
    func enlist(_ row: RowIndex, _ value: UnsafeMutableRawPointer) {
        core.pointee.rows[row].tag.bits |= Tag.staged
        core.pointee.rows[row].firstDependency = EdgeIndex(UInt32(core.pointee.staged.count))
        core.pointee.staged.push(Staged(row: row, value: value))
    }

    /// Writes a source's next value, seen by nobody until `commit`; the last write wins (TURN-2).
    @inlinable
    public func stage<Value, Key: Hashable>(
        _ value: consuming Value, in family: Family<Value, Key>, _ key: Key
    ) {
        let place = stagedPointer(family, key)
        // The overwritten value's `deinit` may be application code, so it waits like any other.
        let old = place.move()
        place.initialize(to: value)
        setAside(old)
    }

    /// Writes the starting value of a source's row, made anew.
    ///
    /// Traps when the slot is stale, or not a source's.
    public func stageStart<Value, Key: Hashable>(at slot: Slot, of family: Family<Value, Key>) {
        requireLive(slot)
        guard let start = family.start else {
            fatalError("CogArena: \(describe(slot.row)) is computed, so it has no starting value.")
        }
        let key = key(of: slot.row, as: Family<Value, Key>.self)
        core.pointee.frames.push(Frame(row: slot.row, edge: .none))
        beginStart(slot.row)
        let value = start(key)
        endStart(slot.row)
        core.pointee.frames.count &-= 1
        stage(value, in: family, key)
    }

    /// What was written in this turn, else the current value.
    @inlinable
    public func staged<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> Value {
        stagedPointerIfWritten(family, key)?.pointee ?? peek(family, key)
    }

    @inlinable
    func stagedPointerIfWritten<Value, Key: Hashable>(
        _ family: Family<Value, Key>, _ key: Key
    ) -> UnsafeMutablePointer<Value>? {
        stagedValue(of: locate(family, key))?.assumingMemoryBound(to: Value.self)
    }

    /// Publishes what was staged: keeps the writes that are real changes, counts one revision
    /// if there are any, and marks what is below them (TURN-6, TURN-10).
    ///
    /// Every comparison, which may be application code, is over before the first mark is set.
    ///
    /// - Returns: Whether anything changed.
    public func commit() -> Bool {
        let count = core.pointee.staged.count
        for index in 0..<count {
            let entry = core.pointee.staged[index]
            let family = head(of: entry.row).pointee.family
            if core.pointee.isTracing { traceWrite(of: entry.row) }
            core.pointee.rows[entry.row].tag.bits &= ~Tag.staged
            core.pointee.rows[entry.row].firstDependency = .none
            if family.commit(self, entry.row, entry.value) { core.pointee.changed.push(entry.row) }
            if family.isPlain {
                deallocate(entry.value, size: family.valueSize, alignment: family.valueAlignment)
            } else {
                discard(
                    entry.value, size: family.valueSize, alignment: family.valueAlignment,
                    deinitialize: family.deinitializeValue)
            }
        }
        core.pointee.staged.removeAll()
        if core.pointee.runSerial > .max / 2 { forgetLinkMarks() }
        guard core.pointee.changed.count > 0 || core.pointee.stale.count > 0 else { return false }
        beginRevision()
        for index in 0..<core.pointee.changed.count { spread(core.pointee.changed[index]) }
        core.pointee.changed.removeAll()
        endRevision()
        return true
    }

    /// Writes one source and publishes at once what `stage` and `commit` would, where nothing is
    /// staged: the value never lies in a place of its own.
    @inlinable
    @inline(__always)
    public func publish<Value, Key: Hashable>(
        _ value: consuming Value, in family: Family<Value, Key>, _ key: Key
    ) {
        let row = writableRow(family, key)
        if core.pointee.isTracing { traceWrite(of: row) }
        var value = value
        let isChange = withUnsafeMutablePointer(to: &value) { family.commit(self, row, $0) }
        setAside(value)
        if isChange { publishChange(of: row) }
    }

    @usableFromInline
    func publishChange(of row: RowIndex) {
        if core.pointee.runSerial > .max / 2 { forgetLinkMarks() }
        beginRevision()
        spread(row)
        endRevision()
    }

    @inline(__always)
    private func beginRevision() {
        if core.pointee.revision.rawValue == .max { renumberRevisions() }
        core.pointee.revision = Revision(core.pointee.revision.rawValue &+ 1)
        if core.pointee.stale.count > 0 { markAllStale() }
    }

    /// Dates a source's change and marks what is below it.
    @inline(__always)
    private func spread(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.observed) { noteObserved(row) }
        core.pointee.rows[row].changedAt = core.pointee.revision
        core.pointee.rows[row].checkedAt = core.pointee.revision
        markBelow(row)
    }

    @inline(__always)
    private func endRevision() {
        if core.pointee.spoiltWatchers.count > 0 { wakeSpoilt() }
        runInvariants()
    }

    /// The number of published changes so far.
    public var revision: Revision { core.pointee.revision }

    /// Starts counting again from the bottom, keeping the order of all recorded revisions, so
    /// that no row runs for it and none is taken for clean. O(n log n), once in 2³² changes.
    @inline(never)
    private func renumberRevisions() {
        var seen: [UInt32] = [core.pointee.revision.rawValue, 0]
        for index in 1..<core.pointee.rowCount {
            let row = core.pointee.rows[index]
            if row.tag.has(Tag.vacant) { continue }
            seen.append(row.changedAt.rawValue)
            seen.append(row.checkedAt.rawValue)
        }
        for index in 0..<core.pointee.observed.count {
            seen.append(core.pointee.observed[index].changedAt.rawValue)
        }
        seen.sort()
        var rank: [UInt32: UInt32] = [:]
        for revision in seen where rank[revision] == nil { rank[revision] = UInt32(rank.count) }
        for index in 1..<core.pointee.rowCount {
            let row = core.pointee.rows + index
            if row.pointee.tag.has(Tag.vacant) { continue }
            row.pointee.changedAt = Revision(rank[row.pointee.changedAt.rawValue, default: 0])
            row.pointee.checkedAt = Revision(rank[row.pointee.checkedAt.rawValue, default: 0])
        }
        for index in 0..<core.pointee.observed.count {
            let changedAt = core.pointee.observed[index].changedAt
            core.pointee.observed[index].changedAt = Revision(rank[changedAt.rawValue, default: 0])
        }
        core.pointee.revision = Revision(
            rank[core.pointee.revision.rawValue, default: UInt32(rank.count)])
    }
}
