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
        let mark = core.pointee.cold[row].linkedBy
        if mark == serial { return }
        // A run nested in this one may have overwritten the mark.
        if mark > serial, isConfirmed(row) { return }
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

    private mutating func markConfirmed() {
        guard marked != last else { return }
        let core = engine.core
        var edge =
            marked == .none
            ? core.pointee.rows[consumer].firstDependency
            : core.pointee.edges[marked].nextDependency
        while true {
            core.pointee.cold[core.pointee.edges[edge].producer].linkedBy = serial
            if edge == last { break }
            edge = core.pointee.edges[edge].nextDependency
        }
        marked = last
    }

    private func isConfirmed(_ row: RowIndex) -> Bool {
        guard last != .none else { return false }
        let core = engine.core
        var edge = core.pointee.rows[consumer].firstDependency
        while true {
            if core.pointee.edges[edge].producer == row { return true }
            if edge == last { return false }
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
