import CogArena

extension Context {
    /// Takes in what a selector chose. It computes now, so nothing is started or published before the
    /// turn that is asked for here: an Observation handler or a reaction would enter the cold read.
    func choose<Value>(_ choice: Choice<Value>, makeRow: () -> AsyncRow<Value>) {
        let row = asyncRow(at: choice.slot, of: Value.self) ?? addAsyncRow(makeRow(), at: choice.slot)
        let handle = refreshing.flatMap { $0.slot == choice.slot ? $0.handle as? CogRefresh<Value> : nil }
        if let extras = row.extras(of: Value.self), extras.pacer != nil {
            if handle == nil { return hold(choice.work, row, extras, at: choice.slot) }
            // Who asks for a refresh waits for it already.
            if let held = extras.drop() { row.retire(held) }
        }
        let run = take(choice.work, row)
        if let handle {
            refreshing = nil
            row.refreshes[run] = handle
        }
        askToStart(row, at: choice.slot)
    }

    /// Lets a row's schedule choose a run.
    @discardableResult
    func take<Value>(_ work: WorkBody<Value>, _ row: AsyncRow<Value>) -> Generation {
        let (run, superseded) = row.schedule.select()
        row.chosen[run] = work
        row.supersede(superseded)
        return run
    }

    func asyncRow<Value>(at slot: Slot, of type: Value.Type) -> AsyncRow<Value>? {
        asyncRows[slot].map { unsafeDowncast($0, to: AsyncRow<Value>.self) }
    }

    private func addAsyncRow<Value>(_ row: AsyncRow<Value>, at slot: Slot) -> AsyncRow<Value> {
        asyncRows[slot] = row
        if row.extras != nil { setUpExtras(of: row, at: slot) }
        return row
    }

    /// Asks for the turn in which the next waiting run starts. Where nothing may start by then, there is
    /// no such turn.
    func askToStart<Value>(_ row: AsyncRow<Value>, at slot: Slot) {
        queue.append(
            QueuedTurn(
                name: "pending \(row.label)", cause: runningLabel, owner: nil,
                isAdmitted: { [unowned self] in mayStart(row, at: slot) },
                work: .system { [unowned self] in start(row, at: slot) }))
        engine.askForRest()
    }

    /// Whether a run waits that may start. One that was chosen from what does not hold any more never
    /// will: the next demand chooses again.
    private func mayStart<Value>(_ row: AsyncRow<Value>, at slot: Slot) -> Bool {
        row.releaseRetired()
        guard asyncRows[slot] === row, row.schedule.canStart else { return false }
        if engine.isSettled(slot) { return true }
        row.supersede(row.schedule.rejectWaiting())
        engine.invalidate(slot)
        row.releaseRetired()
        return false
    }

    /// Publishes that something is awaited, and starts the run that comes next.
    func start<Value>(_ row: AsyncRow<Value>, at slot: Slot) {
        let (run, superseded) = row.schedule.start()
        publishPending(at: slot, of: Value.self)
        row.supersede(superseded)
        row.extras?.staleness?.end()
        guard var work = row.chosen.removeValue(forKey: run) else { return }
        if let retry = row.plan.retry { work = retried(work, by: retry, as: run, at: slot) }
        row.tasks[run] = launch(work, of: row.label, at: slot, as: run)
    }

    /// Publishes that something is awaited, unless the status says so.
    func publishPending<Value>(at slot: Slot, of type: Value.Type) {
        let status = engine.settledValue(of: CogStatus<Value>.self, at: slot)
        if let started = status.started() { engine.publish(started, at: slot) }
    }

    /// The task holds the context weakly: work that never ends keeps nothing of it alive (ASYNC-11). Work
    /// that is cancelled before its task got its turn never begins.
    private func launch<Value>(
        _ work: WorkBody<Value>, of label: String, at slot: Slot, as run: Generation
    ) -> Task<Void, Never> {
        switch work {
        case .run(let operation):
            Task(name: label) { @MainActor [weak self] in
                RunEnds.begin()
                if Task.isCancelled { return RunEnds.note(counted: false) }
                let landing: Landing<Value>
                do { landing = .value(try await operation()) } catch { landing = .error(error) }
                RunEnds.note(counted: self?.land(landing, of: run, at: slot) ?? false)
            }
        case .stream(let elements):
            Task(name: label) { @MainActor [weak self] in
                RunEnds.begin()
                if Task.isCancelled { return RunEnds.note(counted: false) }
                var landing = Landing<Value>.end
                do {
                    try await elements { self?.land(.element($0), of: run, at: slot) ?? false }
                } catch {
                    landing = .error(error)
                }
                RunEnds.note(counted: self?.land(landing, of: run, at: slot) ?? false)
            }
        }
    }
}
