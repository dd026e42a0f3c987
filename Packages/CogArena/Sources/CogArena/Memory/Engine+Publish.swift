// A derived row may make its value in two steps: its run chooses what is to be done, and the front end
// publishes what came of it, later, as a change like a source's.
extension Engine {
    /// Whether a slot's row lives and its value holds: nothing it read has changed since its latest run.
    public func isSettled(_ slot: Slot) -> Bool {
        isLive(slot) && !core.pointee.rows[slot.row].tag.needsWork
    }

    /// Changes the value of a settled derived row where it is; the next `commit` makes it a change,
    /// whatever the family's equality says.
    ///
    /// Traps when the row is not settled, or holds another type of value.
    ///
    /// - Parameter change: Says whether there is one. What it takes out of the value it sets aside, and
    ///   no code of the application's runs in it.
    @inlinable
    public func publish<Value>(of type: Value.Type, at slot: Slot, _ change: (inout Value) -> Bool) {
        requireSettled(slot, of: type)
        if change(&valuePointer(of: slot.row, as: type).pointee) { notePublished(slot) }
    }

    @usableFromInline
    func notePublished(_ slot: Slot) {
        if core.pointee.isTracing { traceWrite(of: slot.row) }
        core.pointee.changed.push(slot.row)
    }

    /// The value of a settled row, whoever asks; its demand is not noted.
    ///
    /// Traps when the row is not settled, or holds another type of value.
    @inlinable
    public func settledValue<Value>(of type: Value.Type, at slot: Slot) -> Value {
        requireSettled(slot, of: type)
        return valuePointer(of: slot.row, as: type).pointee
    }

    /// Takes a derived row for dirty at once: it runs when it is next demanded, though nothing it read
    /// has changed. A stale slot, a source, and a row without a value are passed over.
    public func invalidate(_ slot: Slot) {
        if isLive(slot) { takeForDirty(slot.row) }
    }

    /// Makes the front end be asked for what it has left to do after the next read, as for idle rows.
    public func askForRest() { core.pointee.idle.push(.none) }

    /// Runs a comparison of a row's values; a read of the arena inside it traps.
    @inlinable
    public func comparing<Result>(at slot: Slot, _ body: () -> Result) -> Result {
        let outer = core.pointee.comparing
        core.pointee.comparing = slot.row
        defer { core.pointee.comparing = outer }
        return body()
    }

    @usableFromInline
    func requireSettled(_ slot: Slot, of type: Any.Type) {
        guard isSettled(slot) else {
            fatalError(
                "CogArena: \(slot) is not settled, so nothing can be published there. Ask `isSettled` first.")
        }
        let family = head(of: slot.row).pointee.family
        if family.isSource || family.valueType != type {
            fatalError(
                "CogArena: \(describe(slot.row)) does not compute values of the type \(type). Publish what "
                    + "its family computes.")
        }
    }
}
