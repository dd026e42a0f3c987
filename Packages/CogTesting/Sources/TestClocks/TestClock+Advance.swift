extension TestClock {
    /// Moves time forward and wakes every sleep that became due.
    ///
    /// Sleeps wake by deadline, then by registration. Traps when `duration` is negative.
    /// Complexity: O(s log s) in the number of sleeps.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves time forward to `instant` and wakes every sleep that became due.
    ///
    /// Sleeps wake by deadline, then by registration. Traps when `instant` is in the past.
    /// Complexity: O(s log s) in the number of sleeps.
    public func advance(to instant: Instant) {
        let due = state.withLock { schedule -> [Schedule.Continuation]? in
            instant < schedule.now ? nil : schedule.move(to: instant)
        }
        guard let due else {
            fatalError(
                """
                TestClock cannot go back to \(instant.offset): it stands at \(now.offset). \
                Pass an instant at or after `clock.now`, or make a new TestClock.
                """)
        }
        for continuation in due { continuation.resume() }
    }

    /// Ends the clock: every sleep, now and later, throws `CancellationError`.
    ///
    /// Waits for a scheduled sleep end the same way once no registration is left.
    public func finish() {
        for continuation in state.withLock({ $0.finish() }) {
            continuation.resume(throwing: CancellationError())
        }
    }
}
