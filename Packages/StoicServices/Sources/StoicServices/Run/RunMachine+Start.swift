extension RunMachine {
    mutating func begin() {
        hasBegun = true
        // A cancellation may have come first: then nothing starts.
        guard reason == nil else { return finish() }
        for index in plan.services.indices where unmet[index] == 0 { start(index) }
        beginBodyIfReady()
    }

    mutating func started(_ index: Int) {
        switch records[index].state {
        case .starting:
            startReturned(index)
            records[index].state = .started
            completed.append(index)
            pendingStops += 1
            for need in plan.needs[index] { liveDependents[need] += 1 }
            // Nothing new begins in a run that ends.
            if phase == .starting { beginWork(index) }
            startedCount += 1
            tell(.started(key(index)))
            guard phase == .starting else { return stopIfSettled() }
            for dependent in plan.dependents[index] {
                unmet[dependent] -= 1
                if unmet[dependent] == 0 { start(dependent) }
            }
            beginBodyIfReady()
        case .startAbandoned:
            records[index].startEnded = now
            tell(.startedLate(key(index)))
            stopLate(index)
        case .waiting, .started, .stopping, .stopAbandoned, .ended: break
        }
    }

    mutating func startThrew(_ index: Int, _ error: any Error) {
        switch records[index].state {
        case .starting where phase == .starting:
            startReturned(index)
            records[index].state = .ended
            records[index].outcome = .startFailed(error)
            fail(index, error)
        case .starting:
            startReturned(index)
            startEndedCancelled(index, error)
            stopIfSettled()
        case .startAbandoned:
            records[index].startEnded = now
            startEndedCancelled(index, error)
        case .waiting, .started, .stopping, .stopAbandoned, .ended: break
        }
    }

    mutating func startTimedOut(_ index: Int) {
        guard phase == .starting, case .starting = records[index].state else { return }
        let error = StartTimedOut(after: plan.services[index].startTimeout)
        records[index].outcome = .startFailed(error)
        records[index].isLate = true
        fail(index, error)
    }

    private mutating func start(_ index: Int) {
        records[index].state = .starting(isCancelled: false)
        records[index].startBegan = now
        runningStarts += 1
        tell(.startBegan(key(index)))
        // Armed first, so that the time counts from before the service's own code runs.
        act(.arm(.start(index), at: now + plan.services[index].startTimeout))
        act(.start(index))
    }

    private mutating func beginBodyIfReady() {
        guard startedCount == records.count, phase == .starting else { return }
        phase = .body
        tell(.bodyBegan)
        act(.runBody)
    }

    private mutating func startReturned(_ index: Int) {
        runningStarts -= 1
        records[index].startEnded = now
        act(.disarm(.start(index)))
        act(.disarm(.startGrace(index)))
    }

    /// A start that was told to end did: its `CancellationError` is the answer, not a failure.
    private mutating func startEndedCancelled(_ index: Int, _ error: any Error) {
        records[index].state = .ended
        if error is CancellationError {
            if !records[index].isLate { records[index].outcome = .startCancelled }
            tell(.startCancelled(key(index)))
        } else {
            records[index].settle(.startFailed(error))
            tell(.startFailed(key(index), error))
        }
    }
}
