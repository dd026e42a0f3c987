import CogGraph
import CogMechanisms
import Foundation
import PodcastModel

/// The context of one run with its mechanisms, from its assembly to its summary.
@MainActor
struct RunWork {
    private let cogs: Cogs
    private let completion = CompletionMechanism()
    private let refreshes: Workforce<Feed, RefreshEvent>
    private let downloads: Workforce<DownloadJob, DownloadEvent>

    init(
        _ request: RunRequest, library: LibrarySnapshot,
        refreshes: Workforce<Feed, RefreshEvent>,
        downloads: Workforce<DownloadJob, DownloadEvent>, now: Date,
        assemble: @MainActor ([any Mechanism]) -> Cogs
    ) {
        self.refreshes = refreshes
        self.downloads = downloads
        cogs = assemble([
            LibraryMechanism(library: library, request: request, now: now),
            RefreshMechanism(refreshes: refreshes), DownloadsMechanism(downloads: downloads),
            completion,
        ])
    }

    /// Returns once everything wanted is done, or as soon as the calling task is cancelled.
    ///
    /// - Throws: The store's error, when that ended the run.
    func waitUntilDone() async throws(PodcastError) {
        if case .failed(let error) = await completion.status(after: []) { throw error }
    }

    /// What came of it, once the services have stopped.
    ///
    /// What ended while they stopped is counted too: a stopped workforce has reported all, and
    /// its reports are waited for. One that was given up on will report no more.
    func summary() async -> RunSummary {
        if cogs.peek(runStatusCog) == .working, refreshes.isOver, downloads.isOver {
            // Not cancelled with the caller: the reports are there and take turns only.
            await Task { _ = await completion.status(after: [.done]) }.value
        }
        var summary = cogs.peek(runSummaryCog)
        summary.isInterrupted = summary.remaining > 0
        return summary
    }
}
