extension Engine {
    /// Marks everything below a changed source: what read it dirty, the rest to be checked.
    ///
    /// A row that is marked already has marked what is below it. So a row nobody reads costs one
    /// visit however many turns pass, but for what reads the source itself: that is looked at each
    /// time, as long as it lives (GRAPH-6).
    func markBelow(_ source: RowIndex, as first: RowState = .dirty) {
        let rows = core.pointee.rows
        let edges = core.pointee.edges
        var state = UInt64(first.rawValue)
        var edge = rows[source].firstSubscriber
        while true {
            while edge != .none {
                let consumer = edges[edge].consumer
                let bits = rows[consumer].tag.bits
                edge = edges[edge].nextSubscriber
                // Dirty, or without a value.
                if bits & UInt64(RowState.dirty.rawValue) != 0 { continue }
                rows[consumer].tag.bits = bits & ~Tag.stateMask | state
                if bits & UInt64(RowState.check.rawValue) != 0 { continue }
                if bits & (Tag.watcher | Tag.observed) != 0 { tell(consumer) }
                let below = rows[consumer].firstSubscriber
                if below == .none { continue }
                if edge == .none {
                    edge = below
                    state = UInt64(RowState.check.rawValue)
                } else {
                    core.pointee.marks.push(below)
                }
            }
            if core.pointee.marks.count == 0 { return }
            edge = core.pointee.marks.pop()
            state = UInt64(RowState.check.rawValue)
        }
    }

    /// Notes that a watcher, or an observed row, was marked.
    @inline(never)
    private func tell(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.watcher) { wake(row) } else { noteObserved(row) }
    }

    func wake(_ watcher: RowIndex) {
        guard !core.pointee.rows[watcher].tag.has(Tag.woken) else { return }
        core.pointee.rows[watcher].tag.bits |= Tag.woken
        core.pointee.woken.push(watcher)
    }

    /// Brings one row up to date, running only what really has to run (GRAPH-1).
    ///
    /// Rows wait on an explicit stack, so warm chains of any length settle on a small native
    /// one (GRAPH-3). A dependency is looked at only while all before it stayed equal: the row
    /// would read those again, and therefore this one too. The stack is also the chain of
    /// who waits for whom, which is what a cycle's message shows.
    @usableFromInline
    @inline(never)
    func settle(_ target: RowIndex) {
        checkStackRoom(for: target)
        let base = core.pointee.frames.count
        core.pointee.frames.reserve(base)
        var (rows, edges) = (core.pointee.rows, core.pointee.edges)
        var frames = core.pointee.frames.base
        // While nothing runs, the place of the row in hand is known here alone.
        var top = base
        var row = target
        frames[top].row = row
        var edge = rows[row].firstDependency
        while true {
            var mustRun = false
            while edge != .none {
                let producer = edges[edge].producer
                let tag = rows[producer].tag
                if tag.needsWork {
                    if tag.has(Tag.computing | Tag.spoilt) {
                        if tag.has(Tag.computing) {
                            core.pointee.frames.count = top + 1
                            reportCycle(closing: producer)
                            core.pointee.frames.count = base
                            return
                        }
                        mustRun = true
                        break
                    }
                    frames[top].edge = edge
                    top &+= 1
                    if top == core.pointee.frames.capacity {
                        core.pointee.frames.count = top
                        core.pointee.frames.grow()
                        frames = core.pointee.frames.base
                    }
                    row = producer
                    frames[top].row = row
                    edge = rows[row].firstDependency
                    continue
                }
                if rows[producer].changedAt > rows[row].checkedAt {
                    mustRun = true
                    break
                }
                edge = edges[edge].nextDependency
            }
            // A row without a value has no dependencies: not even a source's word counts as one.
            if mustRun || rows[row].tag.mustRun {
                core.pointee.frames.count = top &+ 1
                run(row)
                (rows, edges) = (core.pointee.rows, core.pointee.edges)
                frames = core.pointee.frames.base
            } else {
                rows[row].tag.state = .clean
                rows[row].checkedAt = core.pointee.revision
            }
            if top == base { break }
            top &-= 1
            (row, edge) = (frames[top].row, frames[top].edge)
        }
        core.pointee.frames.count = base
        if base == 0, core.pointee.spoilt.count > 0 { leaveSpoiltDirty() }
    }

    @inline(__always)
    private func run(_ row: RowIndex) {
        if core.pointee.isTracing { traceRun(of: row) }
        Unmanaged.passUnretained(head(of: row).pointee.family)._withUnsafeGuaranteedRef { $0.run(self, row) }
    }

    /// Opens a row's run: what it reads from here on becomes its dependencies.
    @inlinable
    @inline(__always)
    func beginRun(_ row: RowIndex) -> Tracker {
        let own = core.pointee.rows + Int(row.rawValue)
        own.pointee.tag.bits = own.pointee.tag.bits & ~Tag.outside | Tag.computing
        core.pointee.computing &+= 1
        return track(row)
    }

    @inlinable
    @inline(__always)
    func track(_ row: RowIndex) -> Tracker {
        Tracker(engine: self, consumer: row, cursor: core.pointee.rows[row].firstDependency)
    }

    /// Closes a row's run: edges that were not read again go (READ-3).
    @inlinable
    @inline(__always)
    func endRun(_ tracker: consuming Tracker, of row: RowIndex) {
        if tracker.cursor.rawValue | tracker.marked.rawValue != 0 { dropUnread(tracker) }
        let own = core.pointee.rows + Int(row.rawValue)
        own.pointee.checkedAt = core.pointee.revision
        own.pointee.tag.bits &= ~(Tag.computing | Tag.stateMask)
        core.pointee.computing &-= 1
    }

    /// Drops the edges that a run did not read again, and those that it doubled.
    @usableFromInline
    @inline(never)
    func dropUnread(_ tracker: consuming Tracker) {
        let (row, cursor) = (tracker.consumer, tracker.cursor)
        let last = tracker.lastWithoutRepeats()
        if cursor == .none { return }
        setNextDependency(.none, of: row, after: last)
        unlinkAll(from: cursor)
    }

    /// Opens the making of a source's first value: application code that reads no dependency.
    @usableFromInline
    func beginStart(_ row: RowIndex) {
        core.pointee.rows[row].tag.bits |= Tag.computing
        core.pointee.computing += 1
    }

    @usableFromInline
    func endStart(_ row: RowIndex) {
        core.pointee.rows[row].tag.bits &= ~(Tag.computing | Tag.stateMask)
        core.pointee.rows[row].checkedAt = core.pointee.revision
        core.pointee.computing -= 1
    }

    /// A number for a run that has to mark rows, higher than those of the runs that took one before.
    func nextRunSerial() -> UInt32 {
        if core.pointee.runSerial == .max { forgetLinkMarks() }
        core.pointee.runSerial += 1
        return core.pointee.runSerial
    }

    /// Counts runs anew from the bottom. Called between turns, where no run is under way, long
    /// before serials run out; one under way could take a row of its own for one not yet linked.
    @usableFromInline
    @inline(never)
    func forgetLinkMarks() {
        for row in 0..<core.pointee.rowCount { core.pointee.cold[row].linkedBy = 0 }
        core.pointee.runSerial = 0
    }
}
