/// Decides how an app answers the system's question whether it may terminate. Rule: SVC-11.
///
/// The first question begins the shutdown and is answered with “later”; the reply follows when
/// the shutdown is done or the hard deadline has passed, so that no service keeps an app from
/// quitting. It is given once, also if the question is asked again.
@MainActor
public final class Termination {
    /// What to tell the system at once.
    public enum Answer: Hashable, Sendable {
        /// The shutdown is over: terminate.
        case now
        /// A reply will follow.
        case later
    }

    private enum Phase { case running, shuttingDown, over }

    private var phase = Phase.running
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let shutdown: @Sendable () async -> Void

    /// Makes the decision for one app.
    ///
    /// - Parameters:
    ///   - deadline: The hard one: the most a quitting app waits. Longer than the graph's exit
    ///     budget, so that the graph itself names who was too slow.
    ///   - clock: Measures it; the default does not count machine sleep.
    ///   - shutdown: Ends the app's work, as by cancelling the task that runs its graph and
    ///     awaiting that. It goes on past the deadline, until the process exits.
    public init(
        deadline: Duration, clock: any Clock<Duration> = SuspendingClock(),
        shutdown: @escaping @Sendable () async -> Void
    ) {
        (self.deadline, self.clock, self.shutdown) = (deadline, clock, shutdown)
    }

    /// Answers the system's question.
    ///
    /// - Parameter reply: Called once on the main actor when the app may terminate; only that
    ///   of the first question is.
    public func shouldTerminate(
        reply: @escaping @MainActor @Sendable () -> Void
    ) -> Answer {
        switch phase {
        case .running: phase = .shuttingDown
        case .shuttingDown: return .later
        case .over: return .now
        }
        let clock = RunClock(clock)
        let timer = Task { [deadline] in
            do { try await clock.sleep(deadline) } catch { return }
            end(reply)
        }
        Task { [shutdown] in
            await shutdown()
            timer.cancel()
            end(reply)
        }
        return .later
    }

    private func end(_ reply: @MainActor @Sendable () -> Void) {
        guard phase == .shuttingDown else { return }
        phase = .over
        reply()
    }
}
