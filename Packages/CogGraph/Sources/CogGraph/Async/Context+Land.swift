import CogArena

/// What comes of a run.
enum Landing<Value> {
    /// A one-shot run's value.
    case value(Value)
    /// A stream's element; more may follow.
    case element(Value)
    case error(any Error)
    /// A stream's natural end.
    case end
}

extension Context {
    /// Publishes what came of a run if it still counts: the slot names the row that chose it, its policy
    /// still wants it, and what it was chosen from still holds. Whether the work heeded its cancellation
    /// does not matter.
    ///
    /// - Returns: Whether it counted.
    @discardableResult
    func land<Value>(_ landing: Landing<Value>, of run: Generation, at slot: Slot) -> Bool {
        guard let row = asyncRow(at: slot, of: Value.self), row.schedule.counts(run) else { return false }
        guard phase == .idle, !engine.isComputing else {
            // Application code spins a run loop inside a turn; this waits for the turn's end.
            afterTurn { [weak self] in self?.land(landing, of: run, at: slot) }
            return true
        }
        guard engine.isSettled(slot) else {
            reject(run, row, at: slot)
            return false
        }
        accept(landing, of: run, row, at: slot)
        return true
    }

    /// What the run was chosen from changed, and nobody has demanded the state since. The next demand
    /// chooses again; whether the change mattered is not settled to find out (ASYNC-10).
    private func reject<Value>(_ run: Generation, _ row: AsyncRow<Value>, at slot: Slot) {
        row.schedule.end(run)
        row.supersede([run])
        row.supersede(row.schedule.rejectWaiting())
        engine.invalidate(slot)
        row.releaseRetired()
    }

    private func accept<Value>(
        _ landing: Landing<Value>, of run: Generation, _ row: AsyncRow<Value>, at slot: Slot
    ) {
        switch landing {
        case .value(let value):
            end(run, row)
            publish(value, of: run, row, at: slot, isLoading: row.isLoading)
        case .element(let value):
            // A stream runs alone: with its first element nothing is awaited any more.
            publish(value, of: run, row, at: slot, isLoading: row.isHolding, skipsEqual: true)
        case .error(let error):
            end(run, row)
            systemTurn("failure \(row.label)") { [self] in
                let status = engine.settledValue(of: CogStatus<Value>.self, at: slot)
                engine.publish(status.failed(error, isLoading: row.isLoading), at: slot)
                row.resolve(run, .failure(error))
                if row.schedule.canStart { askToStart(row, at: slot) }
            }
        case .end:
            end(run, row)
            row.resolve(run, .failure(StreamEndedEmpty(cog: row.label)))
        }
        if row.extras != nil { noteEnded(row, at: slot) }
    }

    private func end<Value>(_ run: Generation, _ row: AsyncRow<Value>) {
        row.schedule.end(run)
        row.tasks[run] = nil
    }

    /// - Parameter skipsEqual: Whether a value that says nothing new is no turn (ASYNC-9).
    private func publish<Value>(
        _ value: Value, of run: Generation, _ row: AsyncRow<Value>, at slot: Slot, isLoading: Bool,
        skipsEqual: Bool = false
    ) {
        let status = engine.settledValue(of: CogStatus<Value>.self, at: slot)
        let isEqual = engine.comparing(at: slot) { row.plan.areEqual(status.value, value) }
        if skipsEqual, isEqual, status.kind == .success, status.isLoading == isLoading {
            return row.resolve(run, .success(value))
        }
        let next = status.succeeded(value, isEqual: isEqual, isLoading: isLoading)
        systemTurn("success \(row.label)") { [self] in
            engine.publish(next, at: slot)
            row.resolve(run, .success(value))
            if row.schedule.canStart { askToStart(row, at: slot) }
        }
        if row.extras != nil { notePrevious(value, of: row, at: slot) }
    }

    /// A state that goes ends its work: its tasks are cancelled and its refreshes answered where
    /// application code may run. Whatever comes of them later meets no row.
    func forgetAsync(at slot: Slot) {
        guard !asyncRows.isEmpty, let row = asyncRows.removeValue(forKey: slot) else { return }
        forgetExtras(of: row, at: slot)
        closing.append(row)
        engine.askForRest()
    }

    /// Ends the work of states that went.
    func closeAsyncRows() {
        while let row = closing.popLast() { row.close() }
    }
}
