extension RunMachine {
    /// Starts the time in which everything has to be stopped.
    mutating func beginBudget(stops: Int) {
        let budget = isHurried ? min(limits.exitBudget, limits.grace) : limits.exitBudget
        limit(to: budget, stops: stops)
    }

    /// Leaves the run no more time than the grace, and cancels what is being stopped now.
    mutating func hurry() {
        guard !isHurried, phase != .done else { return }
        isHurried = true
        tell(.hurried)
        guard phase == .rollingBack || phase == .stopping else { return }
        limit(
            to: min(end - now, limits.grace),
            stops: pendingStops + runningStarts + runningStops)
        for index in records.indices {
            switch records[index].state {
            case .starting: act(.arm(.startGrace(index), at: startLimit))
            case .stopping(let isCancelled):
                records[index].limit = min(records[index].limit, stopLimit)
                if isCancelled {
                    act(.arm(.stopGrace(index), at: records[index].limit))
                } else {
                    cancelStop(index)
                }
            case .waiting, .startAbandoned, .started, .stopAbandoned, .ended: break
            }
        }
    }

    /// Gives up on whatever still runs, and names the stops that were not reached.
    mutating func budgetSpent() {
        guard phase == .rollingBack || phase == .stopping else { return }
        now = max(now, end)
        phase = .stopping
        for index in records.indices {
            switch records[index].state {
            case .starting: giveUpStart(index)
            case .stopping(let isCancelled):
                if !isCancelled { act(.cancelStop(index)) }
                giveUpStop(index)
            case .waiting, .startAbandoned, .started, .stopAbandoned, .ended: break
            }
        }
        advanceStops()
    }

    mutating func skipPending() {
        (readyStops, pendingStops) = ([], 0)
        while let index = completed.popLast() {
            guard case .started = records[index].state else { continue }
            records[index].state = .ended
            records[index].outcome = .skipped
            tell(.skipped(key(index)))
        }
    }

    /// When a stop that begins now is no longer waited for: what waits behind it keeps its part.
    var stopLimit: Duration {
        let fairShare = (end - now) / (pendingStops + 1)
        return max(end - reserve * pendingStops, now + fairShare)
    }

    private mutating func limit(to budget: Duration, stops: Int) {
        let budget = max(budget, .zero)
        end = now + budget
        reserve = min(RunLimits.largestReserve, budget / (2 * max(stops, 1)))
        act(.arm(.budget, at: end))
    }
}
