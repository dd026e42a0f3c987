import CogArena

/// What a context keeps beside the row of one async state: its schedule, and for each run what waits
/// for it and what it runs in. Used on the MainActor alone.
class AnyAsyncRow {
    /// Names the state in turns and tasks.
    let label: String
    var schedule: RunSchedule
    /// What its declaration asks for beyond runs; nil where it asks for nothing.
    var extras: AnyRowExtras?
    /// The tasks of the active runs.
    var tasks: [Generation: Task<Void, Never>] = [:]

    init(_ label: String, _ policy: RunSchedule.Policy) {
        self.label = label
        schedule = RunSchedule(policy)
    }

    /// Whether something was chosen and waits for its pace.
    @MainActor
    var isHolding: Bool { extras?.isHolding == true }

    /// Whether somebody waits: a run is not over, or held back.
    @MainActor
    var isLoading: Bool { schedule.isBusy || isHolding }

    /// Whether anything was chosen that is not over.
    @MainActor
    var isBusy: Bool { !schedule.isEmpty || isHolding }

    /// What tells the rows of one declaration from others.
    var planID: ObjectIdentifier? { nil }

    /// Ends everything: nothing that comes later is published.
    @MainActor
    func close() {
        extras?.close()
        let ended = tasks.sorted { $0.key < $1.key }
        tasks = [:]
        for (_, task) in ended { task.cancel() }
    }
}

final class AsyncRow<Value>: AnyAsyncRow {
    let plan: AsyncPlan<Value>
    /// What the runs that were not started yet will do.
    var chosen: [Generation: WorkBody<Value>] = [:]
    /// What will not be done after all, until application code may run: what it captured may be a last
    /// reference.
    private var retired: [WorkBody<Value>] = []
    var refreshes: [Generation: CogRefresh<Value>] = [:]

    init(_ label: String, _ plan: AsyncPlan<Value>) {
        self.plan = plan
        super.init(label, plan.policy)
    }

    override var planID: ObjectIdentifier? { ObjectIdentifier(plan) }

    func extras(of type: Value.Type) -> RowExtras<Value>? {
        extras.map { unsafeDowncast($0, to: RowExtras<Value>.self) }
    }

    func resolve(_ run: Generation, _ outcome: CogRefresh<Value>.Outcome) {
        if let refresh = refreshes.removeValue(forKey: run) { refresh.resolve(outcome) }
    }

    /// These will not publish any more: other work took their place. Of what was not started yet no
    /// application code runs in here.
    func supersede(_ runs: some Sequence<Generation>) {
        for run in runs {
            if let work = chosen.removeValue(forKey: run) { retire(work) }
            resolve(run, .superseded)
            tasks.removeValue(forKey: run)?.cancel()
        }
    }

    func retire(_ work: WorkBody<Value>) { retired.append(work) }

    /// Lets go of work that will not be done, where application code may run.
    func releaseRetired() {
        while let work = retired.popLast() { _ = consume work }
    }

    override func close() {
        let waiting = refreshes.sorted { $0.key < $1.key }
        refreshes = [:]
        for (_, refresh) in waiting { refresh.resolve(.released) }
        super.close()
        chosen = [:]
        releaseRetired()
    }
}
