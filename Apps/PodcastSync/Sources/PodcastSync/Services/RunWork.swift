import CogGraph
import CogMechanisms
import Foundation
import PodcastModel

/// The context of one run with its mechanisms, from its assembly to its summary.
@MainActor
struct RunWork {
    private let cogs: Cogs
    private let completion = CompletionMechanism()
    private let workforces: Workforces

    init(
        _ request: RunRequest, library: LibrarySnapshot, workforces: Workforces,
        environment: Environment, status: StatusWriter, assemble: @MainActor ([any Mechanism]) -> Cogs
    ) {
        self.workforces = workforces
        cogs = assemble(
            [
                LibraryMechanism(library: library, request: request, now: environment.now()),
                TransfersMechanism(
                    name: "Refresh", admitted: admittedRefreshesCog, workforce: workforces.refreshes
                ) { $0.follow($1, now: environment.now()) },
                TransfersMechanism(
                    name: "Downloads", admitted: admittedDownloadsCog, workforce: workforces.downloads
                ) { $0.follow($1, now: environment.now()) },
                TransfersMechanism(
                    name: "Withdrawals", admitted: unclaimedDownloadsCog, workforce: workforces.withdrawals
                ) { $0.follow($1) },
                TransfersMechanism(
                    name: "Notifier", admitted: admittedNoticesCog, workforce: workforces.notices
                ) { $0.finishNotice($1) },
                TransfersMechanism(
                    name: "Cleanup", admitted: admittedCleanupsCog, workforce: workforces.removals
                ) { $0.finishRemoval($1) },
                RetryTimerMechanism(environment: environment),
                ProgressMechanism(writer: status, environment: environment),
                completion,
            ])
    }

    /// Returns once everything wanted is done.
    ///
    /// - Throws: The store's error, when that ended the run; `CancellationError` when the calling task
    ///   is cancelled first.
    func waitUntilDone() async throws {
        switch await completion.status() {
        case .failed(let error): throw error
        case nil: throw CancellationError()
        case .working, .done: return
        }
    }

    /// What came of it, once the services have stopped.
    ///
    /// What ended while they stopped is counted too: a stopped workforce has reported all, and
    /// its reports are waited for. One that was given up on will report no more.
    ///
    /// - Throws: The store's error, when it came after the run was asked to stop.
    func summary(isOverdue: Bool) async throws(PodcastError) -> RunSummary {
        if workforces.areOver { await completion.allReported() }
        if case .failed(var error) = cogs.peek(runStatusCog) {
            if !isOverdue { error.exitCode = .mostUrgent([error.exitCode, .interrupted]) }
            throw error
        }
        var summary = cogs.peek(runSummaryCog)
        summary.isInterrupted = summary.remaining > 0 && !isOverdue
        summary.isOverdue = summary.remaining > 0 && isOverdue
        return summary
    }
}
