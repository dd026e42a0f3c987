/// Who waits for the graph's verdict on one run: tools and tests, which know the run by the task that it
/// is. A run may outlive its context, so this belongs to none.
@_spi(Mechanisms)
@MainActor
public enum RunEnds {
    private static var waiting: [Int: @MainActor (_ counted: Bool) -> Void] = [:]

    private static var running: Set<Int> = []

    /// Names the running task if it is a run's own, as long as it runs. What a run starts beside it, or a
    /// task of anybody else, is none.
    public static var currentRun: Int? { currentTask.flatMap { running.contains($0) ? $0 : nil } }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Calls `hear` when the task's run has ended and the graph has published what came of it, or
    /// refused it.
    public static func onEnd(of task: Int, _ hear: @escaping @MainActor (_ counted: Bool) -> Void) {
        waiting[task] = hear
    }

    /// The running task is a run from here on.
    static func begin() {
        if let task = currentTask { running.insert(task) }
    }

    /// The running task's run has failed and is to be tried again.
    static func noteAttempt() {
        note(counted: false)
        begin()
    }

    /// The running task's run has ended.
    static func note(counted: Bool) {
        guard let task = currentTask else { return }
        running.remove(task)
        waiting.removeValue(forKey: task)?(counted)
    }
}
