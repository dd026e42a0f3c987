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
            core.pointee.rows[slot.row].tag.bits &= ~(Tag.observed | Tag.noted)
        }
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

    @inlinable
    public func isObserved(_ slot: Slot) -> Bool { core.pointee.rows[slot.row].tag.has(Tag.observed) }

    /// Lists an observed row that was marked. One that was marked before and not told of since is
    /// listed already: its readers are told once (UI-1).
    func noteObserved(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.noted) { return }
        core.pointee.rows[row].tag.bits |= Tag.noted
        let source = head(of: row).pointee.family.isSource
        core.pointee.observed.push(
            ObservedMark(
                row: row, checkedAt: source ? Revision(0) : core.pointee.rows[row].checkedAt))
    }

    /// Whether an observed row was marked since they were settled last.
    public var hasObserved: Bool { core.pointee.observed.count > 0 }

    /// Settles the observed rows that were marked, and adds those whose value changed to `list`,
    /// in the order they were marked.
    public func settleObserved(into list: inout [Slot]) {
        // Selectors run in here, but none can publish: nothing is added while this goes on.
        let count = core.pointee.observed.count
        var kept = 0
        for index in 0..<count {
            let mark = core.pointee.observed[index]
            if core.pointee.rows[mark.row].tag.needsWork, !makeReadable(mark.row) {
                // A cycle's hook took it. It stays marked, so that nothing would list it again.
                core.pointee.observed[kept] = mark
                kept += 1
                continue
            }
            core.pointee.rows[mark.row].tag.bits &= ~Tag.noted
            if core.pointee.rows[mark.row].changedAt > mark.checkedAt {
                list.append(slot(of: mark.row))
            }
        }
        core.pointee.observed.count = kept
    }

    /// A number that the front end keeps with a row; zero in a new one. Not for watchers.
    public func ticket(of slot: Slot) -> UInt64 { core.pointee.cold[slot.row].ticket }

    public func setTicket(_ ticket: UInt64, of slot: Slot) {
        requireLive(slot)
        core.pointee.cold[slot.row].ticket = ticket
    }

    /// A flag that the front end keeps with a row; false in a new one.
    public func isMarked(_ slot: Slot) -> Bool { core.pointee.rows[slot.row].tag.has(Tag.marked) }

    public func setMarked(_ slot: Slot, _ isMarked: Bool) {
        requireLive(slot)
        if isMarked {
            core.pointee.rows[slot.row].tag.bits |= Tag.marked
        } else {
            core.pointee.rows[slot.row].tag.bits &= ~Tag.marked
        }
    }

    func requireLive(_ slot: Slot) {
        if !isLive(slot) {
            fatalError("CogArena: \(slot) is stale: its row was released. Ask `contains` first.")
        }
    }
}

/// An observed row that was marked, and when it had last been checked before.
struct ObservedMark {
    let row: RowIndex
    var checkedAt: Revision
}
