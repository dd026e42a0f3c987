/// Who waits for the graph's verdict on one run: tools and tests, which know the run by the task that it
/// is. A run may outlive its context, so this belongs to none.
@_spi(Mechanisms)
@MainActor
public enum RunEnds {
    @exclusivity(unchecked) private static var waiting: [Int: @MainActor (_ counted: Bool) -> Void] = [:]
    @exclusivity(unchecked) private static var running: [AsyncRun] = []

    /// Names the running task if it is a run's own, as long as it runs. What a run starts beside it, or a
    /// task of anybody else, is none. O(runs under way).
    public static var currentRun: Int? {
        currentTask.flatMap { task in running.contains { $0.taskID == task } ? task : nil }
    }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Calls `hear` when the task's run has ended and the graph has published what came of it, or
    /// refused it.
    public static func onEnd(of task: Int, _ hear: @escaping @MainActor (_ counted: Bool) -> Void) {
        waiting[task] = hear
    }

    /// The running task is a run's from here on.
    static func begin(_ run: AsyncRun) {
        guard let task = currentTask else { return }
        run.taskID = task
        run.place = running.count
        running.append(run)
    }

    /// A run has failed and is to be tried again.
    static func noteAttempt(_ run: AsyncRun) { tell(run, counted: false) }

    /// A run has ended.
    static func note(_ run: AsyncRun, counted: Bool) {
        guard let place = run.place else { return }
        let last = running.removeLast()
        if last !== run {
            running[place] = last
            last.place = place
        }
        run.place = nil
        tell(run, counted: counted)
    }

    private static func tell(_ run: AsyncRun, counted: Bool) {
        if !waiting.isEmpty { waiting.removeValue(forKey: run.taskID)?(counted) }
    }
}
