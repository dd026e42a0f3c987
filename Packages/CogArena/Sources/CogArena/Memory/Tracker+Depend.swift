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
        markConfirmed()
        if isConfirmed(row, upTo: last) { return }
        if cursor != .none {
            let next = core.pointee.edges[cursor].nextDependency
            if next != .none, core.pointee.edges[next].producer == row {
                engine.setNextDependency(next, of: consumer, after: last)
                _ = engine.unlink(cursor)
                take(next)
                return
            }
        }
        last = engine.link(row, to: consumer, after: last)
        core.pointee.cold[row].linkedBy = serial
        marked = last
    }

    private mutating func take(_ edge: EdgeIndex) {
        last = edge
        cursor = engine.core.pointee.edges[edge].nextDependency
    }

    /// The run's last dependency, once those that it linked and then met again are one.
    consuming func lastWithoutRepeats() -> EdgeIndex {
        if marked != .none { markConfirmed() }
        return last
    }

    /// Marks what was confirmed at the cursor since the last mark.
    ///
    /// Behind a linked edge the cursor may have come upon the same row's edge of the previous
    /// run; that one goes, so that a row has one edge to each it read (READ-3).
    private mutating func markConfirmed() {
        guard marked != last else { return }
        let core = engine.core
        let mayRepeat = marked != .none
        var previous = marked
        var edge =
            mayRepeat
            ? core.pointee.edges[marked].nextDependency
            : core.pointee.rows[consumer].firstDependency
        while true {
            let isLast = edge == last
            let producer = core.pointee.edges[edge].producer
            if mayRepeat, isConfirmed(producer, upTo: previous) {
                edge = engine.unlink(edge)
                engine.setNextDependency(edge, of: consumer, after: previous)
            } else {
                core.pointee.cold[producer].linkedBy = serial
                previous = edge
                edge = core.pointee.edges[edge].nextDependency
            }
            if isLast { break }
        }
        last = previous
        marked = last
    }

    /// Whether this run has an edge to `row` among those up to `end`, which are marked.
    private func isConfirmed(_ row: RowIndex, upTo end: EdgeIndex) -> Bool {
        let core = engine.core
        let mark = core.pointee.cold[row].linkedBy
        if mark == serial { return true }
        // Only a run nested in this one may have overwritten the mark.
        guard mark > serial, end != .none else { return false }
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
                "CogArena: '\(family.label)' holds \(family.valueType), so its previous value "
                    + "cannot be read as \(type).")
        }
        return tag.state != .fresh
    }
}
