extension Engine {
    /// Adds a watcher behind all others: a row without a value that is woken when something it
    /// read may have changed. It reads nothing until its first `run`.
    ///
    /// - Parameter annotation: Kept for the front end until the watcher is released.
    public func addWatcher(label: String, annotation: AnyObject? = nil) -> Slot {
        let family = Family<Void, Unkeyed>(
            source: label, equality: NeverEqual(), annotation: annotation
        ) { _ in }
        let cell = allocate(size: family.cellSize, alignment: family.cellAlignment)
        cell.assumingMemoryBound(to: CellHead.self).initialize(to: CellHead(family: family))
        let row = occupy(cell, tag: Tag(bits: family.cleanTag.bits | Tag.watcher))
        core.pointee.cold[row].ticket = core.pointee.nextOrder
        core.pointee.nextOrder += 1
        return slot(of: row)
    }

    /// Runs a watcher's body; what it reads replaces what it read before (REACT-2).
    public func runWatcher(_ watcher: Slot, _ body: (inout Tracker) -> Void) {
        guard isLive(watcher) else { return }
        var tracker = track(watcher.row)
        core.pointee.rows[watcher.row].tag.state = .clean
        core.pointee.rows[watcher.row].tag.bits &= ~(Tag.spoilt | Tag.outside)
        core.pointee.rows[watcher.row].tag.bits |= Tag.running
        body(&tracker)
        core.pointee.rows[watcher.row].tag.bits &= ~Tag.running
        dropUnread(tracker)
        core.pointee.rows[watcher.row].checkedAt = core.pointee.revision
        runInvariants()
    }

    /// Whether any dependency of a woken watcher really changed. Settles them in reading order
    /// up to the first that did; if none did, the watcher is clean again.
    public func needsRun(_ watcher: Slot) -> Bool {
        guard isLive(watcher) else { return false }
        let row = watcher.row
        if core.pointee.rows[row].tag.has(Tag.spoilt) { return true }
        var edge = core.pointee.rows[row].firstDependency
        while edge != .none {
            let producer = core.pointee.edges[edge].producer
            if core.pointee.rows[producer].tag.needsWork, !makeReadable(producer) { return true }
            if core.pointee.rows[producer].changedAt > core.pointee.rows[row].checkedAt {
                return true
            }
            edge = core.pointee.edges[edge].nextDependency
        }
        core.pointee.rows[row].tag.state = .clean
        core.pointee.rows[row].checkedAt = core.pointee.revision
        return false
    }

    /// Whether any watcher is woken.
    public var hasWoken: Bool { core.pointee.woken.count > 0 }

    /// Takes all woken watchers, in registration order, into `list`.
    public func takeWoken(into list: inout [Slot]) {
        var last: UInt64 = 0
        var isSorted = true
        for index in 0..<core.pointee.woken.count {
            let row = core.pointee.woken[index]
            core.pointee.rows[row].tag.bits &= ~Tag.woken
            let order = core.pointee.cold[row].ticket
            isSorted = isSorted && order > last
            last = order
            list.append(slot(of: row))
        }
        core.pointee.woken.removeAll()
        if !isSorted {
            list.sort { core.pointee.cold[$0.row].ticket < core.pointee.cold[$1.row].ticket }
        }
    }
}
