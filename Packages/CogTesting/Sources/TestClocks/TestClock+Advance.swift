extension TestClock {
    /// Moves time forward and wakes every sleep that became due.
    ///
    /// Sleeps wake by deadline, then by registration, each once the one before it is back on its actor. Traps
    /// when `duration` is negative.
    /// Complexity: O(s log s) in the number of sleeps.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves time forward to `instant` and wakes every sleep that became due.
    ///
    /// Sleeps wake by deadline, then by registration, each once the one before it is back on its actor. Traps
    /// when `instant` is in the past.
    /// Complexity: O(s log s) in the number of sleeps.
    public func advance(to instant: Instant) {
        let (isBack, first) = state.withLock { schedule in
            instant < schedule.now ? (true, nil) : (false, schedule.move(to: instant))
        }
        if isBack {
            fatalError(
                """
                TestClock cannot go back to \(instant.offset): it stands at \(now.offset). \
                Pass an instant at or after `clock.now`, or make a new TestClock.
                """)
        }
        first?.resume(returning: true)
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
