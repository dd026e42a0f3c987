extension TestClock {
    /// Suspends until the test has moved the clock to `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the clock is finished.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await suspend { $0.sleep($1, until: deadline, $2) }
    }

    /// Waits for one sleep to be registered, and acknowledges exactly that one.
    ///
    /// A registration made before the call counts; each is acknowledged once, in order.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or when the clock is finished
    ///   and no registration is left to acknowledge.
    public func waitForScheduledSleep() async throws {
        try await suspend { $0.wait($1, $2) }
    }

    private func suspend(
        _ enter: (inout sending Schedule, Schedule.Ticket, Schedule.Continuation) -> Schedule.Entry
    ) async throws {
        try Task.checkCancellation()
        let ticket = state.withLock { $0.ticket() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let entry = state.withLock { enter(&$0, ticket, continuation) }
                switch entry {
                case .suspended(let acknowledged):
                    acknowledged?.resume()
                    // A cancellation before the registration found nothing to remove.
                    if Task.isCancelled { cancel(ticket) }
                case .due: continuation.resume()
                case .refused: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func cancel(_ ticket: Schedule.Ticket) {
        state.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
    }
}
