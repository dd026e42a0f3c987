#if canImport(UIKit)
    import StoicServices
    import UIKit

    /// Work that an app finishes although it went to the background. Rule: SVC-11.
    @MainActor
    public enum BackgroundWork {
        /// Runs `work` under a background task of the system, in the caller's isolation.
        ///
        /// The task is ended when the work has ended, or at once when the system expires it,
        /// whether or not the work has unwound by then.
        ///
        /// - Parameters:
        ///   - name: What debuggers and logs call the task.
        ///   - work: Cancelled by expiry, by the end of the time granted, and by the caller.
        /// - Returns: what `work` returns.
        /// - Throws: the work's error; `WorkCancelled` when the system ended it.
        public static func run<R>(
            named name: String, _ work: nonisolated(nonsending) () async throws -> R
        ) async throws -> R {
            let application = UIApplication.shared
            let identifier = Identifier()
            let expiring = ExpiringWork(
                granted: ExpiringWork.grant(seconds: application.backgroundTimeRemaining),
                end: {
                    // The work ends on the main actor, where its handler is called too.
                    MainActor.assumeIsolated { identifier.end() }
                })
            identifier.value = application.beginBackgroundTask(withName: name) {
                expiring.expire()
            }
            return try await expiring.run(work)
        }
    }

    /// A background task of the system, ended once.
    @MainActor
    private final class Identifier {
        var value = UIBackgroundTaskIdentifier.invalid

        func end() {
            guard value != .invalid else { return }
            UIApplication.shared.endBackgroundTask(value)
            value = .invalid
        }
    }
#endif
