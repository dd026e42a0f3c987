import StoicServices

extension Judge {
    /// Takes note of what happens before the machine hears of it.
    mutating func willHandle(_ event: RunMachine.Event, at time: Duration) {
        (now, justFinished) = (time, false)
        (expected, told, starts, stops) = ([], [], [], [])
        switch event {
        case .begin: hasBegun = true
        case .started(let index): startEnded(index, nil)
        case .startThrew(let index, let error): startEnded(index, Fault(error))
        case .stopped(let index, let error): stopEnded(index, error.map { Fault($0) })
        case .workEnded(let index, let error): workEnded(index, error.map { Fault($0) })
        case .bodyEnded(let error): bodyEnded(error.map { Fault($0) })
        case .cancelled(let cause):
            if isWanted { expected.append(.cancelled(cause)) }
            end(cause)
        case .hurried: hurry()
        case .enclosed(let rest):
            let enclosing = now + max(rest, .zero)
            enclosingEnd = min(enclosingEnd ?? enclosing, enclosing)
            if finished == nil, enclosing < deadline ?? now { shorten(to: enclosing) }
        case .fired(.start(let index)): startOverran(index)
        case .fired(.restart(let index)): truths[index].isBackingOff = false
        case .fired: break
        }
    }

    private mutating func startEnded(_ index: Int, _ fault: Fault?) {
        let life = truths[index].start
        truths[index].start.ended = now
        truths[index].start.fault = fault
        switch fault {
        case nil:
            expected.append(life.abandoned == nil ? .started(index) : .startedLate(index))
            guard life.abandoned == nil else { break }
            truths[index].place = truths.count { $0.place > 0 } + 1
            completed.append(index)
        case .cancellation? where life.cancelled != nil: expected.append(.startCancelled(index))
        case let fault?:
            expected.append(.startFailed(index, fault))
            if life.cancelled == nil { fail(index, fault) }
        }
    }

    private mutating func fail(_ index: Int, _ fault: Fault) {
        guard isWanted else { return }
        failed = (index, fault)
        end(.startFailed(Program.key(index).any))
    }

    private mutating func startOverran(_ index: Int) {
        guard truths[index].start.isAwaited, truths[index].start.cancelled == nil, isWanted else { return }
        let fault = Fault.startTimedOut(program.vocabulary.startTimeout)
        truths[index].isTimedOut = true
        expected.append(.startFailed(index, fault))
        fail(index, fault)
    }

    private mutating func stopEnded(_ index: Int, _ fault: Fault?) {
        let truth = truths[index]
        truths[index].stop.ended = now
        truths[index].stop.fault = fault
        let own = fault == .cancellation ? nil : fault
        // Who was named as abandoned is told of with its own end; anyone else cancelled was too slow.
        if truth.stop.abandoned != nil, !truth.isStray, !truth.isTimedOut {
            expected.append(own.map { .stopFailed(index, $0) } ?? .stopped(index))
        } else if let cancelled = truth.stop.cancelled {
            let after = cancelled - (truth.stop.began ?? cancelled)
            expected.append(.stopFailed(index, .stopTimedOut(after, own)))
        } else {
            expected.append(fault.map { .stopFailed(index, $0) } ?? .stopped(index))
        }
    }

    private mutating func bodyEnded(_ fault: Fault?) {
        if fault == nil || fault == .cancellation && ending != nil {
            beginBudget()
        } else if let fault {
            beginBudget()
            cause = .failed(fault)
        }
        bodyEnded = true
        if let cause { expected.append(.bodyEnded(cause)) }
    }

    private mutating func hurry() {
        guard finished == nil, !isHurried else { return }
        isHurried = true
        expected.append(.hurried)
        shorten(to: now + limits.grace)
    }

    private mutating func workEnded(_ index: Int, _ fault: Fault?) {
        truths[index].isWorking = false
        // Only what is neither stopped nor skipped was to go on.
        let truth = truths[index]
        let isKept = truth.stop.began == nil && !truth.isSkipped
        let failure = fault == .cancellation && !isKept ? nil : fault
        if let failure { truths[index].workFault = failure }
        expected.append(failure.map { .workFailed(index, $0) } ?? .workEnded(index))
        guard isKept, finished == nil, let work = program.works[index] else { return }
        let recent = truth.restarts.count { $0 > now - Supervision.window }
        let isOccasion = work.occasion == .always || work.occasion == .failure && failure != nil
        if isOccasion, recent < work.limit {
            truths[index].restarts.append(now)
            truths[index].isBackingOff = work.wait > .zero
            expected.append(.workRestarts(index, work.wait))
        } else if failure != nil || work.occasion == .always {
            guard isWanted else { return }
            expected.append(.cancelled(.workFailed(Program.key(index).any)))
            failed = (index, failure ?? .exhausted)
            end(.workFailed(Program.key(index).any))
        }
    }
}
