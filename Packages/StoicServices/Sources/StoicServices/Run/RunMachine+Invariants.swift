extension RunMachine {
    /// Checks that the counts agree with the records; traps with what does not hold.
    ///
    /// Runs after each event where `COG_INTERNAL_CHECKS` is defined, and costs O(services), so
    /// only for graphs of up to a hundred.
    package func checkInvariants() {
        guard records.count <= 100 else { return }
        var (starting, started, stopping, stray) = (0, 0, 0, 0)
        for (index, record) in records.enumerated() {
            switch record.state {
            case .starting:
                starting += 1
                hold(phase == .starting || phase == .rollingBack, "\(key(index)) starts in \(phase)")
                hold(
                    plan.needs[index].allSatisfy { records[$0].state.isStarted },
                    "\(key(index)) starts before what it needs has started")
            case .started:
                started += 1
                hold(phase != .done, "\(key(index)) is left running")
            case .stopping:
                stopping += 1
                stray += record.isStrayStop ? 1 : 0
            case .waiting, .startAbandoned, .stopAbandoned, .ended: break
            }
        }
        hold(starting == runningStarts, "\(starting) services start, \(runningStarts) counted")
        hold(started == pendingStops, "\(started) services run, \(pendingStops) counted")
        hold(stopping == runningStops, "\(stopping) services stop, \(runningStops) counted")
        hold(stray == strayStops, "\(stray) late values stop, \(strayStops) counted")
        hold(phase != .done || runningStops == strayStops, "the run ended while a service stops")
        if limits.stopOrder == .sequential {
            hold(runningStops - strayStops <= 1, "two services stop at once")
        }
    }

    private func hold(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fatalError("RunMachine: \(message())") }
    }
}
