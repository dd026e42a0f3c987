extension AsyncModel {
    /// Brings a state up to date for who reads it.
    mutating func settle(_ key: Int) {
        if !states[key].exists || states[key].doubt == .certain {
            choose(key, refresh: nil)
        } else {
            states[key].doubt = .none
        }
    }

    /// The selector runs. A state that was not there starts with its default, pending.
    mutating func choose(_ key: Int, refresh: Int?) {
        if !states[key].exists {
            states[key].exists = true
            states[key].life += 1
            states[key].status = StatusPicture()
        }
        states[key].doubt = .none
        let stream = program.isStream(runs.count)
        runs.append(ModelRun(key: key, isStream: stream, refresh: refresh))
        switch program.policy {
        case .latest, .exhaustLatest: dropWaiting(key)
        case .queue, .merged: break
        }
        states[key].waiting.append(selections)
        requests.append(.pending(key: key, life: states[key].life))
    }

    func canStart(_ key: Int) -> Bool {
        guard !states[key].waiting.isEmpty else { return false }
        switch program.policy {
        case .latest, .merged: return true
        case .queue, .exhaustLatest: return states[key].active.isEmpty
        }
    }

    /// Publishes pending unless the status says that already, and launches the run that comes next.
    mutating func start(_ key: Int) {
        let run = states[key].waiting.removeFirst()
        if states[key].status.kind != .pending || !states[key].status.isLoading {
            publish(key) { status in
                status.kind = .pending
                status.error = nil
                status.isLoading = true
            }
        }
        if program.policy == .latest {
            for old in states[key].active {
                resolve(old, .superseded)
                cancel(old)
            }
            states[key].active = []
        }
        states[key].active.append(run)
        launched.append(run)
    }

    mutating func publish(_ key: Int, _ change: (inout StatusPicture) -> Void) {
        turns[turns.count - 1].isUnchanged = false
        states[key].publications += 1
        change(&states[key].status)
    }

    mutating func resolve(_ run: Int, _ outcome: RefreshPicture) {
        guard let refresh = runs[run].refresh else { return }
        runs[run].refresh = nil
        refreshes[refresh] = outcome
    }

    private mutating func cancel(_ run: Int) { runs[run].isCancelled = true }

    mutating func dropWaiting(_ key: Int) {
        for run in states[key].waiting {
            resolve(run, .superseded)
            runs[run].isOver = true
        }
        states[key].waiting = []
    }

    /// The state goes, with all its runs.
    mutating func release(_ key: Int) {
        for run in states[key].waiting + states[key].active { resolve(run, .released) }
        for run in states[key].active { cancel(run) }
        for run in states[key].waiting { runs[run].isOver = true }
        let life = states[key].life
        states[key] = ModelState()
        states[key].life = life
    }

    /// Every task gets its turn: work begins unless it was cancelled before, and cancelled work that heeds
    /// it ends.
    mutating func letTasksRun() {
        for run in launched {
            if runs[run].isCancelled { runs[run].isOver = true } else { begun.append(run) }
        }
        launched = []
        guard program.heedsCancellation else { return }
        for run in begun where runs[run].isCancelled { runs[run].isOver = true }
    }
}
