import StoicServices

extension Judge {
    /// Judges what a run leaves behind, at its end.
    mutating func judgeFinish(_ report: ServiceReport, _ machine: RunMachine) {
        judge(report)
        hold(
            Cause(report.reason) == cause ?? .completed || !hasStopped, 6, "the report says \(report.reason)")
        switch ending {
        case .startFailed? where failed != nil:
            let told = machine.failure.map { ($0.index, Fault($0.error)) }
            hold(
                told?.0 == failed?.index && told?.1 == failed?.fault, 6,
                "\(String(describing: told)) is thrown")
        case .workFailed?:
            let told = machine.workFailure.map { Fault($0) }
            hold(told == failed?.fault, 6, "\(String(describing: told)) is attached")
        default: break
        }
    }

    /// Judges the whole once nothing can happen any more.
    mutating func judgeEnd(_ report: ServiceReport) {
        hold(finished != nil, 5, "the run never ends")
        for (index, truth) in truths.enumerated() where truth.hasStarted {
            let isStopped = truth.stop.began != nil
            hold(isStopped != truth.isSkipped, 3, "\(index) started, and was neither stopped nor skipped")
        }
        judge(report)
    }

    private var hasStopped: Bool { deadline != nil }

    private mutating func judge(_ report: ServiceReport) {
        for (index, truth) in truths.enumerated() {
            let entry = report.entries[index]
            let (outcome, late) = fate(of: index)
            hold(
                Fate(entry.outcome) == outcome, 6,
                "\(index) is said to be \(entry.outcome), not \(outcome)")
            hold(
                entry.late.map { Fate($0) } == late, 6,
                "\(index) is said to be late \(String(describing: entry.late)), not \(String(describing: late))"
            )
            let mayRun =
                truth.start.isRunning || truth.stop.isRunning && truth.stop.abandoned != nil
                || truth.isSkipped && truth.isWorking
            hold(entry.mayStillRun == mayRun, 7, "\(index) still runs: \(mayRun), and that is not said")
            hold(
                span(entry.start) == [truth.start.began, truth.start.ended], 6,
                "\(index)’s start has its times")
            hold(
                span(entry.stop) == [truth.stop.began, truth.stop.ended], 6, "\(index)’s stop has its times")
            hold(entry.restarts == truth.restarts.count, 6, "\(index) has \(entry.restarts) restarts")
            hold(entry.workError.map { Fault($0) } == truth.workFault, 6, "\(index)’s work lost its error")
        }
    }

    private func span(_ span: ServiceReport.Span?) -> [Duration?] { [span?.began, span?.ended] }

    private func fate(of index: Int) -> (outcome: Fate, late: Fate?) {
        let truth = truths[index]
        let timedOut = Fate.startFailed(.startTimedOut(program.vocabulary.startTimeout))
        if truth.start.began == nil { return (.notStarted, nil) }
        if truth.isStray { return (.startAbandoned, afterAll(truth)) }
        if truth.isTimedOut { return (timedOut, afterAll(truth)) }
        if let fault = truth.start.fault {
            let isAnswer = fault == .cancellation && truth.start.cancelled != nil
            return (isAnswer ? .startCancelled : .startFailed(fault), nil)
        }
        let own = truth.stop.fault == .cancellation ? nil : truth.stop.fault
        if truth.stop.abandoned != nil {
            let late: Fate = own.map { .stopFailed($0) } ?? .stopped
            return (.stopAbandoned, truth.stop.ended == nil ? nil : late)
        }
        return (afterAll(truth) ?? .notStarted, nil)
    }

    /// What became of a service that was too late, or of one that was not.
    private func afterAll(_ truth: Truth) -> Fate? {
        guard truth.start.ended != nil else { return nil }
        if let fault = truth.start.fault { return fault == .cancellation ? nil : .startFailed(fault) }
        if truth.isSkipped { return .skipped }
        guard truth.stop.ended != nil else { return truth.stop.abandoned == nil ? nil : .stopAbandoned }
        guard let cancelled = truth.stop.cancelled else {
            return truth.stop.fault.map { .stopFailed($0) } ?? .stopped
        }
        let own = truth.stop.fault == .cancellation ? nil : truth.stop.fault
        return .stopFailed(.stopTimedOut(cancelled - (truth.stop.began ?? cancelled), own))
    }
}
