extension RunMachine {
    mutating func bodyEnded(_ error: (any Error)?) {
        guard phase == .body else { return }
        if let error, reason == nil || !(error is CancellationError) { reason = .failed(error) }
        let reason = reason ?? .completed
        self.reason = reason
        tell(.bodyEnded(reason))
        beginBudget(stops: pendingStops)
        beginStops()
    }

    mutating func beginStops() {
        phase = .stopping
        if limits.stopOrder == .concurrent {
            readyStops = completed.reversed().filter { liveDependents[$0] == 0 }
        }
        advanceStops()
    }

    mutating func stopped(_ index: Int, _ error: (any Error)?) {
        switch records[index].state {
        case .stopping(let isCancelled):
            leaveStop(index)
            stopReturned(index, isCancelled ? overran(index, error) : error)
            advanceStops()
        case .stopAbandoned:
            // A late value's stop has no outcome but this one to be named in as too slow.
            let isNamed = !records[index].isLate
            records[index].isLate = true
            let own = error is CancellationError ? nil : error
            stopReturned(index, isNamed ? own : overran(index, error))
        case .waiting, .starting, .startAbandoned, .started, .ended: break
        }
    }

    /// Begins the stops that may begin now, and ends the run when none is left.
    mutating func advanceStops() {
        guard phase == .stopping else { return }
        if now >= end { skipPending() }
        switch limits.stopOrder {
        case .sequential:
            if runningStops == strayStops, let index = completed.popLast() { stopPending(index) }
        case .concurrent:
            let ready = readyStops
            readyStops = []
            for index in ready { stopPending(index) }
        }
        if pendingStops == 0 && runningStops == 0 { finish() }
    }

    /// Stops the value of an abandoned start, in what is left of the run or in its own time.
    mutating func stopLate(_ index: Int) {
        records[index].isStrayStop = true
        strayStops += 1
        let own = now + stopTimeout(index) + limits.grace
        stop(index, limit: phase == .done ? own : min(own, max(now, end)))
    }

    mutating func cancelStop(_ index: Int) {
        guard case .stopping(false) = records[index].state else { return }
        records[index].state = .stopping(isCancelled: true)
        records[index].cancelledAt = now
        tell(.stopTimedOut(key(index)))
        act(.disarm(.stop(index)))
        armGrace(index)
        act(.cancelStop(index))
    }

    mutating func abandonStop(_ index: Int) {
        guard case .stopping(true) = records[index].state else { return }
        giveUpStop(index)
        advanceStops()
    }

    mutating func giveUpStop(_ index: Int) {
        leaveStop(index)
        records[index].state = .stopAbandoned
        records[index].settle(.stopAbandoned)
        act(.abandon(index))
        tell(.stopAbandoned(key(index)))
    }

    mutating func finish() {
        guard phase != .done else { return }
        phase = .done
        act(.disarm(.budget))
        act(.finish)
    }

    private func stopTimeout(_ index: Int) -> Duration {
        plan.services[index].stopTimeout ?? limits.stopTimeout
    }

    private mutating func stop(_ index: Int, limit: Duration) {
        records[index].state = .stopping(isCancelled: false)
        records[index].stopBegan = now
        endRestarts(index)
        records[index].limit = limit
        records[index].stopDeadline = now + stopTimeout(index)
        runningStops += 1
        let exit = Exit(
            reason ?? .completed,
            stillRunning: plan.dependents[index].filter { records[$0].isStray }.map(key))
        tell(.stopBegan(key(index), exit))
        armStop(index)
        act(.stop(index, exit, until: records[index].stopDeadline))
    }

    /// The grace comes inside the limit; half of a short time is left to the stop itself.
    mutating func armStop(_ index: Int) {
        let grace = min(limits.grace, max(records[index].limit - now, .zero) / 2)
        records[index].stopDeadline = min(
            records[index].stopDeadline, records[index].limit - grace)
        act(.arm(.stop(index), at: records[index].stopDeadline))
    }

    mutating func armGrace(_ index: Int) {
        let own = (records[index].cancelledAt ?? now) + limits.grace
        act(.arm(.stopGrace(index), at: min(own, records[index].limit)))
    }

    private mutating func stopPending(_ index: Int) {
        pendingStops -= 1
        stop(index, limit: stopLimit)
    }

    private mutating func leaveStop(_ index: Int) {
        runningStops -= 1
        if records[index].isStrayStop {
            strayStops -= 1
        } else {
            for need in plan.needs[index].sorted() {
                liveDependents[need] -= 1
                if liveDependents[need] == 0 { readyStops.append(need) }
            }
        }
        act(.disarm(.stop(index)))
        act(.disarm(.stopGrace(index)))
    }

    private mutating func stopReturned(_ index: Int, _ error: (any Error)?) {
        records[index].state = .ended
        records[index].stopEnded = now
        records[index].settle(error.map { .stopFailed($0) } ?? .stopped)
        tell(error.map { .stopFailed(key(index), $0) } ?? .stopped(key(index)))
    }

    /// Whoever was too slow is named, also when it ended well after all.
    private func overran(_ index: Int, _ error: (any Error)?) -> any Error {
        let record = records[index]
        let given = (record.cancelledAt ?? now) - (record.stopBegan ?? now)
        return StopTimedOut(after: given, error: error is CancellationError ? nil : error)
    }
}
