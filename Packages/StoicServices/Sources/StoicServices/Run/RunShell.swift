import Synchronization

/// Performs what the machine decides, one action at a time and in order.
///
/// Events may come from any thread, also synchronously from a cancellation handler. Whoever
/// brings one while no action is performed performs all that are due; the others only leave
/// theirs. User code runs on tasks of its own or at `tell`, never under the lock.
final class RunShell: Sendable {
    struct State {
        var machine: RunMachine
        var actions: ArraySlice<RunMachine.Action> = []
        var isPerforming = false
        var tasks = RunTasks()
        var services: [(reader: ServiceReader, scope: StopScope)?]
        var waiter: CheckedContinuation<Void, Never>?
    }

    let label: String
    let plan: ServicePlan
    let clock: RunClock
    let values: ServiceValues
    let observer: @Sendable (ServiceEvent) -> Void
    let executor: (any TaskExecutor)?
    let priority: TaskPriority
    let state: Mutex<State>

    init(
        label: String, machine: RunMachine, clock: RunClock, executor: (any TaskExecutor)?,
        observer: @escaping @Sendable (ServiceEvent) -> Void
    ) {
        (self.label, plan, self.clock) = (label, machine.plan, clock)
        (self.executor, self.observer) = (executor, observer)
        priority = Task.currentPriority
        values = ServiceValues(count: plan.services.count)
        state = Mutex(
            State(machine: machine, services: Array(repeating: nil, count: plan.services.count)))
    }

    /// What the body reads: every service.
    var services: Services {
        Services(reader: ServiceReader(key: nil, positions: plan.positions, values: values))
    }

    /// Starts everything; `false` when the run ended, and was rolled back, before its body.
    func begin() async -> Bool {
        await send(.begin, andWait: ())
        return state.withLock { $0.machine.phase == .body }
    }

    /// Stops everything.
    func end(_ error: (any Error)?) async {
        await send(.bodyEnded(error), andWait: ())
    }

    /// Takes the body's task, to be cancelled when something ends the run.
    func adopt(body: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.tasks.body = body
            return state.tasks.isBodyCancelled
        }
        if isCancelled { body.cancel() }
    }

    var failure: (index: Int, error: any Error)? { state.withLock { $0.machine.failure } }
    var statuses: [ServiceStatus] { state.withLock { $0.machine }.statuses }
    var workFailure: (any Error)? { state.withLock { $0.machine.workFailure } }
    var reason: Exit.Reason? { state.withLock { $0.machine.reason } }

    /// What became of every service so far, and which needs nobody read.
    var report: ServiceReport {
        let (machine, services) = state.withLock { ($0.machine, $0.services) }
        var warnings: [String] = []
        for (index, service) in services.enumerated() {
            guard let reader = service?.reader, machine.records[index].outcome.hasStarted else {
                continue
            }
            for need in plan.needs[index] where !reader.hasRead(need) {
                warnings.append(
                    "Service “\(plan.services[index].key)” never read “\(plan.services[need].key)”. "
                        + "Remove it from `needs`, unless only the order matters.")
            }
        }
        return machine.report(label: label, warnings: warnings)
    }

    func send(_ event: RunMachine.Event) {
        let now = clock.now()
        let mustPerform = state.withLock { state in
            state.actions += state.machine.handle(event, at: now)
            defer { state.isPerforming = true }
            return !state.isPerforming
        }
        if mustPerform { performAll() }
    }

    /// Sends `event` and waits until the body may run or everything has ended.
    private func send(_ event: RunMachine.Event, andWait: Void) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = continuation }
            send(event)
        }
        let tasks = state.withLock { $0.machine.phase == .done ? $0.tasks.takeAll() : [] }
        for task in tasks { await task.value }
    }

    private func performAll() {
        while let action = state.withLock({ state in
            let action = state.actions.popFirst()
            if action == nil { state.isPerforming = false }
            return action
        }) {
            perform(action)
        }
    }
}
