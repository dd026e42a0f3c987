import CogGraph
import CogMechanisms
import PodcastModel
import Synchronization

/// Tells the run's body when nothing is left to do. Comes last: what it sees at registration is
/// what the others began with.
struct CompletionMechanism: Mechanism {
    private let end = AsyncStream<RunStatus>.makeStream(bufferingPolicy: .bufferingNewest(1))

    func operate(_ m: MechanismController) {
        let continuation = end.continuation
        m.watch(runStatusCog, initial: .run, name: "end") { _, status in
            if status != .working { continuation.yield(status) }
        }
    }

    /// Returns once everything wanted is done.
    ///
    /// - Returns: False when the caller's task was cancelled first.
    /// - Throws: The store's error, when that ended the run.
    func wait() async throws(PodcastError) -> Bool {
        for await status in end.stream {
            if case .failed(let error) = status { throw error }
            return true
        }
        return false
    }
}
