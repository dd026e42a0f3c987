import CogArena

extension Cogs {
    /// The committed values of all sources declared `restorable()` that have been read or written here.
    ///
    /// Inside a turn's body it has what was committed before. Demands nothing: no grace begins.
    ///
    /// - Complexity: O(rows of the context).
    public func snapshot() -> CogSnapshot {
        let slots = engine.rows { $0.note is AnyRestorer }.filter { engine.isSettled($0) }
        return CogSnapshot(
            sources: slots.compactMap { slot in restorer(of: slot)?.save(slot, in: engine) })
    }

    /// Writes a snapshot back, in one turn.
    ///
    /// Restorable sources that are not in it had not been touched when it was taken, or not in its context:
    /// they return to their starting value, which is made anew. Other sources stay as they are; computed
    /// state follows. Inside a turn's body it joins that turn, in a flush it waits.
    ///
    /// Traps inside a selector or an equality rule.
    ///
    /// - Parameter name: Names the turn in the history.
    public func restore(_ snapshot: CogSnapshot, name: String = "restore") {
        turn(named: name) { [self] _ in
            var written: Set<Slot> = []
            for source in snapshot.sources { written.insert(source.stage(in: engine)) }
            let others = engine.rows { $0.note is AnyRestorer }
            for slot in others where !written.contains(slot) && engine.isSettled(slot) {
                restorer(of: slot)?.stageStart(of: slot, in: engine)
            }
        }
    }

    private func restorer(of slot: Slot) -> AnyRestorer? { engine.family(of: slot).note as? AnyRestorer }
}
