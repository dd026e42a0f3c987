/// Decides what a run does next; performs nothing, and holds no user code but in its plan.
///
/// It is told each event with its time and answers with actions to perform in order. Times
/// count from the run's beginning, and never go back.
package struct RunMachine: Sendable {
    package enum Event {
        case begin
        case started(Int)
        case startThrew(Int, any Error)
        case stopped(Int, (any Error)?)
        case cancelled(CancellationCause)
        /// Time is short: end within the grace.
        case hurried
        /// The stop that encloses this run leaves it this much time.
        case enclosed(Duration)
        case bodyEnded((any Error)?)
        case workEnded(Int, (any Error)?)
        case fired(Timer)
    }

    package enum Action {
        case start(Int)
        case cancelStart(Int)
        /// The stop is cancelled at `until`, if nothing shortens the run.
        case stop(Int, Exit, until: Duration)
        case cancelStop(Int)
        case work(Int)
        case cancelWork(Int)
        /// Nobody waits for this service's task any more.
        case abandon(Int)
        case arm(Timer, at: Duration)
        case disarm(Timer)
        case runBody, cancelBody
        case tell(ServiceEvent)
        case finish
    }

    package enum Timer: Hashable, Sendable {
        case start(Int)
        case startGrace(Int)
        case stop(Int)
        case stopGrace(Int)
        case restart(Int)
        case budget
    }

    enum Phase { case starting, body, rollingBack, stopping, done }

    let plan: ServicePlan
    let limits: RunLimits
    var phase = Phase.starting
    var hasBegun = false
    var isHurried = false
    /// When the stop that encloses this run is cancelled.
    var enclosingEnd: Duration?
    /// What ended the run, first in time; the body's own error replaces a cancellation.
    var reason: Exit.Reason?
    package internal(set) var failure: (index: Int, error: any Error)?
    /// The error of the work that ended the run.
    package internal(set) var workFailure: (any Error)?
    var records: [ServiceRecord]
    var unmet: [Int]
    /// Started services in the order their starts completed; a sequential stop takes the last.
    var completed: [Int] = []
    /// How many of them are not being stopped yet.
    var pendingStops = 0
    /// By service, how many that need it started and have not ended.
    var liveDependents: [Int]
    /// What may be stopped concurrently now.
    var readyStops: [Int] = []
    var startedCount = 0
    var runningStarts = 0
    var runningStops = 0
    /// Of these, the ones that stop the late value of an abandoned start, beside the others.
    var strayStops = 0
    /// When everything has to be over.
    var end = Duration.zero
    /// What each waiting stop keeps of the budget.
    var reserve = Duration.zero
    var now = Duration.zero
    private var actions: [Action] = []

    package init(plan: ServicePlan, limits: RunLimits) {
        (self.plan, self.limits) = (plan, limits)
        records = Array(repeating: ServiceRecord(), count: plan.services.count)
        unmet = plan.needs.map(\.count)
        liveDependents = Array(repeating: 0, count: plan.services.count)
    }

    package mutating func handle(_ event: Event, at time: Duration) -> [Action] {
        now = max(now, time)
        switch event {
        case .begin: begin()
        case .started(let index): started(index)
        case .startThrew(let index, let error): startThrew(index, error)
        case .stopped(let index, let error): stopped(index, error)
        case .cancelled(let cause): cancelled(cause)
        case .hurried: hurry()
        case .enclosed(let rest): enclose(in: rest)
        case .bodyEnded(let error): bodyEnded(error)
        case .workEnded(let index, let error): workEnded(index, error)
        case .fired(let timer): fired(timer)
        }
        #if COG_INTERNAL_CHECKS
            checkInvariants()
        #endif
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: Action) { actions.append(action) }

    mutating func tell(_ kind: ServiceEvent.Kind) {
        actions.append(.tell(ServiceEvent(time: now, kind: kind)))
    }

    func key(_ index: Int) -> AnyServiceKey { plan.services[index].key }

    private mutating func fired(_ timer: Timer) {
        switch timer {
        case .start(let index): startTimedOut(index)
        case .startGrace(let index): abandonStart(index)
        case .stop(let index): cancelStop(index)
        case .stopGrace(let index): abandonStop(index)
        case .restart(let index): restart(index)
        case .budget: budgetSpent()
        }
    }
}
