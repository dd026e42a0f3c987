import Synchronization

/// Keeps exactly the wanted jobs running, and owns their tasks: the one place that starts and
/// cancels them.
///
/// It is a service: stopping it cancels every job, waits until each has ended, and then ends the
/// stream of events. All methods may be called from any isolation.
final class Workforce<Job: Identifiable & Sendable, Event: Sendable>: Sendable
where Job.ID: Sendable {
    typealias Report = @Sendable (Event) -> Void

    private struct State {
        var table = JobTable<Job.ID>()
        var jobs: [Job.ID: Job] = [:]
        var tasks: [Job.ID: Task<Void, Never>] = [:]
        var isOver = false
    }

    /// What the jobs reported, in order; for one reader.
    let events: AsyncStream<Event>
    private let report: AsyncStream<Event>.Continuation
    private let work: @Sendable (Job, @escaping Report) async -> Void
    private let drop: @Sendable (Job) async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - work: Does one job. It ends soon when its task is cancelled, and reports what
    ///     the job came to, once that is durable, before it returns.
    ///   - drop: Told of each job that ended after it was not wanted any more; not of one that the stop ended.
    init(
        _ work: @escaping @Sendable (Job, @escaping Report) async -> Void,
        drop: @escaping @Sendable (Job) async -> Void = { _ in }
    ) {
        (events, report) = AsyncStream.makeStream()
        self.work = work
        self.drop = drop
    }

    /// Starts what is wanted and does not run, and cancels what runs and is not wanted.
    ///
    /// After ``stop()`` it does nothing.
    func reconcile(_ wanted: [Job]) {
        state.withLock { state in
            for job in wanted { state.jobs[job.id] = job }
            perform(state.table.reconcile(wanted.map(\.id)), &state)
            let needed = Set(wanted.map(\.id)).union(state.table.running)
            state.jobs = state.jobs.filter { needed.contains($0.key) }
        }
    }

    /// Cancels every job and returns when all have ended.
    func stop() async {
        let tasks = state.withLock { state in
            perform(state.table.close(), &state)
            return Array(state.tasks.values)
        }
        for task in tasks { await task.value }
        report.finish()
        state.withLock { $0.isOver = true }
    }

    /// Whether it has stopped: every job has ended, and ``events`` has all that they reported.
    var isOver: Bool { state.withLock { $0.isOver } }

    private func perform(_ actions: [JobTable<Job.ID>.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .cancel(let id): state.tasks[id]?.cancel()
            case .start(let id):
                guard let job = state.jobs[id] else { continue }
                // The task's end takes this lock, so that it finds itself in the table.
                state.tasks[id] = Task.detached(name: "\(id)") { [self] in
                    await work(job) { [report] in report.yield($0) }
                    if self.state.withLock({ $0.table.isDropped(id) }) { await drop(job) }
                    self.state.withLock { state in
                        state.tasks[id] = nil
                        perform(state.table.ended(id), &state)
                    }
                }
            }
        }
    }
}
