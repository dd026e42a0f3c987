extension Engine {
    /// Adds a watcher behind all others: a row without a value that is woken when something it
    /// read may have changed. It reads nothing until its first `run`.
    ///
    /// - Parameter annotation: Kept for the front end until the watcher is released.
    public func addWatcher(label: String, annotation: AnyObject? = nil) -> Slot {
        let family = Family<Void, Unkeyed>(
            source: FamilyLabel(label), equality: NeverEqual(), annotation: annotation
        ) { _ in }
        let cell = allocate(size: family.cellSize, alignment: family.cellAlignment)
        cell.assumingMemoryBound(to: CellHead.self).initialize(to: CellHead(family: family))
        let row = occupy(cell, tag: Tag(bits: family.cleanTag.bits | Tag.watcher))
        core.pointee.tickets.set(row, to: core.pointee.nextOrder)
        core.pointee.nextOrder += 1
        return slot(of: row)
    }

    /// Runs a watcher's body; what it reads replaces what it read before (REACT-2).
    @inlinable
    public func runWatcher(_ watcher: Slot, _ body: (inout Tracker) -> Void) {
        if isLive(watcher) { rerunWatcher(watcher, body) }
    }

    /// The same for one that is known to live, as its annotation was just found.
    @inlinable
    @inline(__always)
    public func rerunWatcher(_ watcher: Slot, _ body: (inout Tracker) -> Void) {
        var tracker = beginWatcher(watcher.row)
        body(&tracker)
        endWatcher(tracker)
    }

    @inlinable
    @inline(__always)
    func beginWatcher(_ row: RowIndex) -> Tracker {
        let bits = core.pointee.rows[row].tag.bits
        core.pointee.rows[row].tag.bits =
            bits & ~(Tag.stateMask | Tag.spoilt | Tag.outside) | Tag.running
        return track(row)
    }

    @usableFromInline
    @inline(__always)
    func endWatcher(_ tracker: consuming Tracker) {
        let row = tracker.consumer
        core.pointee.rows[row].tag.bits &= ~Tag.running
        if tracker.isIrregular { tracker.dropUnread() }
        core.pointee.rows[row].checkedAt = core.pointee.revision
        runInvariants()
    }

    /// Whether any dependency of a woken watcher really changed. Settles them in reading order
    /// up to the first that did; if none did, the watcher is clean again.
    @inline(__always)
    private func needsRun(_ row: RowIndex) -> Bool {
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
        if core.pointee.woken.count > 1 { sortWoken() }
        core.pointee.due.count = 0
        // Selectors run in here: none can wake a watcher, but one may release it.
        var index = 0
        while index < core.pointee.woken.count {
            let watcher = slot(of: core.pointee.woken[index])
            index += 1
            core.pointee.rows[watcher.row].tag.bits &= ~Tag.woken
            if needsRun(watcher.row) { core.pointee.due.push(watcher) }
        }
        core.pointee.woken.count = 0
        return core.pointee.due.count
    }

    /// One of the watchers that `settleWoken()` found; it may have been released since.
    @inlinable
    public func dueWatcher(_ index: Int) -> Slot { core.pointee.due[index] }

    /// Puts woken watchers in registration order, in which most are woken.
    @inline(never)
    private func sortWoken() {
        let (tickets, count) = (core.pointee.tickets, core.pointee.woken.count)
        var woken = UnsafeMutableBufferPointer(start: core.pointee.woken.base, count: count)
        var last = tickets[woken[0]]
        for index in 1..<count {
            let ticket = tickets[woken[index]]
            if ticket < last { return woken.sort { tickets[$0] < tickets[$1] } }
            last = ticket
        }
    }
}
