import StoicServices

extension Judge {
    /// Judges what the machine asks for.
    mutating func note(_ action: RunMachine.Action) {
        switch action {
        case .start(let index): startBegins(index)
        case .cancelStart(let index):
            let life = truths[index].start
            hold(life.isAwaited && life.cancelled == nil, 8, "\(index)’s start is cancelled again")
            hold(!isWanted, 2, "\(index)’s start is cancelled for nothing")
            truths[index].start.cancelled = now
        case .stop(let index, let exit, _): stopBegins(index, exit)
        case .cancelStop(let index):
            let life = truths[index].stop
            hold(life.isAwaited && life.cancelled == nil, 3, "\(index)’s stop is cancelled again")
            truths[index].stop.cancelled = now
            expected.append(.stopTimedOut(index))
        case .work(let index): workBegins(index)
        case .cancelWork(let index):
            hold(truths[index].isWorking, 7, "\(index)’s work is cancelled, and does not run")
            truths[index].isWorkCancelled = true
        case .abandon(let index): abandons(index)
        case .arm, .disarm: break
        case .runBody:
            hold(isWanted && !bodyBegan, 2, "the body begins again, or in an ending run")
            bodyBegan = true
            expected.append(.bodyBegan)
        case .cancelBody:
            hold(bodyBegan && !bodyEnded && ending != nil, 6, "the body is cancelled for nothing")
            hold(!isBodyCancelled, 6, "the body is cancelled twice")
            isBodyCancelled = true
        case .tell(let event):
            let event = (kind: Told(event.kind), time: event.time)
            if case .skipped(let index) = event.kind { skips(index) }
            note(told: event.kind, at: event.time)
        case .finish:
            hold(finished == nil, 5, "the run ends twice")
            (finished, justFinished) = (now, true)
        }
    }

    private mutating func startBegins(_ index: Int) {
        hold(hasBegun && isWanted && !bodyBegan, 2, "\(index) starts in an ending run")
        hold(truths[index].start.began == nil, 2, "\(index) starts twice")
        hold(
            program.needs[index].allSatisfy { truths[$0].hasStarted && truths[$0].stop.began == nil }, 2,
            "\(index) starts before what it needs")
        hold(told.contains(.startBegan(index)), 8, "\(index) starts before that is told")
        hold(starts.last ?? -1 < index, 8, "\(index) starts out of its turn")
        starts.append(index)
        expected.append(.startBegan(index))
        truths[index].start.began = now
    }

    private mutating func stopBegins(_ index: Int, _ exit: Exit) {
        let truth = truths[index]
        hold(truth.hasStarted, 3, "\(index) is stopped, and has not started")
        hold(truth.stop.began == nil, 3, "\(index) is stopped twice")
        hold(!truth.isSkipped, 3, "\(index) is stopped, and was skipped")
        hold(told.contains(.stopBegan(index)), 8, "\(index) stops before that is told")
        expected.append(.stopBegan(index))
        let users = dependents[index].filter { truths[$0].isLive }
        hold(!users.contains { truths[$0].isAwaited }, 4, "\(index) is stopped before \(users)")
        hold(
            exit.stillRunning.map { Program.index(of: $0) } == users, 4,
            "\(index) is told of \(exit.stillRunning), and \(users) run")
        let cause = cause
        hold(
            cause == Cause(exit.reason), 6,
            "\(index) is told \(exit.reason), and it was \(String(describing: cause))")
        if !truth.isStray { takesItsTurn(index) }
        truths[index].stop.began = now
        truths[index].isBackingOff = false
        let waiting = truths.count { $0.isPending } + program.needs.count
        let needed = limits.stopTimeout + limits.grace + RunLimits.largestReserve * waiting
        truths[index].isFree = finished != nil || (deadline ?? now) - now >= needed
    }

    private mutating func takesItsTurn(_ index: Int) {
        hold(isStopping, 4, "\(index) is stopped while the run goes on")
        hold(now < deadline ?? now, 5, "\(index) is stopped after the run’s end")
        stops.append(index)
        guard limits.stopOrder == .sequential else { return completed.removeAll { $0 == index } }
        hold(!truths.contains { $0.stop.isAwaited && !$0.isStray }, 3, "\(index) is stopped beside another")
        hold(completed.popLast() == index, 3, "\(index) is stopped out of order")
    }

    private mutating func skips(_ index: Int) {
        hold(truths[index].isPending, 3, "\(index) is skipped, and does not wait")
        hold(isStopping && now >= deadline ?? now, 3, "\(index) is skipped with time left")
        truths[index].isSkipped = true
        truths[index].isBackingOff = false
        completed.removeAll { $0 == index }
        expected.append(.skipped(index))
    }

    private mutating func workBegins(_ index: Int) {
        let truth = truths[index]
        hold(truth.hasStarted && truth.stop.began == nil && !truth.isSkipped, 2, "\(index) works unstarted")
        hold(isWanted || !truth.restarts.isEmpty, 2, "\(index) begins its work in an ending run")
        hold(!truth.isStray && !truth.isWorking, 2, "\(index) works twice at once")
        hold(!truth.isBackingOff, 2, "\(index) works again before its time")
        truths[index].isWorking = true
    }

    private mutating func abandons(_ index: Int) {
        let truth = truths[index]
        if truth.start.isAwaited {
            hold(truth.start.cancelled != nil, 6, "\(index)’s start is abandoned uncancelled")
            truths[index].start.abandoned = now
            expected.append(.startAbandoned(index))
        } else if truth.stop.isAwaited {
            hold(truth.stop.cancelled != nil, 6, "\(index)’s stop is abandoned uncancelled")
            truths[index].stop.abandoned = now
            expected.append(.stopAbandoned(index))
            leavesOthersTheirPart(index)
        } else {
            hold(truth.isWorkCancelled, 6, "\(index) is abandoned for nothing")
        }
    }

    /// A hung stop may not eat the budget of those behind it.
    private mutating func leavesOthersTheirPart(_ index: Int) {
        guard let deadline, !isShortened, limits.stopOrder == .sequential, !truths[index].isStray else {
            return
        }
        let waiting = truths.count { $0.isPending }
        guard waiting > 0, let began = truths[index].stop.began else { return }
        let reserve = min(RunLimits.largestReserve, budget / (2 * program.needs.count))
        let part = min(reserve, (deadline - began) / (waiting + 1))
        let left = deadline - now
        hold(left >= part * waiting, 5, "\(index) leaves \(left) to \(waiting) behind it")
    }
}
