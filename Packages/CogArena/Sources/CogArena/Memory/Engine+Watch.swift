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
    @inlinable
    public func runWatcher(_ watcher: Slot, _ body: (inout Tracker) -> Void) {
        guard isLive(watcher) else { return }
        var tracker = beginWatcher(watcher.row)
        body(&tracker)
        endWatcher(tracker)
    }

    @inlinable
    func beginWatcher(_ row: RowIndex) -> Tracker {
        let bits = core.pointee.rows[row].tag.bits
        core.pointee.rows[row].tag.bits =
            bits & ~(Tag.stateMask | Tag.spoilt | Tag.outside) | Tag.running
        return track(row)
    }

    @usableFromInline
    func endWatcher(_ tracker: consuming Tracker) {
        let row = tracker.consumer
        core.pointee.rows[row].tag.bits &= ~Tag.running
        dropUnread(tracker)
        core.pointee.rows[row].checkedAt = core.pointee.revision
        runInvariants()
    }

    /// Whether any dependency of a woken watcher really changed. Settles them in reading order
    /// up to the first that did; if none did, the watcher is clean again.
    private func needsRun(_ watcher: Slot) -> Bool {
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
    @inlinable
    public var hasWoken: Bool { core.pointee.woken.count > 0 }

    /// Settles what woken watchers read, as far as it takes to tell which of them have to run.
    ///
    /// - Returns: How many have; `dueWatcher(_:)` gives them, in registration order, until the next
    ///   call.
    public func settleWoken() -> Int {
        takeWoken()
        // A selector may run in here and release a watcher, but none can wake one.
        var count = 0
        for index in 0..<core.pointee.due.count {
            let watcher = core.pointee.due[index]
            guard needsRun(watcher) else { continue }
            core.pointee.due[count] = watcher
            count += 1
        }
        core.pointee.due.count = count
        return count
    }

    /// One of the watchers that `settleWoken()` found; it may have been released since.
    @inlinable
    public func dueWatcher(_ index: Int) -> Slot { core.pointee.due[index] }

    private func takeWoken() {
        var last: UInt64 = 0
        var isSorted = true
        core.pointee.due.count = 0
        for index in 0..<core.pointee.woken.count {
            let row = core.pointee.woken[index]
            core.pointee.rows[row].tag.bits &= ~Tag.woken
            let order = core.pointee.cold[row].ticket
            isSorted = isSorted && order > last
            last = order
            core.pointee.due.push(slot(of: row))
        }
        core.pointee.woken.count = 0
        if !isSorted { sortDue() }
    }

    @inline(never)
    private func sortDue() {
        let cold = core.pointee.cold
        var due = UnsafeMutableBufferPointer(start: core.pointee.due.base, count: core.pointee.due.count)
        due.sort { cold[$0.row].ticket < cold[$1.row].ticket }
    }
}
