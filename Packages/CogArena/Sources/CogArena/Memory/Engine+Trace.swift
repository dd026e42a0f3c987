// What is recorded for a front end that keeps a history. The walks ask one flag; the rest is out of line.
extension Engine {
    /// Whether runs and writes are recorded for `takeTrace`.
    public func setTracing(_ isTracing: Bool) { core.pointee.isTracing = isTracing }

    /// What was recorded since the last call, to be taken before the next revision is published. No
    /// application's code runs in it.
    public func takeTrace() -> Trace {
        var trace = Trace()
        for index in 0..<core.pointee.ran.count {
            let run = core.pointee.ran[index]
            let isChange = run.known == .first || hasChanged(run)
            trace.runs.append(Trace.Run(slot: run.slot, cause: run.known, isChange: isChange))
        }
        for index in 0..<core.pointee.written.count {
            let write = core.pointee.written[index]
            trace.writes.append(
                Trace.Write(slot: write.slot, before: write.known, isChange: hasChanged(write)))
        }
        core.pointee.ran.removeAll()
        core.pointee.written.removeAll()
        core.pointee.pruneAt = Self.leastToPrune
        return trace
    }

    private func hasChanged<Known>(_ begun: Begun<Known>) -> Bool {
        isLive(begun.slot) && core.pointee.rows[begun.slot.row].changedAt != begun.changedAt
    }

    /// The run of a watcher that is about to be, which changes no value. O(dependencies).
    ///
    /// Traps when the slot is stale.
    public func runToCome(of watcher: Slot) -> Trace.Run {
        requireLive(watcher)
        return Trace.Run(slot: watcher, cause: cause(watcher.row), isChange: false)
    }

    /// A row's value, where it may be kept for a history: a small one with nothing to be released, or the
    /// beginning of a text. Nil otherwise, and for a row without a value.
    public func keepableValue(of slot: Slot) -> Any? { isLive(slot) ? keepableValue(slot.row) : nil }

    @inline(never)
    func traceRun(of row: RowIndex) {
        if head(of: row).pointee.family.isSource { return }
        if core.pointee.ran.count >= core.pointee.pruneAt { pruneTrace() }
        core.pointee.ran.push(
            Begun(slot: slot(of: row), known: cause(row), changedAt: core.pointee.rows[row].changedAt))
    }

    @usableFromInline
    @inline(never)
    func traceWrite(of row: RowIndex) {
        core.pointee.written.push(
            Begun(
                slot: slot(of: row), known: keepableValue(row), changedAt: core.pointee.rows[row].changedAt))
    }

    /// The walk that makes a row run has settled what the row read up to the first that changed.
    private func cause(_ row: RowIndex) -> RunCause {
        let own = core.pointee.rows[row]
        if own.tag.isFresh || own.firstDependency == .none && own.tag.has(Tag.watcher) { return .first }
        var edge = own.firstDependency
        while edge != .none {
            let producer = core.pointee.edges[edge].producer
            if core.pointee.rows[producer].changedAt > own.checkedAt,
                !core.pointee.rows[producer].tag.needsWork
            {
                return .changed(slot(of: producer))
            }
            edge = core.pointee.edges[edge].nextDependency
        }
        return .asked
    }

    private func keepableValue(_ row: RowIndex) -> Any? {
        let own = core.pointee.rows[row]
        return own.tag.isFresh ? nil : head(of: row).pointee.family.keepableValue(in: own.cell)
    }

    /// Where no turn comes to take the trace, reads alone must not make it grow for ever: what ran and went
    /// is forgotten, and what lives ran about once.
    private func pruneTrace() {
        var kept = 0
        for index in 0..<core.pointee.ran.count where isLive(core.pointee.ran[index].slot) {
            core.pointee.ran[kept] = core.pointee.ran[index]
            kept += 1
        }
        core.pointee.ran.count = kept
        core.pointee.pruneAt = max(Self.leastToPrune, kept * 2)
    }

    static var leastToPrune: Int { 1 << 16 }
}
