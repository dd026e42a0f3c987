extension Model {
    func turn(_ name: String, _ actions: [Action], owner: String?) {
        if phase == .staging {
            events.append(.body(name))
            return perform(actions, owner: owner, inBody: true)
        }
        ask(.init(name: name, cause: running?.label, owner: owner, work: .body(actions)))
    }

    func set(_ name: String, _ id: RowID, _ value: Int, owner: String?) {
        guard declaration(id).isSource else { return }
        if phase == .staging { return stage(id, value) }
        ask(.init(name: name, cause: running?.label, owner: owner, work: .set(id, value)))
    }

    func discard(_ id: RowID, owner: String?) {
        guard declaration(id).isReleasable else { return }
        let name = "discard \(name(id))"
        ask(.init(name: name, cause: running?.label, owner: owner, work: .discard(id)))
    }

    func ask(_ turn: Waiting) {
        if phase != .idle { return queue.append(turn) }
        run(turn)
        drain()
    }

    func drain() {
        while !queue.isEmpty {
            run(rules.queuesInOrder ? queue.removeFirst() : queue.removeLast())
        }
        phase = .idle
        chain = 0
        rest()
    }

    private func run(_ turn: Waiting) {
        lastTurn += 1
        chain += 1
        #if DEBUG
            if chain == 64 { events.append(.warned(.chain)) }
        #endif
        record = Entry(
            number: lastTurn, name: turn.name, cause: turn.cause, owner: turn.owner, isSystem: false)
        switch turn.work {
        case .body(let actions):
            phase = .staging
            events.append(.body(turn.name))
            perform(actions, owner: turn.owner, inBody: true)
            phase = .flushing
        case .set(let id, let value):
            stage(id, value)
            phase = .flushing
        case .discard(let id):
            phase = .flushing
            record?.isSystem = true
            discardRow(id)
        case .stale(let due, let reactions):
            phase = .flushing
            record?.isSystem = true
            stale(due, reactions)
        }
        flush()
        if let record { history.append(record) }
        record = nil
    }

    private func flush() {
        publish()
        let changed = changedBoundaries()
        let due = watchers.filter(isDue)
        if rules.tellsBeforeReacting { tell(changed) }
        for watcher in due {
            if let export = watcher.export { offer(export, watcher) }
        }
        if !rules.registersAtTail { runRegistered() }
        for watcher in rules.reactsInOrder ? due : due.reversed() where watcher.plan != nil {
            react(watcher)
        }
        if !rules.tellsBeforeReacting { tell(changed) }
        runRegistered()
        rest()
        releaseRelics()
        // What values ask for as they go is let go of with the next turn, or when all is over.
        while !registered.isEmpty {
            runRegistered()
            releaseRelics()
        }
    }

    /// Publishes what was staged and really changes a source.
    func publish() {
        var changed: [(row: RowID, value: Int)] = []
        for write in staged {
            record?.written.append(name(write.row))
            let old = rows[write.row]?.value ?? write.value
            if !rules.ignoresEqualWrites || !declaration(write.row).equality.areEqual(old, write.value) {
                changed.append(write)
            }
        }
        staged = []
        guard !changed.isEmpty else { return }
        revision += 1
        record?.isUnchanged = false
        for write in changed {
            if write.row == .relic, let old = rows[write.row]?.value { replaced.append(old) }
            rows[write.row]?.value = write.value
            rows[write.row]?.changedAt = revision
        }
    }

    func stagedValue(_ id: RowID) -> Int { staged.first { $0.row == id }?.value ?? peek(id) }

    func stage(_ id: RowID, _ value: Int) {
        guard declaration(id).isSource else { return }
        settled(id)
        demand(id)
        if let index = staged.firstIndex(where: { $0.row == id }) {
            if id == .relic { replaced.append(staged[index].value) }
            staged[index].value = value
        } else {
            staged.append((id, value))
        }
    }

    /// Writes quietly: published now, told and reacted to with the next turn.
    func seed(_ id: RowID, _ value: Int) {
        stage(id, value)
        publish()
        rest()
    }
}
