extension Engine {
    /// Marks everything below a changed source: what read it dirty, the rest to be checked.
    ///
    /// A row that is marked already has marked what is below it, so a row nobody reads costs
    /// one visit however many turns pass (GRAPH-6).
    func markBelow(_ source: RowIndex) {
        let rows = core.pointee.rows
        let edges = core.pointee.edges
        var state = RowState.dirty
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
                    } else if rows[consumer].firstSubscriber != .none {
                        core.pointee.marks.push(consumer)
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

    private func wake(_ watcher: RowIndex) {
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
                        core.pointee.frames[top].edge = edge
                        if tag.has(Tag.computing) {
                            reportCycle(closing: producer)
                            core.pointee.frames.count = base
                            return
                        }
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
    }

    private func enter(_ row: RowIndex) {
        let tag = core.pointee.rows[row].tag
        // A source's dependency word is no edge; it is only ever entered to get its first value.
        let first = tag.state == .fresh ? .none : core.pointee.rows[row].firstDependency
        core.pointee.frames.push(Frame(row: row, edge: first))
    }

    private func run(_ row: RowIndex) {
        head(of: row).pointee.family.run(self, row)
    }

    /// Opens a row's run: what it reads from here on becomes its dependencies.
    @usableFromInline
    func beginRun(_ row: RowIndex) -> Tracker {
        core.pointee.rows[row].tag.bits |= Tag.computing
        core.pointee.computing += 1
        return track(row)
    }

    func track(_ row: RowIndex) -> Tracker {
        if core.pointee.runSerial == .max { forgetLinkMarks() }
        core.pointee.runSerial += 1
        return Tracker(
            engine: self, consumer: row, cursor: core.pointee.rows[row].firstDependency,
            serial: core.pointee.runSerial)
    }

    /// Closes a row's run: edges that were not read again go (READ-3).
    @usableFromInline
    func endRun(_ tracker: consuming Tracker) {
        let row = tracker.consumer
        finishTracking(tracker)
        core.pointee.rows[row].tag.bits &= ~(Tag.computing | Tag.stateMask)
        core.pointee.computing -= 1
    }

    func finishTracking(_ tracker: consuming Tracker) {
        if tracker.cursor != .none {
            setNextDependency(.none, of: tracker.consumer, after: tracker.last)
            unlinkAll(from: tracker.cursor)
        }
        core.pointee.rows[tracker.consumer].checkedAt = core.pointee.revision
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

    @inline(never)
    private func forgetLinkMarks() {
        for row in 0..<core.pointee.rowCount { core.pointee.cold[row].linkedBy = 0 }
        core.pointee.runSerial = 0
    }
}
