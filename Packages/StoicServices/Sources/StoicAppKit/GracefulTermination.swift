#if canImport(AppKit)
    import AppKit
    import StoicServices

    /// Lets an app's services stop before the app quits. Rule: SVC-11.
    ///
    /// Return ``reply(to:)`` from the delegate's `applicationShouldTerminate(_:)`.
    @MainActor
    public final class GracefulTermination {
        private let termination: Termination

        /// - Parameters:
        ///   - deadline: The most a quitting app waits; longer than the graph's exit budget.
        ///   - shutdown: Ends the app's work, as by cancelling the task that runs its graph and
        ///     awaiting that.
        public init(deadline: Duration = .seconds(35), shutdown: @escaping @Sendable () async -> Void) {
            termination = Termination(deadline: deadline, shutdown: shutdown)
        }

        /// Begins the shutdown, and replies to `application` when it is done or out of time.
        public func reply(to application: NSApplication) -> NSApplication.TerminateReply {
            let answer = termination.shouldTerminate {
                application.reply(toApplicationShouldTerminate: true)
            }
            switch answer {
            case .now: return .terminateNow
            case .later: return .terminateLater
            }
        }
    }
#endif
