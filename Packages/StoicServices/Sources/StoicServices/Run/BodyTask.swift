/// Runs a body that may not leave its caller's isolation on a task of its own, so that it can
/// be cancelled without cancelling its caller.
///
/// Unchecked because the caller waits: the body runs while nothing else of the caller does.
final class BodyTask: @unchecked Sendable {
    private var body: (() async -> Void)?

    private init(_ body: @escaping () async -> Void) { self.body = body }

    /// Runs `body` and waits; `adopt` gets the task before that.
    static func run(
        isolation: isolated (any Actor)?, executor: (any TaskExecutor)? = nil,
        adopt: (Task<Void, Never>) -> Void,
        _ body: () async -> Void
    ) async {
        await withoutActuallyEscaping(body) { body in
            _ = isolation
            let box = BodyTask(body)
            let task = Task(executorPreference: executor) { await box.call() }
            adopt(task)
            await task.value
        }
    }

    private func call() async {
        guard let body else { return }
        // The closure must be gone when the task ends: it does not really escape.
        self.body = nil
        await body()
    }
}
