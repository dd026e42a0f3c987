// Observed rows are settled after every publication that may have changed them, for a front end
// that has told someone outside of their values. Being observed keeps a row alive.
extension Engine {
    /// Says whether the front end is to be told when a row's value may have changed.
    ///
    /// Traps when the slot is stale.
    public func setObserved(_ slot: Slot, _ isObserved: Bool) {
        requireLive(slot)
        if isObserved {
            core.pointee.rows[slot.row].tag.bits |= Tag.observed
        } else {
            if core.pointee.rows[slot.row].tag.has(Tag.noted) { dropNoted(slot.row) }
            core.pointee.rows[slot.row].tag.bits &= ~(Tag.observed | Tag.noted | Tag.awaited)
        }
    }

    /// Says that someone waits to be told when an observed row's value changes, until it is no longer
    /// observed. Without it the row is settled all the same, and not listed.
    ///
    /// Traps when the slot is stale.
    public func setAwaited(_ slot: Slot) {
        requireLive(slot)
        core.pointee.rows[slot.row].tag.bits |= Tag.awaited
    }

    /// The number that the front end keeps with an awaited row; zero for one that is not. Traps when
    /// the slot is stale.
    @inlinable
    @inline(__always)
    public func ticketIfAwaited(_ slot: Slot) -> UInt64 {
        requireLive(slot)
        return ticketIfAwaited(slot.row)
    }

    @inlinable
    @inline(__always)
    func ticketIfAwaited(_ row: RowIndex) -> UInt64 {
        core.pointee.rows[row].tag.has(Tag.awaited) ? core.pointee.tickets[row] : 0
    }

    /// Whether someone does; false for a stale slot.
    @inlinable
    public func isAwaited(_ slot: Slot) -> Bool {
        isLive(slot) && core.pointee.rows[slot.row].tag.has(Tag.awaited)
    }

    /// Another row may take the place before the list is looked at.
    private func dropNoted(_ row: RowIndex) {
        var kept = 0
        for index in 0..<core.pointee.observed.count where core.pointee.observed[index].row != row {
            core.pointee.observed[kept] = core.pointee.observed[index]
            kept += 1
        }
        core.pointee.observed.count = kept
    }

    /// Whether it is; false for a stale slot.
    @inlinable
    public func isObserved(_ slot: Slot) -> Bool {
        isLive(slot) && core.pointee.rows[slot.row].tag.has(Tag.observed)
    }

