// Rows may depend on what is outside the arena. The front end says when that changed.
extension Engine {
    /// Makes the next `commit` take a derived row for dirty, or wake a watcher, as if something it
    /// read had changed. A source, which reads nothing, is passed over, and so is a stale slot, also
    /// one whose row goes before the `commit`.
    public func markStale(_ slot: Slot) {
        guard isLive(slot) else { return }
        core.pointee.stale.push(slot)
    }

    /// Notes that the running row, or watcher, read what is outside the arena.
    public func noteOutside(_ slot: Slot) {
        requireLive(slot)
        core.pointee.rows[slot.row].tag.bits |= Tag.outside
    }

    /// Whether a row's latest run, or a watcher's, read what is outside the arena; false for a
    /// stale slot.
    public func readsOutside(_ slot: Slot) -> Bool {
        isLive(slot) && core.pointee.rows[slot.row].tag.has(Tag.outside)
    }

    /// Marks what was said to be stale, and what is below it.
    func markAllStale() {
        while core.pointee.stale.count > 0 {
            let slot = core.pointee.stale.pop()
            guard isLive(slot) else { continue }
            let row = slot.row
            let tag = core.pointee.rows[row].tag
            if tag.has(Tag.watcher) {
                // Whatever it reads is as it was, so only this mark makes it run.
                core.pointee.rows[row].tag.bits |= Tag.spoilt
                wake(row)
            } else {
                takeForDirty(row)
            }
        }
    }

    /// Marks a derived row dirty and what is below it to be checked. A source reads nothing, and would
    /// make its starting value over the one it has.
    func takeForDirty(_ row: RowIndex) {
        let tag = core.pointee.rows[row].tag
        guard tag.state != .fresh, !head(of: row).pointee.family.isSource else { return }
        if tag.state == .clean {
            if tag.has(Tag.observed) { noteObserved(row) }
            markReaders(of: row)
        }
        core.pointee.rows[row].tag.state = .dirty
    }

    /// Who made the arena and outlives it, for code that is handed a tracker only.
    public var frontEnd: AnyObject? { core.pointee.frontEnd }

    public func setFrontEnd(_ object: AnyObject) { core.pointee.frontEnd = object }
}
