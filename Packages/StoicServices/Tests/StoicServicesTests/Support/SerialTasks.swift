import Dispatch

/// Runs tasks one piece after another, in the order in which they became ready.
final class SerialTasks: TaskExecutor {
    private let queue = DispatchQueue(label: "serial tasks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
