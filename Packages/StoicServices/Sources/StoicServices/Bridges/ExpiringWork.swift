import Synchronization

/// Work that the system lets run for a while, and may end at any moment. Rule: SVC-11.
///
/// It is what a bridge to a system's background time is made of. The work is cancelled by
/// ``expire()``, by the end of the time granted, and by its caller, whichever comes first; that
/// one is its cause. Safe from any isolation.
public final class ExpiringWork: Sendable {
    private struct State {
        var cause: CancellationCause?
        var isEnded = false
        var hasRun = false
        var work: Task<Void, Never>?
    }

    private let granted: Duration?
    private let clock: RunClock
    private let end: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes work that has not begun.
    ///
    /// - Parameters:
    ///   - granted: How long the work may take from now; `nil` is without limit.
    ///   - clock: Measures that time; the default does not count machine sleep.
    ///   - end: Gives the system's time back. Called exactly once: by `expire`, else when the
    ///     work has ended.
    public init(
        granted: Duration?, clock: any Clock<Duration> = SuspendingClock(),
        end: @escaping @Sendable () -> Void
    ) {
        (self.granted, self.clock, self.end) = (granted, RunClock(clock), end)
    }

    /// The time that `seconds` grants, as systems tell it.
    ///
    /// Only up to an hour is a grant: in the foreground UIKit tells the greatest finite number,
    /// which is no time and fits no `Duration`. A negative number grants nothing.
    public static func grant(seconds: Double) -> Duration? {
        guard seconds <= 3600 else { return nil }
        return .seconds(max(seconds, 0))
    }

    /// Gives the system's time back at once and cancels the work, which unwinds afterwards.
    ///
    /// For the system's expiration handler, which may not return before. Expiry is final: work
    /// that has not begun never does. Idempotent.
    public func expire() {
        cancel(.systemExpiring)
        endOnce()
    }

    /// Runs `work` once, in the caller's isolation, on a task of its own.
    ///
    /// - Returns: what `work` returns, whatever cancelled it.
    /// - Throws: the work's error; `WorkCancelled` with the cause in place of a
    ///   `CancellationError`, or when it expired before it began; `CancellationError` when that
    ///   cause is the caller. Traps when called a second time.
    public func run<R>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: nonisolated(nonsending) () async throws -> R
    ) async throws -> R {
        let (isSecond, cause) = state.withLock { state in
            defer { state.hasRun = true }
            return (state.hasRun, state.cause)
        }
        if isSecond { fatalError("Expiring work runs once. Make another ExpiringWork.") }
        defer { endOnce() }
        if let cause { throw WorkCancelled(cause: cause) }
        try Task.checkCancellation()
        let timer = granted.map { granted in
            Task.detached { [clock] in
                do { try await clock.sleep(granted) } catch { return }
                self.cancel(.deadline)
            }
        }
        var outcome: Result<R, any Error>?
        await withTaskCancellationHandler {
            await BodyTask.run(isolation: isolation, adopt: adopt) {
                _ = isolation
                do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            }
        } onCancel: {
            // Awaiting a task's value does not cancel that task.
            cancel(.caller)
        }
        timer?.cancel()
        await timer?.value
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw told(error)
        case nil: fatalError("The work did not run.")
        }
    }

    private func told(_ error: any Error) -> any Error {
        guard error is CancellationError, let cause = state.withLock({ $0.cause }), cause != .caller
        else { return error }
        return WorkCancelled(cause: cause)
    }

    private func adopt(_ work: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.work = work
            return state.cause != nil
        }
        if isCancelled { work.cancel() }
    }

    /// Only the first cause counts.
    private func cancel(_ cause: CancellationCause) {
        state.withLock { state in
            if state.cause == nil { state.cause = cause }
            return state.work
        }?.cancel()
    }

    private func endOnce() {
        let isFirst = state.withLock { state in
            defer { state.isEnded = true }
            return !state.isEnded
        }
        if isFirst { end() }
    }
}
