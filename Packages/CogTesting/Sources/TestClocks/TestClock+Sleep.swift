extension TestClock {
    /// Suspends until the test has moved the clock to `deadline`.
    ///
    /// It stays on the caller's actor, so that callers of one actor go on in the order in which their sleeps
    /// wake. A call through `any Clock` or a generic one leaves the actor and comes back on its own: such callers
    /// go on in any order.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the clock is finished.
    public nonisolated(nonsending) func sleep(
        until deadline: Instant, tolerance: Duration? = nil
    ) async throws {
        try await suspend { $0.sleep($1, until: deadline, $2) }
    }

    /// Suspends until the test has moved the clock on by `duration`, as ``sleep(until:tolerance:)`` does.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the clock is finished.
    public nonisolated(nonsending) func sleep(
        for duration: Duration, tolerance: Duration? = nil
    ) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }

    /// Waits for one sleep to be registered, and acknowledges exactly that one.
    ///
    /// A registration made before the call counts; each is acknowledged once, in order.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or when the clock is finished
    ///   and no registration is left to acknowledge.
    public nonisolated(nonsending) func waitForScheduledSleep() async throws {
        try await suspend { $0.wait($1, $2) }
    }

    /// `isolation` is named where the handler begins: a closure that does not capture it leaves the actor.
    private func suspend(
        isolation: isolated (any Actor)? = #isolation,
        _ enter: (inout sending Schedule, Schedule.Ticket, Schedule.Continuation) -> Schedule.Entry
    ) async throws {
        try Task.checkCancellation()
        let ticket = state.withLock { $0.ticket() }
        let wakesNext = try await withTaskCancellationHandler {
            _ = isolation
            return try await withCheckedThrowingContinuation { continuation in
                let entry = state.withLock { enter(&$0, ticket, continuation) }
                switch entry {
                case .suspended(let acknowledged):
                    acknowledged?.resume(returning: false)
                    // A cancellation before the registration found nothing to remove.
                    if Task.isCancelled { cancel(ticket) }
                case .due: continuation.resume(returning: false)
                case .refused: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            cancel(ticket)
        }
        // Only now, back on its actor: those who are resumed one after another do not get there in that order.
        if wakesNext { state.withLock { $0.next() }?.resume(returning: true) }
    }

    private func cancel(_ ticket: Schedule.Ticket) {
        state.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
    }
}
