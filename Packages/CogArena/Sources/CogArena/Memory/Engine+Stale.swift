// Rows may depend on what is outside the arena. The front end says when that changed.
extension Engine {
    /// Makes the next `commit` take a derived row for dirty, or wake a watcher, as if something it
    /// read had changed. A stale slot is passed over.
    public func markStale(_ slot: Slot) {
        guard isLive(slot) else { return }
        core.pointee.stale.push(slot.row)
    }

    /// Marks what was said to be stale, and what is below it.
    func markAllStale() {
        while core.pointee.stale.count > 0 {
            let row = core.pointee.stale.pop()
            let tag = core.pointee.rows[row].tag
            if tag.has(Tag.vacant) { continue }
            if tag.has(Tag.watcher) {
                // Whatever it reads is as it was, so only this mark makes it run.
                core.pointee.rows[row].tag.bits |= Tag.spoilt
                wake(row)
            } else if tag.state != .fresh {
                if tag.state == .clean {
                    if tag.has(Tag.observed) { noteObserved(row) }
                    markBelow(row, as: .check)
                }
                core.pointee.rows[row].tag.state = .dirty
            }
        }
    }

    /// Who made the arena and outlives it, for code that is handed a tracker only.
    public var frontEnd: AnyObject? { core.pointee.frontEnd }

    public func setFrontEnd(_ object: AnyObject) { core.pointee.frontEnd = object }
}
