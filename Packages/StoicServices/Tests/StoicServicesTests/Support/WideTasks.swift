import Dispatch

/// Runs tasks on threads of its own, so that one that blocks does so alone.
final class WideTasks: TaskExecutor {
    private let queue = DispatchQueue(label: "wide tasks", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Blocks whoever waits for it, thread and all.
final class Block: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }

    func release() { semaphore.signal() }
}
