import CogArena

// Freshness says when a value that is still there is to be asked for anew; how long it is there is its
// lifetime. What is not fresh is invalid like what was chosen from something that changed: who watches
// it has it chosen anew at once, and who does not at the next demand.
extension Context {
    /// A run of the row gave its last result, which is published.
    func noteEnded(_ row: AsyncRow) {
        guard row.isOpen, !row.isBusy, let extras = row.extras else { return }
        if let watcher = extras.left.take(), isUnowned(watcher) { return engine.invalidate(row.slot) }
        if let span = row.plan.staleAfter { extras.staleness?.set(for: clock.now().advanced(by: span)) }
    }

    /// The latest result is as old as its declaration lets it be.
    func becomeStale(_ row: AsyncRow) {
        guard row.isOpen, !row.isBusy else { return }
        systemTurn("stale \(row.label)") { [self] in
            if row.isOpen, !row.isBusy { engine.invalidate(row.slot) }
        }
    }

    /// The last that watched a state has left. If its declaration says so, whoever comes next has it
    /// chosen anew; what is under way is let end first.
    ///
    /// - Parameter slot: The row of its value or of its status.
    func noteLeft(_ slot: Slot) {
        let own = engine.annotation(of: slot).flatMap { unsafeDowncast($0, to: LifetimePolicy.self).own }
        guard own?.refreshesOnReturn == true, isUnowned(slot)
        else { return }
        let statuses = asyncRows[slot] != nil ? slot : engine.dependencies(of: slot).first
        guard let statuses, let row = asyncRows[statuses] else { return }
        if row.isBusy { row.extras?.left = slot } else { engine.invalidate(statuses) }
    }

    func isUnowned(_ slot: Slot) -> Bool {
        engine.contains(slot) && !engine.isObserved(slot) && !engine.isInUse(slot)
    }
}
