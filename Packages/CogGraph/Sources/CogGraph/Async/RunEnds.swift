/// Who waits for the graph's verdict on one run: tools and tests, which know the run by the task that it
/// is. A run may outlive its context, so this belongs to none.
@_spi(Mechanisms)
@MainActor
public enum RunEnds {
    private static var waiting: [Int: @MainActor (_ counted: Bool) -> Void] = [:]

    /// Names the running task, as long as it runs.
    public nonisolated static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Calls `hear` when the task's run has ended and the graph has published what came of it, or
    /// refused it.
    public static func onEnd(of task: Int, _ hear: @escaping @MainActor (_ counted: Bool) -> Void) {
        waiting[task] = hear
    }

    /// The running task's run has ended.
    static func note(counted: Bool) {
        guard !waiting.isEmpty, let task = currentTask else { return }
        waiting.removeValue(forKey: task)?(counted)
    }
}
