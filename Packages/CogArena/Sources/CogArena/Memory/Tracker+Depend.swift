extension Tracker {
    /// Records a read that was not found at the cursor.
    ///
    /// Rows bear the serial of the run that linked them last, so that reading a row twice
    /// makes one edge. Rows confirmed at the cursor are marked only when a read misses it: a
    /// run that repeats the last one never pays for marks.
    @usableFromInline
    mutating func depend(on row: RowIndex) {
        let core = engine.core
        if cursor != .none, core.pointee.edges[cursor].producer == row { return take(cursor) }
        if serial == 0 { begin() }
        if marked != last { markConfirmed() }
        let mark = core.pointee.cold[row].linkedBy
        if mark == serial { return }
        if mark > serial || marksWereForgotten, hasRead(row) { return }
        if cursor != .none {
            let next = core.pointee.edges[cursor].nextDependency
            if next != .none, core.pointee.edges[next].producer == row {
                engine.setNextDependency(next, of: consumer, after: last)
                _ = engine.unlink(cursor)
                take(next)
                return
            }
        }
        requireRunning()
        last = engine.link(row, to: consumer, after: last)
        core.pointee.cold[row].linkedBy = serial
        marked = last
    }

    /// Lets the cursor go round the confirmed dependencies, behind the one at which a read was repeated: a
    /// body that reads the same rows over and over pays for each what it pays at the cursor.
    ///
    /// Until `goOn()` the consumer's list is a ring that the row knows by its end, and what the last run
    /// read is not in it.
    @usableFromInline
    mutating func goRound() {
        requireRunning()
        let own = engine.core.pointee.rows + Int(consumer.rawValue)
        let next = cursor
        engine.core.pointee.edges[last].nextDependency = own.pointee.firstDependency
        own.pointee.firstDependency = last
        own.pointee.tag.bits |= Tag.ring
        cursor = engine.core.pointee.edges[again].nextDependency
        again = next
    }

    /// Puts the cursor back to where it was before it went round.
    @usableFromInline
    mutating func goOn() {
        requireRunning()
        straighten()
    }

    private mutating func straighten() {
        let own = engine.core.pointee.rows + Int(consumer.rawValue)
        (last, cursor) = (own.pointee.firstDependency, again)
        own.pointee.firstDependency = engine.core.pointee.edges[last].nextDependency
        engine.core.pointee.edges[last].nextDependency = cursor
        own.pointee.tag.bits &= ~Tag.ring
        again = .none
    }

    /// The first read of a run that is not where the last run had it.
    private mutating func begin() {
        requireRunning()
        serial = engine.nextRunSerial()
    }

    /// A tracker that unsafe code kept must not record what nobody runs for (TURN-5).
    private func requireRunning() {
        let tag = engine.core.pointee.rows[consumer].tag
        if !tag.has(Tag.computing | Tag.running) { trapEnded(isGone: tag.has(Tag.vacant)) }
    }

    @inline(never)
    private func trapEnded(isGone: Bool) -> Never {
        fatalError(
            """
            CogArena: the reader of \(isGone ? "a row that is gone" : engine.describe(consumer)) was used \
            after its run. A reader is lent for one run; read what later work needs before it ends.
            """)
    }

    private mutating func take(_ edge: EdgeIndex) {
        last = edge
        cursor = engine.core.pointee.edges[edge].nextDependency
    }

    /// Whether the run did not just read what the last one read.
    @inlinable
    var isIrregular: Bool { cursor.rawValue | marked.rawValue != 0 }

    /// Drops the edges that the run did not read again, and those that it doubled.
    @usableFromInline
    @inline(never)
    consuming func dropUnread() {
        if engine.core.pointee.rows[consumer].tag.has(Tag.ring) { straighten() }
        if marked != .none, marked != last { markConfirmed() }
        if cursor == .none { return }
        engine.setNextDependency(.none, of: consumer, after: last)
        engine.unlinkAll(from: cursor)
    }

    /// Marks what was confirmed at the cursor since the last mark.
    ///
    /// Behind a linked edge the cursor may have come upon the same row's edge of the previous
    /// run; that one goes, so that a row has one edge to each it read (READ-3).
    @inline(never)
    private mutating func markConfirmed() {
        let (edges, cold) = (engine.core.pointee.edges, engine.core.pointee.cold)
        let mayRepeat = marked != .none
        // Marks that were forgotten tell nothing: then each edge is compared with those before it.
        let least = mayRepeat ? marksWereForgotten ? 0 : serial : .max
        var previous = marked
        var edge =
            mayRepeat
            ? edges[marked].nextDependency
            : engine.core.pointee.rows[consumer].firstDependency
        while true {
            let isLast = edge == last
            let producer = edges[edge].producer
            let mark = cold[producer].linkedBy
            if mark >= least, mark == serial || isLinked(producer, upTo: previous) {
                edge = engine.unlink(edge)
                engine.setNextDependency(edge, of: consumer, after: previous)
            } else {
                cold[producer].linkedBy = serial
                previous = edge
                edge = edges[edge].nextDependency
            }
            if isLast { break }
        }
        last = previous
        marked = last
        again = .none
    }

    /// Whether runs were counted anew inside this one, so that its marks are gone.
    private var marksWereForgotten: Bool { serial > engine.core.pointee.runSerial }

    /// Whether this run has read `row`, whose mark a run nested in this one may have overwritten.
    ///
    /// Told from what the run has read and from who reads the row, whichever is less: a first run may read
    /// many rows that its nested runs have just read, and few others do. O(min(dependencies, readers)), but
    /// O(dependencies) for a row that the last run read too, as its edge may be left from that.
    @inline(never)
    private func hasRead(_ row: RowIndex) -> Bool {
        guard last != .none else { return false }
        let (rows, edges) = (engine.core.pointee.rows, engine.core.pointee.edges)
        var edge = rows[consumer].firstDependency
        var reader = rows[row].firstSubscriber
        while reader != .none {
            if edges[edge].producer == row { return true }
            if edge == last { return false }
            if edges[reader].consumer == consumer {
                return cursor == .none || isLinked(row, upTo: last)
            }
            edge = edges[edge].nextDependency
            reader = edges[reader].nextSubscriber
        }
        return false
    }

    /// Whether this run has an edge to `row` up to `end`, told from the edges: a run nested in
    /// this one may have overwritten the mark.
    @inline(never)
    private func isLinked(_ row: RowIndex, upTo end: EdgeIndex) -> Bool {
        guard end != .none else { return false }
        let core = engine.core
        var edge = core.pointee.rows[consumer].firstDependency
        while true {
            if core.pointee.edges[edge].producer == row { return true }
            if edge == end { return false }
            edge = core.pointee.edges[edge].nextDependency
        }
    }
}

extension Engine {
    @usableFromInline
    func hasPrevious(_ row: RowIndex, of type: Any.Type) -> Bool {
        let tag = core.pointee.rows[row].tag
        if tag.has(Tag.watcher) { return false }
        let family = head(of: row).pointee.family
        guard family.valueType == type else {
            fatalError(
                "CogArena: \(describe(row)) holds \(family.valueType), so its previous value "
                    + "cannot be read as \(type). Ask for \(family.valueType).")
        }
        return tag.state != .fresh
    }
}
