extension RunMachine {
    mutating func cancelled(_ cause: CancellationCause) {
        guard reason == nil else { return }
        switch phase {
        case .starting:
            tell(.cancelled(cause))
            rollBack(.cancelled(cause))
        case .body:
            reason = .cancelled(cause)
            tell(.cancelled(cause))
            act(.cancelBody)
        case .rollingBack, .stopping, .done: break
        }
    }

    mutating func fail(_ index: Int, _ error: any Error) {
        failure = (index, error)
        tell(.startFailed(key(index), error))
        rollBack(.cancelled(.startFailed(key(index))))
    }

    /// Cancels every running start at once, and waits for them inside a budget of its own.
    private mutating func rollBack(_ reason: Exit.Reason) {
        self.reason = reason
        guard hasBegun else { return }
        phase = .rollingBack
        beginBudget(stops: pendingStops + runningStarts)
        for index in records.indices {
            guard case .starting = records[index].state else { continue }
            records[index].state = .starting(isCancelled: true)
            act(.disarm(.start(index)))
            records[index].limit = startLimit
            act(.arm(.startGrace(index), at: records[index].limit))
            act(.cancelStart(index))
        }
        stopIfSettled()
    }

    /// When a cancelled start is no longer waited for: what started keeps its part.
    var startLimit: Duration {
        min(now + limits.grace, max(now, end - reserve * (pendingStops + runningStarts)))
    }

    mutating func abandonStart(_ index: Int) {
        guard case .starting = records[index].state, phase == .rollingBack else { return }
        giveUpStart(index)
        stopIfSettled()
    }

    mutating func giveUpStart(_ index: Int) {
        runningStarts -= 1
        records[index].state = .startAbandoned
        records[index].outcome = .startAbandoned
        records[index].isLate = true
        act(.disarm(.startGrace(index)))
        act(.abandon(index))
        tell(.startAbandoned(key(index)))
    }

    mutating func stopIfSettled() {
        guard runningStarts == 0, phase == .rollingBack else { return }
        beginStops()
    }
}
