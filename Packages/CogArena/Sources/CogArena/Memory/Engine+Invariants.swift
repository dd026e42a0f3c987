extension Engine {
    /// Runs the whole check after a mutation in builds with `-D COG_INTERNAL_CHECKS`, and is
    /// nothing in others.
    @inline(__always)
    func runInvariants() {
        #if COG_INTERNAL_CHECKS
            checkInvariants()
        #endif
    }

    /// Traps, saying which, unless every invariant of the arena holds. O(rows + edges).
    ///
    /// Between runs: a clean row has only clean dependencies; a row nobody reads through a
    /// clean chain was marked; each edge is in exactly one list of its producer and one of its
    /// consumer; each row is where its family looks for it; the counts agree with what is there.
    public func checkInvariants() {
        var rows = 0
        var fromConsumers = 0
        var fromProducers = 0
        var watchers = 0
        for index in 1..<core.pointee.rowCount {
            let row = RowIndex(UInt32(index))
            let tag = core.pointee.rows[row].tag
            if tag.has(Tag.vacant) { continue }
            rows += 1
            watchers += tag.has(Tag.watcher) ? 1 : 0
            fromProducers += checkSubscribers(of: row)
            let family = head(of: row).pointee.family
            let hasDependencies = !family.isSource || tag.has(Tag.watcher)
            if hasDependencies { fromConsumers += checkDependencies(of: row) }
            check(
                core.pointee.rows[row].changedAt <= core.pointee.revision,
                "\(describe(row)) changed after the latest revision")
        }
        check(rows == core.pointee.liveRows, "\(rows) rows live, \(core.pointee.liveRows) counted")
        check(
            fromConsumers == core.pointee.liveEdges && fromProducers == core.pointee.liveEdges,
            "\(fromConsumers) edges at consumers, \(fromProducers) at producers, "
                + "\(core.pointee.liveEdges) counted")
        // A row is made before it is put where its family looks, with a call of its key between.
        if core.pointee.computing == 0 { checkPlaces(of: rows - watchers) }
    }

    private func checkPlaces(of rows: Int) {
        var placed = 0
        let singles = (0...core.pointee.singles.mask).map { core.pointee.singles.buckets[$0] }
            .filter { $0.row != .none }
        placed += singles.count
        check(singles.count == core.pointee.singles.count, "the table of single rows counts wrongly")
        for entry in singles {
            check(!core.pointee.rows[entry.row].tag.has(Tag.vacant), "a released single row's place")
            let id = head(of: entry.row).pointee.family.id
            check(KeyHash(ofFamily: id) == entry.hash, "\(describe(entry.row)) is in another's place")
        }
        for (id, table) in core.pointee.tables {
            let entries = (0...table.pointee.mask).map { table.pointee.buckets[$0] }
                .filter { $0.row != .none }
            placed += entries.count
            check(entries.count == table.pointee.count, "a key table counts wrongly")
            check(!table.pointee.isIdle || entries.isEmpty, "a key table with rows is taken for idle")
            for entry in entries {
                check(!core.pointee.rows[entry.row].tag.has(Tag.vacant), "a key of a released row")
                check(head(of: entry.row).pointee.family.id == id, "a key of another family's row")
            }
        }
        check(
            core.pointee.tables.values.count { $0.pointee.isIdle } == core.pointee.idleTables,
            "\(core.pointee.idleTables) idle key tables counted")
        check(placed == rows, "\(rows) rows live, \(placed) found by family and key")
    }

    private func checkDependencies(of row: RowIndex) -> Int {
        let tag = core.pointee.rows[row].tag
        // What a run has not read again yet, and what it has met again, is sorted out when it ends.
        if tag.has(Tag.running | Tag.computing) { return checkDependenciesOfRun(row) }
        var count = 0
        var seen: Set<RowIndex> = []
        var edge = core.pointee.rows[row].firstDependency
        while edge != .none {
            let producer = core.pointee.edges[edge].producer
            check(core.pointee.edges[edge].consumer == row, "\(describe(row)) has another's edge")
            check(!core.pointee.rows[producer].tag.has(Tag.vacant), "an edge to a released row")
            if core.pointee.computing == 0, !tag.needsWork {
                check(
                    !core.pointee.rows[producer].tag.needsWork,
                    "\(describe(row)) is clean above \(describe(producer)), which is not")
            }
            check(seen.insert(producer).inserted, "\(describe(row)) has two edges to one row")
            count += 1
            edge = core.pointee.edges[edge].nextDependency
        }
        return count
    }

    /// The edges of a running row, looked for everywhere: what it reads over and over is a ring, and what
    /// the last run read is not in it.
    private func checkDependenciesOfRun(_ row: RowIndex) -> Int {
        var count = 0
        for index in 1..<core.pointee.edgeCount where core.pointee.edges[index].consumer == row {
            let producer = core.pointee.edges[index].producer
            check(!core.pointee.rows[producer].tag.has(Tag.vacant), "an edge to a released row")
            count += 1
        }
        return count
    }

    private func checkSubscribers(of row: RowIndex) -> Int {
        var count = 0
        var previous = EdgeIndex.none
        var edge = core.pointee.rows[row].firstSubscriber
        while edge != .none {
            check(core.pointee.edges[edge].producer == row, "\(describe(row)) lists another's reader")
            check(core.pointee.edges[edge].previousSubscriber == previous, "a broken back link")
            count += 1
            previous = edge
            edge = core.pointee.edges[edge].nextSubscriber
        }
        return count
    }

    private func check(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fatalError("CogArena: invariant broken: \(message())") }
    }

    /// How many rows live.
    public var liveRows: Int { core.pointee.liveRows }

    /// How many dependencies are recorded.
    public var liveEdges: Int { core.pointee.liveEdges }
}
