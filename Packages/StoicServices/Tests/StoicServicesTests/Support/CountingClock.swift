import Synchronization
import TestClocks

/// A clock that stands still and counts the sleeps that have not returned.
final class CountingClock: Clock {
    private let base = TestClock()
    private let active = Mutex(0)

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { .zero }
    var activeSleeps: Int { active.withLock { $0 } }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        active.withLock { $0 += 1 }
        defer { active.withLock { $0 -= 1 } }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