    /// Lists an observed row that was marked. One that was marked before and not told of since is
    /// listed already: its readers are told once (UI-1).
    @inline(never)
    func noteObserved(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.noted) { return }
        // The call comes last, so that nothing has to be kept over it.
        let count = core.pointee.observed.count
        if count == core.pointee.observed.capacity { return growObserved(for: row) }
        core.pointee.rows[row].tag.bits |= Tag.noted
        core.pointee.observed.base[count] = ObservedMark(
            row: row, changedAt: core.pointee.rows[row].changedAt)
        core.pointee.observed.count = count &+ 1
    }

    @inline(never)
    private func growObserved(for row: RowIndex) {
        core.pointee.observed.grow()
        noteObserved(row)
    }

    /// Lists an observed row that someone outside was shown unsettled, because a cycle's hook took its
    /// settlement. Its edges are gone, so no mark would come by; it is told of as soon as it is settled.
    @usableFromInline
    @inline(never)
    func noteUnsettled(_ row: RowIndex) {
        let tag = core.pointee.rows[row].tag
        guard tag.has(Tag.observed), !tag.has(Tag.noted) else { return }
        core.pointee.rows[row].tag.bits |= Tag.noted
        core.pointee.observed.push(ObservedMark(row: row, changedAt: Revision(0)))
    }

    /// Whether an observed row was marked since they were settled last.
    @inlinable
    public var hasObserved: Bool { core.pointee.observed.count > 0 }

    /// Settles the observed rows that were marked. Lists those whose value changed and is awaited, or,
    /// where runs are recorded, just changed.
    ///
    /// - Returns: How many are listed; `toldRow(_:)` gives them, in the order they were marked, until
    ///   the next call.
    public func settleObserved() -> Int {
        // Selectors run in here, but none can publish: only what meets a cycle is added meanwhile.
        let listed = core.pointee.isTracing ? Tag.observed : Tag.awaited
        core.pointee.told.count = 0
        var (index, kept) = (0, 0)
        while index < core.pointee.observed.count {
            let mark = core.pointee.observed[index]
            index += 1
            if core.pointee.rows[mark.row].tag.needsWork, !makeReadable(mark.row) {
                // A cycle's hook took it. It stays marked, so that nothing would list it again.
                core.pointee.observed[kept] = mark
                kept += 1
                continue
            }
            core.pointee.rows[mark.row].tag.bits &= ~Tag.noted
            if core.pointee.rows[mark.row].changedAt > mark.changedAt,
                core.pointee.rows[mark.row].tag.has(listed)
            {
                core.pointee.told.push(mark.row)
            }
        }
        core.pointee.observed.count = kept
        return core.pointee.told.count
    }

    /// One of the rows that `settleObserved()` listed. None may be released before the last was asked
    /// for.
    public func toldRow(_ index: Int) -> Slot { slot(of: core.pointee.told[index]) }

    /// The number that the front end keeps with one of them; zero where nobody awaits its changes.
    @inlinable
    public func toldTicket(_ index: Int) -> UInt64 { ticketIfAwaited(core.pointee.told[index]) }

    /// A number that the front end keeps with a row; zero in a new one. Of a watcher it is its place
    /// in the order of registration, and not the front end's to set. Traps when the slot is stale.
    @inlinable
    public func ticket(of slot: Slot) -> UInt64 {
        requireLive(slot)
        return core.pointee.tickets[slot.row]
    }

    public func setTicket(_ ticket: UInt64, of slot: Slot) {
        requireLive(slot)
        core.pointee.tickets.set(slot.row, to: ticket)
    }

    /// A flag that the front end keeps with a row; false in a new one, and for a stale slot.
    @inlinable
    public func isMarked(_ slot: Slot) -> Bool {
        isLive(slot) && core.pointee.rows[slot.row].tag.has(Tag.marked)
    }

    public func setMarked(_ slot: Slot, _ isMarked: Bool) {
        requireLive(slot)
        if isMarked {
            core.pointee.rows[slot.row].tag.bits |= Tag.marked
        } else {
            core.pointee.rows[slot.row].tag.bits &= ~Tag.marked
        }
    }

    /// Which of the groups of rows that lie together a row is in; they count from zero.
    public func group(of slot: Slot) -> Int { Int(slot.row.rawValue) >> Tickets.pageBits }

    /// The first marked row of a group from `place` on, which then is behind it. O(rows of a group) until
    /// there is none.
    public func nextMarked(of group: Int, from place: inout Int) -> Slot? {
        while place < Tickets.pageSize {
            let index = group << Tickets.pageBits + place
            place += 1
            if index >= core.pointee.rowCount { return nil }
            let row = RowIndex(UInt32(index))
            if core.pointee.rows[row].tag.bits & (Tag.marked | Tag.vacant) == Tag.marked {
                return slot(of: row)
            }
        }
        return nil
    }

    @inlinable
    func requireLive(_ slot: Slot) { if !isLive(slot) { trapStale(slot) } }

    @usableFromInline
    @inline(never)
    func trapStale(_ slot: Slot) -> Never {
        fatalError("CogArena: \(slot) is stale: its row was released. Ask `contains` first.")
    }
}

/// An observed row that was marked, and when it had last changed before; zero where it is told of
/// whatever it comes out as.
@usableFromInline
struct ObservedMark {
    let row: RowIndex
    var changedAt: Revision
}
