import CogArena

// A paced state's choice is held beside its schedule until its time has come, and only then taken in.
// Its status is pending from the choice on: that is when the wait begins for whoever looks.
extension Context {
    /// Takes in what a selector chose, for a state with a pace: the choice before, if it still waits,
    /// is forgotten.
    func hold(_ work: WorkBody, _ row: AsyncRow, _ extras: RowExtras) {
        if let earlier = extras.held { row.retire(earlier) }
        extras.held = work
        queue.append(
            QueuedTurn(
                name: "pending \(row.label)", cause: runningLabel, owner: nil,
                isAdmitted: { [unowned self] in holds(row, extras) },
                work: .system { [unowned self] in pace(row, extras) }))
        engine.askForRest()
    }

    /// Whether something is held that still is to be done. What was chosen from what does not hold any
    /// more is dropped: the next demand chooses again.
    private func holds(_ row: AsyncRow, _ extras: RowExtras) -> Bool {
        row.releaseRetired()
        guard row.isOpen, extras.held != nil else { return false }
        if engine.isSettled(row.slot) { return true }
        let dropped = extras.drop()
        engine.invalidate(row.slot)
        _ = consume dropped
        return false
    }

    private func pace(_ row: AsyncRow, _ extras: RowExtras) {
        guard let pacer = extras.pacer else { return }
        if pacer.mayGo() {
            admit(row, extras)
            if row.schedule.canStart { start(row) }
            return
        }
        row.plan.publishStart(engine, row.slot)
        // Under a throttle the latest goes on until another starts: it is what is shown meanwhile.
        if pacer.dropsEarlier, row.schedule.policy == .latest {
            row.supersede(row.schedule.dropActive())
        }
    }

    /// Takes what is held into the schedule.
    private func admit(_ row: AsyncRow, _ extras: RowExtras) {
        if let work = extras.held.take() { take(work, row) }
    }

    /// The time of what is held has come.
    func letGo(_ row: AsyncRow) {
        guard let extras = row.extras else { return }
        if phase != .idle || engine.isComputing {
            return afterTurn { [weak self, weak row] in if let row { self?.letGo(row) } }
        }
        guard holds(row, extras) else { return }
        extras.pacer?.noteGone()
        admit(row, extras)
        askToStart(row)
        comeToRest()
    }
}
