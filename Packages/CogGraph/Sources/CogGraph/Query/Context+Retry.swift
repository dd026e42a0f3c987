import CogArena

extension Context {
    /// Work that is tried again as its declaration says. It waits in the task of its run, so that whatever
    /// ends the run ends the wait.
    func retried(_ work: WorkBody, by retry: CogRetry) -> WorkBody {
        let clock = clock
        return WorkBody(isStream: work.isStream) { run in
            while true {
                do { return try await work.perform(run) } catch {
                    run.failures += 1
                    guard run.mayGoOn, let wait = retry.wait(after: run.failures, of: error) else {
                        throw error
                    }
                    RunEnds.noteAttempt(run)
                    let due = clock.now().advanced(by: ClockSpan(wait))
                    let failure = error
                    do { try await clock.sleep(due) } catch { throw failure }
                    // What it was chosen from may have changed meanwhile: nobody would see what comes of
                    // it.
                    guard run.mayGoOn else { throw failure }
                }
            }
        }
    }
}

extension AsyncRun {
    /// Whether what comes of it would be published now.
    fileprivate var mayGoOn: Bool {
        guard let row, row.context != nil else { return false }
        return row.schedule.counts(self) && row.engine.isSettled(row.slot)
    }
}
