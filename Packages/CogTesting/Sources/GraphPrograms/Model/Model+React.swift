extension Model {
    /// Whether something that the watcher read last has changed.
    func isDue(_ watcher: Watcher) -> Bool {
        if watcher.isStale { return true }
        for dependency in watcher.dependencies where hasChanged(dependency, since: watcher.checkedAt) {
            return true
        }
        watcher.checkedAt = revision
        return false
    }

    func register(_ plan: ReactionPlan, owner: String?) {
        noteRegistration()
        let label = owner.map { "\($0).\(plan.name)" } ?? plan.name
        let watcher = Watcher(label: label, owner: owner, plan: plan)
        watchers.append(watcher)
        registered.append(watcher)
        if phase == .idle {
            phase = .flushing
            runRegistered()
            drain()
        }
        // What a mechanism registers lives as long as the mechanism.
        if owner == nil { registrations.append(watcher) }
    }

    private func noteRegistration() {
        #if DEBUG
            guard let running else { return }
            if running.registeringRun == 0 {
                running.registeringRun = running.runs
            } else if running.registeringRun > 0, running.registeringRun != running.runs {
                running.registeringRun = -1
                events.append(.warned(.registersAgain))
            }
        #endif
    }

    func runRegistered() {
        while !registered.isEmpty { react(registered.removeFirst()) }
    }

    func cancel(_ number: Int) {
        guard !registrations.isEmpty else { return }
        let watcher = registrations[number % registrations.count]
        guard !watcher.isCancelled else { return }
        watcher.isCancelled = true
        if !watcher.isRunning { remove(watcher) }
        if phase == .idle { rest() }
    }

    func remove(_ watcher: Watcher) {
        watchers.removeAll { $0 === watcher }
        for row in watcher.dependencies { demand(row) }
    }

    func react(_ watcher: Watcher) {
        guard !watcher.isCancelled, let plan = watcher.plan else { return }
        let outer = running
        running = watcher
        watcher.isRunning = true
        watcher.runs += 1
        record?.reactions.append(watcher.label)
        var reads = Reads()
        watcher.isStale = false
        switch plan.form {
        case .run(let formula):
            let value = evaluate(formula, nil, &reads)
            events.append(.reacted(watcher.label, value, rows: liveRows))
            act(watcher, plan)
        case .watch(let row, let isFirst):
            let value = settled(row)
            check(row, value)
            reads.rows = [row]
            let old = watcher.last
            watcher.last = value
            if old != nil || isFirst {
                events.append(.delivered(watcher.label, old ?? value, value))
                act(watcher, plan)
            }
        }
        follow(watcher, reads)
        watcher.isRunning = false
        running = outer
        if watcher.isCancelled { remove(watcher) }
    }

    private func act(_ watcher: Watcher, _ plan: ReactionPlan) {
        guard watcher.acts < plan.acts else { return }
        watcher.acts += 1
        perform(plan.actions, owner: watcher.owner, inBody: false)
    }

    /// What was read now is what the watcher depends on; the grace of what it left begins.
    func follow(_ watcher: Watcher, _ reads: Reads) {
        for row in watcher.dependencies where !reads.rows.contains(row) { demand(row) }
        watcher.dependencies = reads.rows
        watcher.follows = reads.models
        watcher.checkedAt = revision
    }

    var liveRows: Int { rows.count + watchers.count }
}
