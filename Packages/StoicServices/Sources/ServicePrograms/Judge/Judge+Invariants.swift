import StoicServices

extension Judge {
    /// Judges how things stand once an event was handled: what was told, what must go on by now, and by when
    /// what runs is over.
    mutating func didHandle(agenda: Agenda) {
        observerKnows()
        guard hasBegun else { return }
        if isWanted, !bodyBegan { startsGoOn() }
        if deadline != nil, !bodyEnded {
            for (index, truth) in truths.enumerated() where truth.start.isAwaited {
                hold(truth.start.cancelled != nil, 6, "\(index) starts on in an ending run")
            }
        }
        if bodyBegan, !bodyEnded { hold(isBodyCancelled == (ending != nil), 6, "the body is not told") }
        if expected.contains(.hurried) {
            for (index, truth) in truths.enumerated() where truth.stop.isAwaited {
                hold(truth.stop.cancelled != nil, 5, "\(index) stops on in a hurry")
            }
        }
        for (index, truth) in truths.enumerated() where truth.isSkipped || truth.isWorkCancelled {
            hold(truth.isSkipped, 3, "\(index)’s work is cancelled, and it is not skipped")
            hold(!truth.isWorking || truth.isWorkCancelled, 7, "\(index) is skipped, and its work goes on")
        }
        stopsTakeTurns()
        stopsGoOn()
        timersRun(agenda)
        if let finished, let deadline { hold(finished <= deadline, 5, "the run ends after \(deadline)") }
    }

    private mutating func observerKnows() {
        let (told, expected) = (told, expected)
        hold(
            told.count == expected.count && expected.allSatisfy(told.contains), 6,
            "the observer is told \(told), and it was \(expected)")
    }

    /// A service starts as soon as all it needs has, and the body after the last.
    private mutating func startsGoOn() {
        for (index, truth) in truths.enumerated() where truth.start.began == nil {
            hold(
                !program.needs[index].allSatisfy { truths[$0].hasStarted }, 2,
                "\(index) could start, and does not")
        }
        hold(!truths.allSatisfy(\.hasStarted), 2, "the body could begin, and does not")
    }

    /// What may stop at once does so last started first; what one stop lets go, as it is declared.
    private mutating func stopsTakeTurns() {
        let stops = stops
        let isLastFirst = zip(stops, stops.dropFirst()).allSatisfy { truths[$0].place > truths[$1].place }
        hold(isLastFirst || stops == stops.sorted(), 8, "\(stops) stop out of their turn")
    }

    private mutating func stopsGoOn() {
        guard finished == nil else {
            let left = truths.indices.filter {
                truths[$0].isPending || truths[$0].start.isAwaited
                    || truths[$0].stop.isAwaited && !truths[$0].isStray
            }
            return hold(left.isEmpty, 7, "the run ended, and is not done with \(left)")
        }
        if !bodyBegan, ending != nil, deadline == nil {
            return hold(false, 5, "a run that was over before it began goes on")
        }
        guard isStopping else { return }
        let pending = truths.indices.filter { truths[$0].isPending }
        switch limits.stopOrder {
        case .sequential:
            let running = truths.count { $0.stop.isAwaited && !$0.isStray }
            hold(pending.isEmpty || running == 1, 3, "\(pending) wait for nothing")
        case .concurrent:
            for index in pending {
                hold(
                    dependents[index].contains { truths[$0].isAwaited }, 3,
                    "\(index) could be stopped, and is not")
            }
        }
        hold(!pending.isEmpty || truths.contains { $0.stop.isAwaited }, 5, "the run does not end")
    }

    /// Whatever is waited for has its time, and no timer is for what is over.
    private mutating func timersRun(_ agenda: Agenda) {
        var timers = 0
        func time(_ timer: RunMachine.Timer) -> Duration? {
            let time = agenda.time(of: timer)
            timers += time == nil ? 0 : 1
            return time
        }
        for (index, truth) in truths.enumerated() {
            if truth.start.isAwaited {
                startHasTime(index, time(truth.start.cancelled == nil ? .start(index) : .startGrace(index)))
            }
            if truth.stop.isAwaited {
                stopHasTime(index, time(truth.stop.cancelled == nil ? .stop(index) : .stopGrace(index)))
            }
            if truth.isBackingOff {
                let due = (truth.restarts.last ?? now) + (program.works[index]?.wait ?? .zero)
                hold(time(.restart(index)) == due, 2, "\(index)’s work is not begun again in time")
            }
        }
        if let deadline, finished == nil {
            hold(time(.budget) == deadline, 5, "the budget is not \(deadline)")
        }
        hold(timers == agenda.armed, 7, "\(agenda.armed - timers) timers run for nothing")
    }

    private mutating func startHasTime(_ index: Int, _ time: Duration?) {
        let life = truths[index].start
        guard let cancelled = life.cancelled else {
            let due = (life.began ?? now) + program.vocabulary.startTimeout
            return hold(time == due, 2, "\(index)’s start has until \(String(describing: time))")
        }
        let own = cancelled + limits.grace
        hold(time ?? .seconds(1 << 40) <= min(own, deadline ?? own), 5, "\(index)’s start has no end")
        let needed = limits.grace + RunLimits.largestReserve * program.needs.count
        if !isShortened, let deadline, deadline - cancelled >= needed {
            hold(time == own, 6, "\(index)’s start loses its grace")
        }
    }

    private mutating func stopHasTime(_ index: Int, _ time: Duration?) {
        let truth = truths[index]
        let began = truth.stop.began ?? now
        let last = finished == nil || !truth.isStray ? deadline : nil
        guard let time else { return hold(false, 5, "\(index)’s stop has no end") }
        if let cancelled = truth.stop.cancelled {
            let own = cancelled + limits.grace
            hold(time <= min(own, last ?? own), 5, "\(index)’s stop has until \(time)")
            if truth.isFree { hold(time == own, 6, "\(index)’s stop loses its grace") }
            let hasTime = limits.grace > .zero && !isShortened && last.map { began < $0 } ?? true
            hold(!hasTime || time > cancelled, 6, "\(index)’s stop cannot answer its cancellation")
            return
        }
        let own = began + limits.stopTimeout
        hold(time <= min(own, last ?? own), 5, "\(index)’s stop has until \(time)")
        if truth.isFree { hold(time == own, 5, "\(index)’s stop is cancelled at \(time)") }
        if !isShortened, let deadline, finished == nil || !truth.isStray {
            let part = max(deadline - began, .zero) / (2 * (program.needs.count + 1))
            hold(time >= began + min(limits.stopTimeout, part), 5, "\(index)’s stop has no time")
        }
    }
}
