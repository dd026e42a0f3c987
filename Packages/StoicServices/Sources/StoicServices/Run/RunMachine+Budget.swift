extension RunMachine {
    /// Starts the time in which everything has to be stopped.
    mutating func beginBudget(stops: Int) {
        var budget = isHurried ? min(limits.exitBudget, limits.grace) : limits.exitBudget
        if let enclosingEnd { budget = min(budget, enclosingEnd - now) }
        limit(to: budget, stops: stops)
    }

    /// Leaves the run no more time than the grace, and cancels what is being stopped now.
    mutating func hurry() {
        guard !isHurried, phase != .done else { return }
        isHurried = true
        tell(.hurried)
        guard phase == .rollingBack || phase == .stopping else { return }
        shorten(to: min(end - now, limits.grace))
        for index in records.indices { cancelStop(index) }
    }

    /// Leaves the run no more time than is left of the stop that encloses it.
    mutating func enclose(in rest: Duration) {
        let enclosing = now + max(rest, .zero)
        enclosingEnd = min(enclosingEnd ?? enclosing, enclosing)
        guard phase == .rollingBack || phase == .stopping, enclosing < end else { return }
        shorten(to: rest)
    }

    /// Moves the end of the run, and with it every time limit that is past its share now.
    private mutating func shorten(to rest: Duration) {
        limit(to: rest, stops: pendingStops + runningStarts + runningStops)
        for index in records.indices {
            switch records[index].state {
            case .starting:
                records[index].limit = min(records[index].limit, startLimit)
                act(.arm(.startGrace(index), at: records[index].limit))
            case .stopping(let isCancelled):
                records[index].limit = min(records[index].limit, stopLimit)
                if isCancelled { armGrace(index) } else { armStop(index) }
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
            case .stopping:
                cancelStop(index)
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
            records[index].settle(.skipped)
            abandonWork(index)
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
