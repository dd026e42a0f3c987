import CogArena

extension Context {
    /// Takes in what a selector chose. It computes now, so nothing is started or published before the
    /// turn that is asked for here: an Observation handler or a reaction would enter the cold read.
    ///
    /// - Parameters:
    ///   - key: Asked for a row that is new: its key in words, or nil for the only row.
    ///   - tags: The same, for what it is called by.
    func choose(_ choice: Choice, key: () -> String?, tags: () -> [any Hashable & Sendable]) {
        let row = asyncRows[choice.slot] ?? addAsyncRow(choice, key, tags)
        let forced = refreshing.flatMap { $0.slot == choice.slot ? $0.end : nil }
        if let extras = row.extras, extras.pacer != nil {
            if forced == nil { return hold(choice.work, row, extras) }
            // Who asks for a refresh waits for it already.
            if let held = extras.drop() { row.retire(held) }
        }
        let run = take(choice.work, row)
        if let forced {
            refreshing = nil
            run.refresh = forced
        }
        askToStart(row)
    }

    /// Lets a row's schedule choose a run.
    @discardableResult
    func take(_ work: WorkBody, _ row: AsyncRow) -> AsyncRun {
        let (run, superseded) = row.schedule.select(work)
        row.supersede(superseded)
        return run
    }

    private func addAsyncRow(
        _ choice: Choice, _ key: () -> String?, _ tags: () -> [any Hashable & Sendable]
    ) -> AsyncRow {
        let row = AsyncRow(choice.plan, choice.plan.label(of: key()), at: choice.slot, in: self)
        asyncRows[choice.slot] = row
        if choice.plan.needsExtras { setUpExtras(of: row, tags: tags()) }
        return row
    }

    /// Asks for the turn in which the next waiting run starts. Where nothing may start by then, there is
    /// no such turn.
    func askToStart(_ row: AsyncRow) {
        queue.append(
            QueuedTurn(name: "", cause: runningLabel, owner: nil, isAdmitted: nil, work: .start(row)))
        engine.askForRest()
    }

    /// Whether a run waits that may start. One that was chosen from what does not hold any more never
    /// will: the next demand chooses again.
    func mayStart(_ row: AsyncRow) -> Bool {
        row.releaseRetired()
        guard row.isOpen, row.schedule.canStart else { return false }
        if engine.isSettled(row.slot) { return true }
        row.supersede(row.schedule.rejectWaiting())
        engine.invalidate(row.slot)
        row.releaseRetired()
        letGoIfIdle(row)
        return false
    }

    /// Publishes that something is awaited, and starts the run that comes next.
    func start(_ row: AsyncRow) {
        guard let (run, superseded) = row.schedule.start() else { return }
        row.plan.publishStart(engine, row.slot)
        row.supersede(superseded)
        row.extras?.staleness?.end()
        if let retry = row.plan.retry, let work = run.work { run.work = retried(work, by: retry) }
        run.row = row
        run.task = launch(run, named: row.label)
    }

    /// Work that is cancelled before its task got its turn never begins.
    private func launch(_ run: AsyncRun, named name: String) -> Task<Void, Never> {
        Task(name: name) { @MainActor in
            RunEnds.begin(run)
            guard !Task.isCancelled, let work = run.work.take() else {
                return RunEnds.note(run, counted: false)
            }
            do {
                try await work.perform(run)
                if run.isStream { run.isCounted = run.finish() }
            } catch {
                run.isCounted = run.fail(error)
            }
            RunEnds.note(run, counted: run.isCounted)
        }
    }

    /// Keeps nothing beside a row of which nothing waits or is under way, unless its declaration asks.
    func letGoIfIdle(_ row: AsyncRow) {
        guard row.isOpen, row.extras == nil, row.schedule.isEmpty else { return }
        row.leave()
        asyncRows[row.slot] = nil
        giveBackRoom()
    }

    /// Keeps no table for many states once there are none.
    func giveBackRoom() {
        if asyncRows.isEmpty, asyncRows.capacity > 64 { asyncRows = [:] }
    }
}
