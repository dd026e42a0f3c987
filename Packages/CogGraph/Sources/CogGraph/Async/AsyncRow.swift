import CogArena

/// What a context keeps beside the row of one async state while anything of it waits or is under way, or
/// for as long as the row lives where its declaration asks for more than runs.
@MainActor
@usableFromInline
final class AsyncRow {
    /// Names the state in turns and tasks.
    let label: String
    private(set) weak var context: Context?
    @usableFromInline let engine: Engine
    @usableFromInline let slot: Slot
    @usableFromInline let plan: AsyncPlan
    // As in a context: only the MainActor comes here, and no access lasts over a call of user code.
    @exclusivity(unchecked) var schedule: RunSchedule
    /// What its declaration asks for beyond runs; nil where it asks for nothing.
    @exclusivity(unchecked) var extras: RowExtras?
    /// What will not be done after all, until application code may run: what it captured may be a last
    /// reference.
    @exclusivity(unchecked) private var retired: [WorkBody] = []
    /// Whether its context knows it.
    @exclusivity(unchecked) private(set) var isOpen = true

    init(_ plan: AsyncPlan, _ label: String, at slot: Slot, in context: Context) {
        self.label = label
        self.plan = plan
        self.slot = slot
        self.context = context
        engine = context.engine
        schedule = RunSchedule(plan.policy)
    }

    /// Whether something was chosen and waits for its pace.
    var isHolding: Bool { extras?.held != nil }

    /// Whether somebody waits: a run is not over, or held back.
    var isLoading: Bool { schedule.isBusy || isHolding }

    /// Whether anything was chosen that is not over.
    var isBusy: Bool { !schedule.isEmpty || isHolding }

    /// These will not publish any more: other work took their place. Of what was not started yet no
    /// application code runs in here.
    func supersede(_ runs: consuming RunList) {
        while let run = runs.popFirst() { supersede(run) }
    }

    func supersede(_ run: AsyncRun) {
        if run.state == .waiting, let work = run.work.take() { retire(work) }
        run.resolve(.superseded)
        let task = run.task
        run.end()
        task?.cancel()
    }

    func retire(_ work: WorkBody) { retired.append(work) }

    /// Lets go of work that will not be done, where application code may run.
    func releaseRetired() {
        while let work = retired.popLast() { _ = consume work }
    }

    /// Publishes what came of a run, in a turn of its own.
    @usableFromInline
    func turn(in context: AnyObject, _ verb: StaticString, _ publish: () -> Void) {
        unsafeDowncast(context, to: Context.self).turn(of: self, verb, publish)
    }

    /// What came of a run is published, and all that it caused is over.
    ///
    /// - Parameter shown: What new keys begin with, if the declaration says that they do.
    @usableFromInline
    func come(toShow shown: AnyObject?, in context: AnyObject) {
        guard isOpen else { return }
        let context = unsafeDowncast(context, to: Context.self)
        guard extras != nil else { return context.letGoIfIdle(self) }
        if let shown { context.notePrevious(shown, of: self) }
        context.noteEnded(self)
    }

    /// The context knows it no more: nothing counts that comes later.
    func leave() { isOpen = false }

    /// Ends everything: nothing that comes later is published.
    func close() {
        isOpen = false
        var (active, waiting) = (schedule.dropActive(), schedule.rejectWaiting())
        active.visit { $0.resolve(.released) }
        waiting.visit { $0.resolve(.released) }
        extras?.close()
        while let run = active.popFirst() {
            let task = run.task
            run.end()
            task?.cancel()
        }
        while let run = waiting.popFirst() { run.end() }
        releaseRetired()
    }
}
