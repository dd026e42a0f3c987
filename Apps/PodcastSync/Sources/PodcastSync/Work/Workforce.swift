import Synchronization

/// Does jobs, each in a task of its own, and waits for all of them when it stops.
///
/// The scope of a job decides how long it is wanted; the workforce owns what goes on until it has ended.
/// Invariants: of the jobs with one identity one runs at a time; after ``stop()`` none begins.
///
/// It is a service: stopping it cancels every job, waits until each has ended, and then ends the
/// stream of events. All methods may be called from any isolation.
final class Workforce<Job: Identifiable & Sendable, Event: Sendable>: Sendable
where Job.ID: Sendable {
    typealias Report = @Sendable (Event) -> Void

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        /// The last that was begun of each identity.
        var last: [Job.ID: Int] = [:]
        var dropped: Set<Int> = []
        var begun = 0
        var isClosed = false
        var isOver = false
    }

    /// What the jobs reported, in order; for one reader.
    let events: AsyncStream<Event>
    private let report: AsyncStream<Event>.Continuation
    private let work: @Sendable (Job, @escaping Report) async -> Void
    private let dropJob: @Sendable (Job) async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - work: Does one job. It ends soon when its task is cancelled, and reports what
    ///     the job came to, once that is durable, before it returns.
    ///   - drop: Told of each job that is not wanted any more, once it has ended; not of one that the stop ended.
    init(
        _ work: @escaping @Sendable (Job, @escaping Report) async -> Void,
        drop: @escaping @Sendable (Job) async -> Void = { _ in }
    ) {
        (events, report) = AsyncStream.makeStream()
        self.work = work
        dropJob = drop
    }

    /// Does `job` as long as the calling task is not cancelled, and returns once it has ended.
    ///
    /// Where one of the same identity has not ended yet, it begins after that. After ``stop()`` it does nothing.
    func perform(_ job: Job) async {
        guard let (number, task) = begin(job) else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            state.withLock { if !$0.isClosed { $0.dropped.insert(number) } }
            task.cancel()
        }
    }

    /// Cancels every job and returns when all have ended.
    func stop() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        report.finish()
        state.withLock { $0.isOver = true }
    }

    /// Whether it has stopped: every job has ended, and ``events`` has all that they reported.
    var isOver: Bool { state.withLock { $0.isOver } }

    private func begin(_ job: Job) -> (Int, Task<Void, Never>)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let earlier = state.last[job.id].flatMap { state.tasks[$0] }
            let number = state.begun
            state.begun += 1
            state.last[job.id] = number
            // Its end takes this lock, so that it finds itself among the tasks.
            let task = Task.detached(name: "\(job.id)") { [self] in
                await earlier?.value
                if !Task.isCancelled { await work(job) { [report] in report.yield($0) } }
                if self.state.withLock({ $0.dropped.contains(number) }) { await dropJob(job) }
                end(number, job.id)
            }
            state.tasks[number] = task
            return (number, task)
        }
    }

    private func end(_ number: Int, _ id: Job.ID) {
        state.withLock { state in
            state.tasks[number] = nil
            state.dropped.remove(number)
            if state.last[id] == number { state.last[id] = nil }
        }
    }
}
