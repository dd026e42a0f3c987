import CogArena

extension Context {
    /// Work that is tried again as its declaration says. It waits in the task of its run, so that whatever
    /// ends the run ends the wait.
    func retried<Value>(
        _ work: WorkBody<Value>, by retry: CogRetry, as run: Generation, at slot: Slot
    ) -> WorkBody<Value> {
        let clock = clock
        let counts: @MainActor () -> Bool = { [weak self] in
            guard let self, let row = asyncRow(at: slot, of: Value.self) else { return false }
            return row.schedule.counts(run) && engine.isSettled(slot)
        }
        /// Returns when the next attempt is due, and throws `error` when there is none.
        let waitAfter: @MainActor (Int, any Error) async throws -> Void = { failures, error in
            guard counts(), let wait = retry.wait(after: failures, of: error) else { throw error }
            RunEnds.noteAttempt()
            let due = clock.now().advanced(by: ClockSpan(wait))
            do { try await clock.sleep(due) } catch { throw error }
            // What it was chosen from may have changed meanwhile: nobody would see what comes of it.
            guard counts() else { throw error }
        }
        switch work {
        case .run(let operation):
            return .run {
                var failures = 0
                while true {
                    do { return try await operation() } catch {
                        failures += 1
                        try await waitAfter(failures, error)
                    }
                }
            }
        case .stream(let elements):
            return .stream { take in
                var failures = 0
                while true {
                    do {
                        return try await elements { element in
                            failures = 0
                            return take(element)
                        }
                    } catch {
                        failures += 1
                        try await waitAfter(failures, error)
                    }
                }
            }
        }
    }
}
