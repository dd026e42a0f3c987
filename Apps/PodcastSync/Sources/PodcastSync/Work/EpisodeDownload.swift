import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What happens to a download; what is durable of it is in the store already.
enum DownloadEvent: Sendable {
    case progress(EpisodeID, percent: Int)
    case ended(DownloadJob, DownloadState, DownloadResult)
    case storeFailed(PodcastError)
}

/// The work of downloading one episode into its feed's folder (POD-10).
struct EpisodeDownload: Sendable {
    let store: Store
    let engine: any DownloadEngine
    let directory: URL
    let backoff: Backoff
    let now: @Sendable () -> Date

    func run(_ job: DownloadJob, _ report: @escaping @Sendable (DownloadEvent) -> Void) async {
        do {
            if let event = try await download(job, report) { report(event) }
        } catch {
            report(.storeFailed(error))
        }
    }

    /// - Returns: Nil when the download was paused: its part is kept, and the next run goes on.
    private func download(
        _ job: DownloadJob, _ report: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws(PodcastError) -> DownloadEvent? {
        guard let url = job.episode.enclosureURL else { return nil }
        let file = try store.assignFile(job.id)
        try makeFolder(file.folderURL(in: directory))
        let request = DownloadRequest(
            url: url, destination: file.url(in: directory), feedHost: job.feed.url.host)
        let receipt: DownloadReceipt
        do throws(TransferError) {
            receipt = try await engine.download(request) { progress in
                report(.progress(job.id, percent: progress.percent))
            }
        } catch .cancelled {
            return nil
        } catch .noSpace(let path) {
            // Nothing more can be written: this ends the run, and is no fault of the episode.
            throw PodcastError(
                .store, "no space left", at: path, advice: "free some space and run again")
        } catch {
            let next = now().addingTimeInterval(backoff.delay(afterFailures: job.episode.attempts + 1))
            return try end(
                job, .failed(reason: "\(error)", nextAttemptAt: next), .failed(reason: "\(error)"))
        }
        return try end(
            job, .downloaded(fileName: file.name, bytes: receipt.bytes),
            .downloaded(
                path: file.folder + "/" + file.name, bytes: receipt.bytes,
                fetchedBytes: receipt.bytes - receipt.resumedFrom))
    }

    private func end(
        _ job: DownloadJob, _ state: DownloadState, _ outcome: DownloadResult.Outcome
    ) throws(PodcastError) -> DownloadEvent {
        // The store writes it for every episode over the file; once, since each write counts an attempt.
        _ = try store.setDownload(job.id, state)
        let result = DownloadResult(episode: job.id, title: job.episode.title, outcome: outcome)
        return .ended(job, state, result)
    }

    private func makeFolder(_ folder: URL) throws(PodcastError) {
        if mkdir(folder.path, 0o777) == 0 || errno == EEXIST { return }
        throw PodcastError(
            .store, "cannot make the feed's folder: \(String(cString: strerror(errno)))",
            at: folder.path, advice: "check that the library's folder can be written")
    }
}
