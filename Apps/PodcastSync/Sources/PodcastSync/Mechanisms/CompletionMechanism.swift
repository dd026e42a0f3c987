import CogGraph
import CogMechanisms

/// Tells how far the run is to those outside the graph. Comes last: what it sees at registration
/// is what the others began with.
struct CompletionMechanism: Mechanism {
    private let statuses = AsyncStream<RunStatus>.makeStream()
    /// A stream of its own: a caller that is cancelled ends the stream that it waits on.
    private let reports = AsyncStream<Never>.makeStream()

    func operate(_ m: MechanismController) {
        let (statuses, reports) = (statuses.continuation, reports.continuation)
        m.watch(runStatusCog, initial: .run, name: "status") { _, status in
            if status != .working { statuses.yield(status) }
        }
        m.watch(_workforcesAtWorkCog, initial: .run, name: "reports") { _, workforces in
            if workforces == 0 { reports.finish() }
        }
    }

    /// The first status that is not `.working`; for one caller.
    ///
    /// - Returns: Nil when the calling task is cancelled first.
    func status() async -> RunStatus? {
        for await status in statuses.stream { return status }
        return nil
    }

    /// Returns once the graph has everything that the workforces reported, though the caller was
    /// cancelled; for one caller, when both have stopped.
    func allReported() async {
        await Task { for await _ in reports.stream {} }.value
    }
}
