extension Engine {
    /// Marks everything below a changed source: what read it dirty, the rest to be checked.
    ///
    /// A row that is marked already has marked what is below it. So a row nobody reads costs one
    /// visit however many turns pass, but for what reads the source itself: that is looked at each
    /// time, as long as it lives (GRAPH-6).
    func markBelow(_ source: RowIndex, as first: RowState = .dirty) {
        let rows = core.pointee.rows
        let edges = core.pointee.edges
        var state = first
        let base = core.pointee.marks.count
        var row = source
        while true {
            var edge = rows[row].firstSubscriber
            while edge != .none {
                let consumer = edges[edge].consumer
                let tag = rows[consumer].tag
                switch tag.state {
                case .clean:
                    rows[consumer].tag.state = state
                    if tag.has(Tag.watcher) {
                        wake(consumer)
                    } else {
                        if tag.has(Tag.observed) { noteObserved(consumer) }
                        if rows[consumer].firstSubscriber != .none {
                            core.pointee.marks.push(consumer)
                        }
                    }
                case .check: rows[consumer].tag.state = state
                case .dirty, .fresh: break
                }
                edge = edges[edge].nextSubscriber
            }
            if core.pointee.marks.count == base { return }
            row = core.pointee.marks.pop()
            state = .check
        }
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
        let base = core.pointee.frames.count
        checkStackRoom(for: target)
        enter(target)
        advance: while core.pointee.frames.count > base {
            let top = core.pointee.frames.count - 1
            let row = core.pointee.frames[top].row
            let state = core.pointee.rows[row].tag.state
            var edge = core.pointee.frames[top].edge
            var mustRun = state == .fresh
            if state == .check || state == .dirty {
                let checkedAt = core.pointee.rows[row].checkedAt
                while edge != .none {
                    let producer = core.pointee.edges[edge].producer
                    let tag = core.pointee.rows[producer].tag
                    if tag.needsWork {
                        if tag.has(Tag.computing | Tag.spoilt) {
                            if tag.has(Tag.computing) {
                                reportCycle(closing: producer)
                                core.pointee.frames.count = base
                                break advance
                            }
                            mustRun = true
                            break
                        }
                        core.pointee.frames[top].edge = edge
                        enter(producer)
                        continue advance
                    }
                    if core.pointee.rows[producer].changedAt > checkedAt {
                        mustRun = true
                        break
                    }
                    edge = core.pointee.edges[edge].nextDependency
                }
                mustRun = mustRun || state == .dirty
                if !mustRun {
                    core.pointee.rows[row].tag.state = .clean
                    core.pointee.rows[row].checkedAt = core.pointee.revision
                }
            }
            if mustRun { run(row) }
            core.pointee.frames.count = top
        }
        if base == 0, core.pointee.spoilt.count > 0 { leaveSpoiltDirty() }
    }

    private func enter(_ row: RowIndex) {
        let tag = core.pointee.rows[row].tag
        // A source's dependency word is no edge; it is only ever entered to get its first value.
        let first = tag.state == .fresh ? .none : core.pointee.rows[row].firstDependency
        core.pointee.frames.push(Frame(row: row, edge: first))
    }

    private func run(_ row: RowIndex) {
        if core.pointee.isTracing { traceRun(of: row) }
        head(of: row).pointee.family.run(self, row)
    }

    /// Opens a row's run: what it reads from here on becomes its dependencies.
    @inlinable
    func beginRun(_ row: RowIndex) -> Tracker {
        core.pointee.rows[row].tag.bits =
            core.pointee.rows[row].tag.bits & ~Tag.outside | Tag.computing
        core.pointee.computing += 1
        return track(row)
    }

    @inlinable
    func track(_ row: RowIndex) -> Tracker {
        if core.pointee.runSerial == .max { forgetLinkMarks() }
        core.pointee.runSerial += 1
        return Tracker(
            engine: self, consumer: row, cursor: core.pointee.rows[row].firstDependency,
            serial: core.pointee.runSerial)
    }

    /// Closes a row's run: edges that were not read again go (READ-3).
    @inlinable
    func endRun(_ tracker: consuming Tracker) {
        if tracker.marked != .none { return endIrregularRun(tracker) }
        keepEdges(of: tracker.consumer, upTo: tracker.last, droppingFrom: tracker.cursor)
        close(tracker.consumer)
    }

    @usableFromInline
    @inline(never)
    func endIrregularRun(_ tracker: consuming Tracker) {
        let row = tracker.consumer
        finishTracking(tracker)
        close(row)
    }

    func finishTracking(_ tracker: consuming Tracker) {
        let (row, cursor) = (tracker.consumer, tracker.cursor)
        keepEdges(of: row, upTo: tracker.lastWithoutRepeats(), droppingFrom: cursor)
    }

    @inlinable
    func keepEdges(of row: RowIndex, upTo last: EdgeIndex, droppingFrom cursor: EdgeIndex) {
        if cursor != .none {
            setNextDependency(.none, of: row, after: last)
            unlinkAll(from: cursor)
        }
        core.pointee.rows[row].checkedAt = core.pointee.revision
    }

    @inlinable
    func close(_ row: RowIndex) {
        core.pointee.rows[row].tag.bits &= ~(Tag.computing | Tag.stateMask)
        core.pointee.computing -= 1
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

    /// Counts runs anew from the bottom. Called between turns, where no run is under way, long
    /// before serials run out; one under way could take a row of its own for one not yet linked.
    @usableFromInline
    @inline(never)
    func forgetLinkMarks() {
        for row in 0..<core.pointee.rowCount { core.pointee.cold[row].linkedBy = 0 }
        core.pointee.runSerial = 0
    }
}
