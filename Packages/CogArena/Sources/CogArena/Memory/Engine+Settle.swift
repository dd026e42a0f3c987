extension Engine {
    /// Marks everything below a changed source: what read it dirty, the rest to be checked.
    ///
    /// A row that is marked already has marked what is below it. So a row nobody reads costs one
    /// visit however many turns pass, but for what reads the source itself: that is looked at each
    /// time, as long as it lives (GRAPH-6).
    @inline(never)
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
            if bits & (Tag.check | Tag.watcher | Tag.observed) != 0 {
                if bits & Tag.check != 0 { continue }
                if bits & Tag.watcher != 0 {
                    wake(consumer)
                    continue
                }
                noteObserved(consumer)
            }
            let below = rows[consumer].firstSubscriber
            if below != .none { height = pushMark(below, height) }
        }
        markWaiting(height)
    }

    /// Marks what reads a row, and all below it, to be checked.
    func markReaders(of row: RowIndex) {
        markWaiting(pushMark(core.pointee.rows[row].firstSubscriber, 0))
    }

    /// Marks all readers from the edges that wait on, and what is below them, to be checked.
    ///
    /// - Parameter height: How many edges wait.
    @inline(__always)
    private func markWaiting(_ height: Int) {
        let (rows, edges) = (core.pointee.rows, core.pointee.edges)
        var height = height
        while height > 0 {
            height &-= 1
            var edge = core.pointee.marks.base[height]
            while edge != .none {
                let consumer = edges[edge].consumer
                let bits = rows[consumer].tag.bits
                edge = edges[edge].nextSubscriber
                if bits & Tag.stateMask != 0 { continue }
                rows[consumer].tag.bits = bits | Tag.check
                if bits & (Tag.watcher | Tag.observed) != 0 {
                    if bits & Tag.watcher != 0 {
                        wake(consumer)
                        continue
                    }
                    noteObserved(consumer)
                }
                let below = rows[consumer].firstSubscriber
                if below == .none { continue }
                if edge == .none {
                    edge = below
                } else {
                    height = pushMark(below, height)
                }
            }
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

    @inline(__always)
    func wake(_ watcher: RowIndex) {
        let bits = core.pointee.rows[watcher].tag.bits
        if bits & Tag.woken != 0 { return }
        core.pointee.rows[watcher].tag.bits = bits | Tag.woken
        let count = core.pointee.woken.count
        if count == core.pointee.woken.capacity { growWoken() }
        core.pointee.woken.base[count] = watcher
        core.pointee.woken.count = count &+ 1
    }

    @inline(never)
    private func growWoken() { core.pointee.woken.grow() }

    /// Brings one row up to date, running only what really has to run (GRAPH-1).
    ///
    /// Rows wait on an explicit stack, so warm chains of any length settle on a small native
    /// one (GRAPH-3). A dependency is looked at only while all before it stayed equal: the row
    /// would read those again, and therefore this one too. The stack is also the chain of
    /// who waits for whom, which is what a cycle's message shows.
    @inline(never)
    func settle(_ target: RowIndex) -> Bool {
        let base = core.pointee.frames.count
        core.pointee.frames.reserve(base)
        var rows = core.pointee.rows
        var frames = core.pointee.frames.base
        // While nothing runs, the place of the row in hand is known here alone.
        var top = base
        var row = target
        frames[top].row = row
        var edge = rows[row].firstDependency
        var mustRun = false
        while true {
            if !mustRun {
                let edges = core.pointee.edges
                while edge != .none {
                    let producer = edges[edge].producer
                    let tag = rows[producer].tag
                    if tag.needsWork {
                        if tag.has(Tag.computing | Tag.spoilt) {
                            if tag.has(Tag.spoilt) { break }
                            core.pointee.frames.count = top &+ 1
                            reportCycle(closing: producer)
                            core.pointee.frames.count = base
                            return isSettledAmongSpoilt(target)
                        }
                        frames[top].edge = edge
                        top &+= 1
                        if top == core.pointee.frames.capacity { frames = growFrames(top) }
                        row = producer
                        frames[top].row = row
                        edge = rows[row].firstDependency
                    } else {
                        if rows[producer].changedAt > rows[row].checkedAt { break }
                        edge = edges[edge].nextDependency
                    }
                }
                mustRun = edge != .none
            }
            // A row without a value has no dependencies: not even a source's word counts as one.
            if mustRun || rows[row].tag.has(Tag.dirty) {
                core.pointee.frames.count = top &+ 1
                run(row, rows[row].cell)
                rows = core.pointee.rows
                frames = core.pointee.frames.base
            } else {
                rows[row].tag.state = .clean
                rows[row].checkedAt = core.pointee.revision
            }
            if top == base { break }
            let settled = rows[row]
            top &-= 1
            row = frames[top].row
            mustRun = settled.changedAt > rows[row].checkedAt || settled.tag.has(Tag.spoilt)
            if !mustRun { edge = core.pointee.edges[frames[top].edge].nextDependency }
        }
        core.pointee.frames.count = base
        return core.pointee.spoilt.count == 0 || isSettledAmongSpoilt(target)
    }

    /// Whether a row is settled where a cycle spoilt some; those of a settlement that ends go.
    @inline(never)
    private func isSettledAmongSpoilt(_ row: RowIndex) -> Bool {
        if core.pointee.frames.count == 0 { leaveSpoiltDirty() }
        return !core.pointee.rows[row].tag.needsWork
    }

    @inline(never)
    private func growFrames(_ count: Int) -> UnsafeMutablePointer<Frame> {
        core.pointee.frames.count = count
        core.pointee.frames.grow()
        return core.pointee.frames.base
    }

    /// Runs a row of which it is known that it has to.
    ///
    /// - Returns: Whether it is settled.
    @inline(__always)
    func runAlone(_ row: RowIndex) -> Bool {
        core.pointee.frames.push(Frame(row: row, edge: .none))
        run(row, core.pointee.rows[row].cell)
        core.pointee.frames.count &-= 1
        return core.pointee.spoilt.count == 0 || isSettledAmongSpoilt(row)
    }

    @inline(__always)
    private func run(_ row: RowIndex, _ cell: UnsafeMutableRawPointer) {
        if core.pointee.isTracing { traceRun(of: row) }
        let head = cell.assumingMemoryBound(to: CellHead.self)
        Unmanaged.passUnretained(head.pointee.family)._withUnsafeGuaranteedRef { $0.run(self, row) }
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

    /// Closes a row's run with its value: edges that were not read again go (READ-3), and the value
    /// takes the old one's place, unless they are equal (GRAPH-2).
    ///
    /// A replaced value is put aside rather than released: its `deinit` may be application code,
    /// which has no business inside a walk (MECH-11).
    @inlinable
    @inline(__always)
    func endRun<Value, Equality: ValueEquality>(
        _ tracker: consuming Tracker, of row: RowIndex, _ value: consuming Value, unless equality: Equality
    ) where Equality.Value == Value {
        if tracker.isIrregular { tracker.dropUnread() }
        let place = valuePointer(of: row, as: Value.self)
        let revision = core.pointee.revision
        var own = core.pointee.rows + Int(row.rawValue)
        if own.pointee.tag.isFresh {
            own.pointee.changedAt = revision
            place.initialize(to: value)
        } else {
            core.pointee.comparing = row
            let isEqual = equality.areEqual(place.pointee, value)
            core.pointee.comparing = .none
            // The rule may be application code, and may have made rows.
            own = core.pointee.rows + Int(row.rawValue)
            if isEqual {
                setAside(value)
            } else {
                own.pointee.changedAt = revision
                let old = place.move()
                place.initialize(to: value)
                setAside(old)
            }
        }
        own.pointee.checkedAt = revision
        own.pointee.tag.bits &= ~(Tag.computing | Tag.stateMask)
        core.pointee.computing &-= 1
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
