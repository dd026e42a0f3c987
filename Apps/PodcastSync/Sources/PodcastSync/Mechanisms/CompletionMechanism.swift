import CogGraph
import CogMechanisms

/// Tells how far the run is to those outside the graph. Comes last: what it sees at registration
/// is what the others began with.
struct CompletionMechanism: Mechanism {
    private let statuses = AsyncStream<RunStatus>.makeStream()

    func operate(_ m: MechanismController) {
        let continuation = statuses.continuation
        m.watch(runStatusCog, initial: .run, name: "status") { _, status in
            continuation.yield(status)
        }
    }

    /// The next status that is neither `.working` nor among `passed`; for one caller at a time.
    ///
    /// - Returns: Nil when the calling task is cancelled first.
    func status(after passed: Set<RunStatus>) async -> RunStatus? {
        for await status in statuses.stream where status != .working && !passed.contains(status) {
            return status
        }
        return nil
    }
}
