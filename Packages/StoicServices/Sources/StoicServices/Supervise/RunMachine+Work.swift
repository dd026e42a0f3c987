extension RunMachine {
    /// Begins the long-running work of a service that has started.
    mutating func beginWork(_ index: Int) {
        guard plan.services[index].work != nil else { return }
        records[index].work = .running
        act(.work(index))
    }

    mutating func workEnded(_ index: Int, _ error: (any Error)?) {
        guard case .running = records[index].work else { return }
        records[index].work = .ended
        let isWanted = if case .started = records[index].state { true } else { false }
        // Work that is told to end answers with a cancellation, which is no failure of it.
        let failure = error is CancellationError && !isWanted ? nil : error
        if let failure {
            records[index].workError = failure
            tell(.workFailed(key(index), failure))
        } else {
            tell(.workEnded(key(index)))
        }
        guard isWanted, phase != .done else { return }
        if isRestarted(index, failure) { return scheduleRestart(index) }
        let policy = plan.services[index].restart
        guard failure != nil || policy.occasion == .always else { return }
        workFailed(
            index, failure ?? RestartsExhausted(limit: policy.limit, window: policy.window))
    }

    mutating func restart(_ index: Int) {
        guard case .backingOff = records[index].work else { return }
        records[index].work = .running
        act(.work(index))
    }

    /// Work that waits for its restart has none any more; running work is ended by the stop.
    mutating func endRestarts(_ index: Int) {
        guard case .backingOff = records[index].work else { return }
        records[index].work = .ended
        act(.disarm(.restart(index)))
    }

    /// Nobody will stop this service: its work is told to end, and not waited for.
    mutating func abandonWork(_ index: Int) {
        endRestarts(index)
        guard case .running = records[index].work else { return }
        act(.cancelWork(index))
        act(.abandon(index))
    }

    private mutating func isRestarted(_ index: Int, _ failure: (any Error)?) -> Bool {
        let policy = plan.services[index].restart
        switch policy.occasion {
        case .never: return false
        case .failure where failure == nil: return false
        case .failure, .always:
            records[index].restarts.removeAll { $0 <= now - policy.window }
            return records[index].restarts.count < policy.limit
        }
    }

    private mutating func scheduleRestart(_ index: Int) {
        records[index].restarts.append(now)
        records[index].restartCount += 1
        let wait = plan.services[index].restart.backoff.wait(
            before: records[index].restarts.count)
        tell(.workRestarts(key(index), after: wait))
        records[index].work = .backingOff
        if wait > .zero { act(.arm(.restart(index), at: now + wait)) } else { restart(index) }
    }

    private mutating func workFailed(_ index: Int, _ error: any Error) {
        guard reason == nil, phase == .starting || phase == .body else { return }
        workFailure = error
        cancelled(.workFailed(key(index)))
    }
}
