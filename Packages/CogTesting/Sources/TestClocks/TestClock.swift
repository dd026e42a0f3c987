import Synchronization

/// A clock whose time moves only when a test moves it.
///
/// Wait for a sleep to be registered with ``waitForScheduledSleep()``, then ``advance(by:)``:
/// advancing first would race the code under test. A sleep whose deadline has already passed
/// returns at once and registers nothing.
///
/// Safe to use from any isolation. Rules: TEST-1, TEST-5.
public final class TestClock: Clock {
    /// A point on the test's own time line, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// How far this instant lies after the clock's creation.
        public let offset: Duration

        /// Makes the instant `offset` after the clock's creation.
        public init(offset: Duration = .zero) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let state = Mutex(Schedule())

    /// Makes a clock that stands at offset zero.
    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// The number of sleeps that are suspended on this clock now.
    ///
    /// Complexity: O(1).
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
