public import CogGraph
public import CogMechanisms
public import Foundation
public import PodcastModel
public import StoicServices

/// Keeps a library in step for as long as it is let: one run after another, each as soon as something is
/// due (POD-16).
///
/// Between two runs it holds neither the library nor anything of it in memory. The schedule is what the
/// store says: when each feed was read, what its publisher asks for, what rests and which hosts are paused.
/// So others may use the library meanwhile, and a run takes up what they changed.
public struct LibraryWatch: Sendable {
    /// However it is asked, it does not run more often than this.
    static let shortestIdle: TimeInterval = 1

    private let directory: URL
    private let options: RunOptions
    private let environment: Environment

    public init(directory: URL, options: RunOptions, environment: Environment = .system) {
        self.directory = directory
        self.options = options
        self.environment = environment
    }

    /// Runs until a signal or the caller's cancellation.
    ///
    /// - Parameters:
    ///   - request: Its feeds say the interval.
    ///   - alarm: Ends an idle time early, as when the library was changed.
    ///   - report: Told what each run came to.
    /// - Returns: `.done` when it was idle at the end, `.interrupted` when it was at work.
    /// - Throws: The store's error, or that another holds the library at the first run.
    @MainActor
    public func watch(
        _ request: RunRequest, stoppingOn signals: Set<Signal> = [], alarm: Alarm = Alarm(),
        assemble: @escaping @MainActor ([any Mechanism]) -> Cogs,
        report: @escaping @MainActor (RunSummary) throws -> Void
    ) async throws -> ExitCode {
        let graph = try ServiceGraph(label: "podcast-sync watch") {}
        do {
            return try await graph.run(
                stoppingOn: signals, forcedExitCode: ExitCode.interrupted.rawValue
            ) { _ in
                var options = options
                while true {
                    let run = LibraryRun(
                        directory: directory, options: options, environment: environment)
                    let summary = try await run.run(request, assemble: assemble)
                    try report(summary)
                    if summary.isInterrupted { return ExitCode.interrupted }
                    // Whoever came meanwhile is waited for: only at the beginning may it be a mistake.
                    if options.onWait == nil { options.onWait = { _ in } }
                    await idle(until: summary.nextRun, alarm)
                    if Task.isCancelled { return .done }
                }
            }
        } catch is RunCancelled {
            return .done
        } catch let error as PodcastError where error.exitCode == .interrupted {
            // It was waiting for the library: nothing was at work.
            return .done
        }
    }

    private func idle(until next: Date?, _ alarm: Alarm) async {
        let (now, clock) = (environment.now, environment.clock)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await alarm.rung() }
            group.addTask {
                // The clock on the wall may be set meanwhile, and without feeds only the alarm wakes. Set
                // back it makes the time longer: what was to pass has passed all the same.
                var left = next.map { max($0.timeIntervalSince(now()), Self.shortestIdle) } ?? .infinity
                var rest = Self.shortestIdle
                repeat {
                    do { try await clock.sleep(for: .seconds(rest)) } catch { return }
                    left = min(left - rest, next?.timeIntervalSince(now()) ?? .infinity)
                    rest = min(left, RetryTimerMechanism.longestSleep)
                } while rest > 0
            }
            await group.next()
            group.cancelAll()
        }
    }
}
