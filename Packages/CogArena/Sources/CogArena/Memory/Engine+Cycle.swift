/// Takes a cycle's message where a trap would end the process.
struct CycleHook {
    let take: (String) -> Void
    let standIns: [Any]
}

// A cycle that a hook took leaves no lasting trace. The row that made the closing read is
// spoilt: its value came from one that was not settled. Whoever reads a spoilt row is spoilt
// too, and neither read makes an edge, so edges never form a loop. When the settlement ends, its
// spoilt rows are dirty: each later demand computes them anew, reporting the cycle again or
// finding it gone. Watchers have no later demand, so a spoilt one is woken by every change.
extension Engine {
    /// Hands a cycle's message to `hook` instead of trapping (GRAPH-4).
    ///
    /// The read that closed the cycle then answers with the row's previous value, or, if it has
    /// none yet, with the first of `standIns` that is of its type; it traps when there is none.
    /// Once the cycle is gone, all that took part is computed anew (GRAPH-5).
    ///
    /// - Parameters:
    ///   - standIns: Values for rows that are computed for the first time.
    ///   - hook: Runs in the middle of a settlement: it must not touch the arena. Nil makes
    ///     cycles trap again.
    public func setCycleHook(standingIn standIns: [Any] = [], _ hook: ((String) -> Void)?) {
        core.pointee.cycleHook = hook.map { CycleHook(take: $0, standIns: standIns) }
    }

    /// Traps with the whole path of a cycle, or hands it to the hook that a tool installed.
    @inline(never)
    func reportCycle(closing row: RowIndex) {
        var path: [String] = []
        for index in 0..<core.pointee.frames.count {
            let waiting = core.pointee.frames[index].row
            if waiting == row { path = [] }
            path.append(describe(waiting))
        }
        path.append(describe(row))
        let message = """
            CogArena: a cycle: \(path.joined(separator: " → ")). A value cannot be computed from \
            itself; break the loop, or read the previous value with `curr`.
            """
        guard let hook = core.pointee.cycleHook else { fatalError(message) }
        hook.take(message)
        // A peek spoils too, though it makes no edge: its reader used what was not settled.
        for index in stride(from: core.pointee.frames.count - 1, through: 0, by: -1) {
            let reader = core.pointee.frames[index].row
            if core.pointee.rows[reader].tag.has(Tag.computing) { return spoil(reader) }
        }
    }

    /// Notes that a row's value came from one that is not settled.
    @usableFromInline
    func spoil(_ row: RowIndex) {
        let tag = core.pointee.rows[row].tag
        if tag.has(Tag.spoilt) { return }
        if tag.has(Tag.watcher) {
            core.pointee.spoiltWatchers.push(row)
        } else if head(of: row).pointee.family.isSource {
            return
        } else {
            core.pointee.spoilt.push(row)
        }
        core.pointee.rows[row].tag.bits |= Tag.spoilt
    }

    /// Makes every later demand of the rows spoilt in this settlement compute them anew. Their
    /// edges go: with some reads unrecorded, they do not tell what to look at in which order.
    @inline(never)
    func leaveSpoiltDirty() {
        while core.pointee.spoilt.count > 0 {
            let row = core.pointee.spoilt.pop()
            guard core.pointee.rows[row].tag.has(Tag.spoilt) else { continue }
            core.pointee.rows[row].tag.bits &= ~Tag.spoilt
            core.pointee.rows[row].tag.state = .dirty
            unlinkAll(from: core.pointee.rows[row].firstDependency)
            core.pointee.rows[row].firstDependency = .none
        }
    }

    @inline(never)
    func wakeSpoilt() {
        while core.pointee.spoiltWatchers.count > 0 {
            let row = core.pointee.spoiltWatchers.pop()
            if core.pointee.rows[row].tag.has(Tag.spoilt) { wake(row) }
        }
    }

    /// What a read answers with that a cycle kept from settling a row.
    ///
    /// It makes no edge, so it counts as a demand: without an edge or a grace nothing would ever
    /// look at the row again.
    @inlinable
    @inline(never)
    func unsettledValue<Value>(of row: RowIndex, as type: Value.Type) -> Value {
        if core.pointee.rows[row].tag.notesDemand { noteDemand(row) }
        if core.pointee.rows[row].tag.state != .fresh {
            return valuePointer(of: row, as: Value.self).pointee
        }
        for value in standIns { if let value = value as? Value { return value } }
        trapNoValue(row)
    }

    @usableFromInline
    var standIns: [Any] { core.pointee.cycleHook?.standIns ?? [] }

    @usableFromInline
    @inline(never)
    func trapNoValue(_ row: RowIndex) -> Never {
        fatalError(
            """
            CogArena: \(describe(row)) depends on itself before it ever had a value, so there is \
            nothing to answer with. Hand a stand-in of its type to the cycle hook.
            """)
    }
}
