import Synchronization
import TestClocks

/// A clock that stands still and counts the sleeps that have not returned.
final class CountingClock: Clock {
    private let base = TestClock()
    private let active = Mutex(0)
    private let gate: Flag

    init(returningAfter gate: Flag) { self.gate = gate }

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { .zero }
    var activeSleeps: Int { active.withLock { $0 } }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        active.withLock { $0 += 1 }
        defer { active.withLock { $0 -= 1 } }
        let end: Result<Void, any Error>
        do { end = .success(try await base.sleep(until: deadline, tolerance: tolerance)) } catch {
            end = .failure(error)
        }
        await gate.wait()
        try end.get()
    }
}
