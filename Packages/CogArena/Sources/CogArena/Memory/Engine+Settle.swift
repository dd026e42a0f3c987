extension Engine {
    /// Marks everything below a changed source: what read it dirty, the rest to be checked.
    ///
    /// A row that is marked already has marked what is below it. So a row nobody reads costs one
    /// visit however many turns pass, but for what reads the source itself: that is looked at each
    /// time, as long as it lives (GRAPH-6).
    func markBelow(_ source: RowIndex) {
        let (rows, edges) = (core.pointee.rows, core.pointee.edges)
        var height = 0
        var edge = rows[source].firstSubscriber
        while edge != .none {
            let consumer = edges[edge].consumer
            let bits = rows[consumer].tag.bits
            edge = edges[edge].nextSubscriber
            if bits & Tag.dirty != 0 { continue }
            rows[consumer].tag.bits = bits & ~Tag.check | Tag.dirty
            if bits & Tag.check != 0 { continue }
            if bits & (Tag.watcher | Tag.observed) != 0 { tell(consumer) }
            let below = rows[consumer].firstSubscriber
            if below != .none { height = pushMark(below, height) }
        }
        if height > 0 {
            height &-= 1
            markToCheck(from: core.pointee.marks.base[height], height)
        }
    }

    /// Marks all readers from an edge on to be checked, what is below them, and what is below the
    /// edges that wait.
    ///
    /// - Parameter height: How many edges wait.
    func markToCheck(from edge: EdgeIndex, _ height: Int) {
        let (rows, edges) = (core.pointee.rows, core.pointee.edges)
        var (edge, height) = (edge, height)
        while true {
            while edge != .none {
                let consumer = edges[edge].consumer
                let bits = rows[consumer].tag.bits
                edge = edges[edge].nextSubscriber
                if bits & Tag.stateMask != 0 { continue }
                rows[consumer].tag.bits = bits | Tag.check
                if bits & (Tag.watcher | Tag.observed) != 0 { tell(consumer) }
                let below = rows[consumer].firstSubscriber
                if below == .none { continue }
                if edge == .none {
                    edge = below
                } else {
                    height = pushMark(below, height)
                }
            }
            if height == 0 { return }
            height &-= 1
            edge = core.pointee.marks.base[height]
        }
    }

    /// The count is kept in a register; between two markings no edge waits.
    @inline(__always)
    private func pushMark(_ edge: EdgeIndex, _ height: Int) -> Int {
        if height == core.pointee.marks.capacity { growMarks(height) }
        core.pointee.marks.base[height] = edge
        return height &+ 1
    }

    @inline(never)
    private func growMarks(_ height: Int) {
        core.pointee.marks.count = height
        core.pointee.marks.grow()
        core.pointee.marks.count = 0
    }

    /// Notes that a watcher, or an observed row, was marked.
    @inline(never)
    private func tell(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.watcher) { wake(row) } else { noteObserved(row) }
    }

    @inline(__always)
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
    @inline(never)
    func settle(_ target: RowIndex) {
        let base = core.pointee.frames.count
        core.pointee.frames.reserve(base)
        var (rows, edges) = (core.pointee.rows, core.pointee.edges)
        var frames = core.pointee.frames.base
        // While nothing runs, the place of the row in hand is known here alone.
        var top = base
        var row = target
        frames[top].row = row
        var edge = rows[row].firstDependency
        var mustRun = false
        settling: while true {
            while !mustRun, edge != .none {
                let producer = edges[edge].producer
                let tag = rows[producer].tag
                if !tag.needsWork {
                    mustRun = rows[producer].changedAt > rows[row].checkedAt
                    edge = edges[edge].nextDependency
                } else if !tag.has(Tag.computing | Tag.spoilt) {
                    frames[top].edge = edge
                    top &+= 1
                    if top == core.pointee.frames.capacity { frames = growFrames(top) }
                    row = producer
                    frames[top].row = row
                    edge = rows[row].firstDependency
                } else if tag.has(Tag.computing) {
                    core.pointee.frames.count = top &+ 1
                    reportCycle(closing: producer)
                    break settling
                } else {
                    mustRun = true
                }
            }
            // A row without a value has no dependencies: not even a source's word counts as one.
            if mustRun || rows[row].tag.has(Tag.dirty) {
                core.pointee.frames.count = top &+ 1
                run(row)
                (rows, edges) = (core.pointee.rows, core.pointee.edges)
                frames = core.pointee.frames.base
            } else {
                rows[row].tag.state = .clean
                rows[row].checkedAt = core.pointee.revision
            }
            if top == base { break }
            let settled = row
            top &-= 1
            row = frames[top].row
            mustRun =
                rows[settled].changedAt > rows[row].checkedAt || rows[settled].tag.has(Tag.spoilt)
            if !mustRun { edge = edges[frames[top].edge].nextDependency }
        }
        core.pointee.frames.count = base
        if base == 0, core.pointee.spoilt.count > 0 { leaveSpoiltDirty() }
    }

    @inline(never)
    private func growFrames(_ count: Int) -> UnsafeMutablePointer<Frame> {
        core.pointee.frames.count = count
        core.pointee.frames.grow()
        return core.pointee.frames.base
    }

    /// Runs a row of which it is known that it has to.
    @inline(__always)
    func runAlone(_ row: RowIndex) {
        core.pointee.frames.push(Frame(row: row, edge: .none))
        run(row)
        core.pointee.frames.count &-= 1
        if core.pointee.frames.count == 0, core.pointee.spoilt.count > 0 { leaveSpoiltDirty() }
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
