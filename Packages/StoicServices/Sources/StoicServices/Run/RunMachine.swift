/// Decides what a run does next; performs nothing, and holds no user code.
struct RunMachine {
    enum Timer: Hashable { case start(Int), startGrace(Int), stop(Int), stopGrace(Int), budget }
    enum Event {
        case begin
        case started(Int)
        case startThrew(Int, any Error)
        case stopped(Int, (any Error)?)
        case cancelled(CancellationCause)
        case bodyEnded(Exit)
        case fired(Timer)
    }
    enum Action {
        case start(Int), cancelStart(Int)
        case stop(Int, Exit), cancelStop(Int)
        case arm(Timer, Duration), disarm(Timer)
        case runBody, finish
    }
    enum State {
        case waiting, starting, started, stopping
        case ended(ServiceReport.Outcome)
    }
    enum Phase { case starting, body, rollingBack, stopping, done }

    let plan: ServicePlan
    let exitBudget: Duration
    let stopTimeout: Duration
    let grace: Duration
    private(set) var phase = Phase.starting
    private(set) var failure: (index: Int, error: any Error)?
    private(set) var exit = Exit.completed
    private var states: [State]
    private var unmet: [Int]
    private var completed: [Int] = []
    private var running: Set<Int> = []
    private var current: Int?

    init(plan: ServicePlan, exitBudget: Duration, stopTimeout: Duration, grace: Duration) {
        (self.plan, self.exitBudget) = (plan, exitBudget)
        (self.stopTimeout, self.grace) = (stopTimeout, grace)
        states = Array(repeating: .waiting, count: plan.services.count)
        unmet = plan.needs.map(\.count)
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .begin:
            // A cancellation may have ended the run before it began.
            guard phase == .starting else { return [.finish] }
            let ready = plan.services.indices.filter { unmet[$0] == 0 }
            var actions: [Action] = []
            for index in ready { actions += start(index) }
            return actions + bodyIfReady()
        case .started(let index): return started(index)
        case .startThrew(let index, let error):
            guard running.remove(index) != nil else { return [] }
            let timers: [Action] = [.disarm(.start(index)), .disarm(.startGrace(index))]
            if phase == .starting { return timers + fail(index, error) }
            if failure?.index != index {
                states[index] = .ended(
                    error is CancellationError ? .startCancelled : .startFailed(error))
            }
            return timers + stopIfSettled()
        case .stopped(let index, let error):
            guard current == index else { return [] }
            states[index] = .ended(error.map { .stopFailed($0) } ?? .stopped)
            return [.disarm(.stop(index)), .disarm(.stopGrace(index))] + stopNext()
        case .cancelled(let cause):
            guard phase == .starting else { return [] }
            return rollBack(.cancelled(cause))
        case .bodyEnded(let exit):
            self.exit = exit
            phase = .stopping
            return [.arm(.budget, exitBudget)] + stopNext()
        case .fired(let timer): return fired(timer)
        }
    }

    private mutating func start(_ index: Int) -> [Action] {
        states[index] = .starting
        running.insert(index)
        return [.start(index), .arm(.start(index), plan.services[index].startTimeout)]
    }

    private mutating func bodyIfReady() -> [Action] {
        guard completed.count == states.count, phase == .starting else { return [] }
        phase = .body
        return [.runBody]
    }

    private mutating func started(_ index: Int) -> [Action] {
        guard running.remove(index) != nil else {
            // An abandoned start came late: nobody else will ever stop its value.
            return [.stop(index, exit)]
        }
        states[index] = .started
        completed.append(index)
        var actions: [Action] = [.disarm(.start(index)), .disarm(.startGrace(index))]
        guard phase == .starting else { return actions + stopIfSettled() }
        for dependent in plan.dependents[index] {
            unmet[dependent] -= 1
            if unmet[dependent] == 0 { actions += start(dependent) }
        }
        return actions + bodyIfReady()
    }

    private mutating func fail(_ index: Int, _ error: any Error) -> [Action] {
        failure = (index, error)
        states[index] = .ended(.startFailed(error))
        return rollBack(.cancelled(.startFailed(plan.services[index].key)))
    }

    private mutating func rollBack(_ exit: Exit) -> [Action] {
        (phase, self.exit) = (.rollingBack, exit)
        var actions: [Action] = [.arm(.budget, exitBudget)]
        for index in running.sorted() {
            actions += [
                .cancelStart(index), .disarm(.start(index)), .arm(.startGrace(index), grace),
            ]
        }
        return actions + stopIfSettled()
    }

    private mutating func stopIfSettled() -> [Action] {
        guard running.isEmpty, phase == .rollingBack else { return [] }
        phase = .stopping
        return stopNext()
    }

    private mutating func stopNext() -> [Action] {
        current = completed.popLast()
        guard let index = current else {
            phase = .done
            return [.disarm(.budget), .finish]
        }
        states[index] = .stopping
        let limit = min(plan.services[index].stopTimeout ?? stopTimeout, exitBudget)
        return [.stop(index, exit), .arm(.stop(index), limit)]
    }

    private mutating func fired(_ timer: Timer) -> [Action] {
        switch timer {
        case .start(let index):
            guard phase == .starting, running.contains(index) else { return [] }
            return fail(index, StartTimedOut(after: plan.services[index].startTimeout))
        case .startGrace(let index):
            guard running.remove(index) != nil else { return [] }
            states[index] = .ended(.startAbandoned)
            return stopIfSettled()
        case .stop(let index):
            guard current == index else { return [] }
            return [.cancelStop(index), .arm(.stopGrace(index), grace)]
        case .stopGrace(let index):
            guard current == index else { return [] }
            states[index] = .ended(.stopAbandoned)
            return stopNext()
        case .budget:
            guard phase == .stopping || phase == .rollingBack else { return [] }
            for index in running { states[index] = .ended(.startAbandoned) }
            for index in completed { states[index] = .ended(.skipped) }
            var actions: [Action] = []
            if let current {
                states[current] = .ended(.stopAbandoned)
                actions.append(.cancelStop(current))
            }
            (running, completed, current, phase) = ([], [], nil, .done)
            return actions + [.finish]
        }
    }

    var report: ServiceReport {
        ServiceReport(
            exit: exit,
            entries: plan.services.indices.map { index in
                var outcome = ServiceReport.Outcome.notStarted
                if case .ended(let end) = states[index] { outcome = end }
                return .init(
                    key: plan.services[index].key, outcome: outcome,
                    waitedFor: plan.needs[index].map { plan.services[$0].key })
            })
    }
}

/// A start did not return within its `startTimeout`. Rule: SVC-4.
public struct StartTimedOut: Error, CustomStringConvertible {
    public let after: Duration
    public var description: String { "timed out after \(after)" }
}
