import CogArena

extension Context {
    /// What the run was chosen from changed, and nobody has demanded the state since. The next demand
    /// chooses again; whether the change mattered is not settled to find out (ASYNC-10).
    func reject(_ run: AsyncRun, _ row: AsyncRow) {
        row.schedule.end(run)
        row.supersede(run)
        row.supersede(row.schedule.rejectWaiting())
        engine.invalidate(row.slot)
        row.releaseRetired()
        letGoIfIdle(row)
    }

    /// Publishes what came of a run of an idle graph's, and asks for the next of the row's that waits.
    func turn(of row: AsyncRow, _ verb: StaticString, _ publish: () -> Void) {
        systemTurnNow("\(verb) \(row.label)") {
            publish()
            if row.schedule.canStart { askToStart(row) }
        }
    }

    /// A state that goes ends its work: its tasks are cancelled and its refreshes answered where
    /// application code may run. Whatever comes of them later meets no row.
    func forgetAsync(at slot: Slot) {
        guard !asyncRows.isEmpty, let row = asyncRows.removeValue(forKey: slot) else { return }
        giveBackRoom()
        row.leave()
        forgetExtras(of: row)
        closing.append(row)
        engine.askForRest()
    }

    /// Ends the work of states that went.
    func closeAsyncRows() {
        while let row = closing.popLast() { row.close() }
    }
}
