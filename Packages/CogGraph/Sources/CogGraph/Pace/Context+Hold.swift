import CogArena

// A paced state's choice is held beside its schedule until its time has come, and only then taken in.
// Its status is pending from the choice on: that is when the wait begins for whoever looks.
extension Context {
    /// Takes in what a selector chose, for a state with a pace: the choice before, if it still waits,
    /// is forgotten.
    func hold<Value>(
        _ work: WorkBody<Value>, _ row: AsyncRow<Value>, _ extras: RowExtras<Value>, at slot: Slot
    ) {
        if let earlier = extras.held { row.retire(earlier) }
        extras.held = work
        queue.append(
            QueuedTurn(
                name: "pending \(row.label)", cause: runningLabel, owner: nil,
                isAdmitted: { [unowned self] in holds(row, extras, at: slot) },
                work: .system { [unowned self] in pace(row, extras, at: slot) }))
        engine.askForRest()
    }

    /// Whether something is held that still is to be done. What was chosen from what does not hold any
    /// more is dropped: the next demand chooses again.
    private func holds<Value>(
        _ row: AsyncRow<Value>, _ extras: RowExtras<Value>, at slot: Slot
    ) -> Bool {
        row.releaseRetired()
        guard asyncRows[slot] === row, extras.held != nil else { return false }
        if engine.isSettled(slot) { return true }
        let dropped = extras.drop()
        engine.invalidate(slot)
        _ = consume dropped
        return false
    }

    private func pace<Value>(_ row: AsyncRow<Value>, _ extras: RowExtras<Value>, at slot: Slot) {
        guard let pacer = extras.pacer else { return }
        if pacer.mayGo() {
            admit(row, extras, at: slot)
            if row.schedule.canStart { start(row, at: slot) }
            return
        }
        publishPending(at: slot, of: Value.self)
        // Under a throttle the latest goes on until another starts: it is what is shown meanwhile.
        if pacer.dropsEarlier, row.schedule.policy == .latest {
            row.supersede(row.schedule.dropActive())
        }
    }

    /// Takes what is held into the schedule.
    private func admit<Value>(
        _ row: AsyncRow<Value>, _ extras: RowExtras<Value>, at slot: Slot
    ) {
        guard let work = extras.held else { return }
        extras.held = nil
        take(work, row)
    }

    /// The time of what is held has come.
    func letGo<Value>(_ row: AsyncRow<Value>, at slot: Slot) {
        guard let extras = row.extras(of: Value.self) else { return }
        if phase != .idle || engine.isComputing {
            return afterTurn { [weak self, weak row] in if let row { self?.letGo(row, at: slot) } }
        }
        guard holds(row, extras, at: slot) else { return }
        extras.pacer?.noteGone()
        admit(row, extras, at: slot)
        askToStart(row, at: slot)
        comeToRest()
    }
}
