import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What happens to a download; what is durable of it is in the store already.
enum DownloadEvent: Sendable {
    case progress(EpisodeID, percent: Int, received: Int64, total: Int64)
    /// With the pause that the host asked for, if it did.
    case ended(DownloadJob, DownloadState, DownloadResult, HostPause? = nil)
    /// It came and is nobody's (POD-13).
    ///
    /// With the feed's episodes as the store has them; none of a feed that was unsubscribed.
    case unclaimed(DownloadJob, [Episode], DownloadResult)
    case storeFailed(PodcastError)
}

/// The work of downloading one episode into its feed's folder (POD-10).
struct EpisodeDownload: Sendable {
    let store: Store
    let engine: any DownloadEngine
    let directory: URL
    let rest: Rest
    /// Whether somebody is to be told of what came.
    let owesNotices: Bool

    func run(_ job: DownloadJob, _ report: @escaping @Sendable (DownloadEvent) -> Void) async {
        do {
            if let event = try await download(job, report) { report(event) }
        } catch  where error.exitCode == .store {
            report(.storeFailed(error))
        } catch {
            // Nothing durable is to be said of an episode that left the library.
            report(.ended(job, failure("\(error)", of: job), result(job, .failed(reason: "\(error)"))))
        }
    }

    /// Has the engine end what goes on of a download that is not wanted any more.
    func drop(_ job: DownloadJob) async {
        // An episode without a file has nothing that goes on.
        guard let file = try? place(of: job) else { return }
        await engine.withdraw(job.downloadID, at: file.url(in: directory), keepingPart: true)
    }

    private func place(of job: DownloadJob) throws(PodcastError) -> EpisodeFile {
        try store.assignFile(job.episode.id) { $0.isThere(in: directory) }
    }

    /// - Returns: Nil when the download was let go of: its part is kept, and the next run goes on.
    private func download(
        _ job: DownloadJob, _ report: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws(PodcastError) -> DownloadEvent? {
        let file = try place(of: job)
        try makeFolder(file.folderURL(in: directory))
        let request = DownloadRequest(
            id: job.downloadID, url: job.url.withCredentials(of: job.feed.url),
            destination: file.url(in: directory), feedHost: job.feed.url.host,
            isDiscretionary: job.isDiscretionary)
        let receipt: DownloadReceipt
        do throws(TransferError) {
            receipt = try await engine.download(request) { progress in
                report(
                    .progress(
                        job.episode.id, percent: progress.percent, received: progress.receivedBytes,
                        total: progress.totalBytes))
            }
        } catch .cancelled {
            return nil
        } catch .noSpace(let path) {
            // Nothing more can be written: this ends the run, and is no fault of the episode.
            throw PodcastError(
                .store, "no space left", at: path, advice: "free some space and run again")
        } catch {
            let pause = rest.pause(after: error)
            if let pause { try store.pauseHost(pause, now: rest.now()) }
            let state = failure("\(error)", of: job, pause: pause)
            // Written for every episode over the file; once, since each write counts an attempt.
            _ = try store.setDownload(job.episode.id, state)
            return .ended(job, state, result(job, .failed(reason: "\(error)")), pause)
        }
        let arrival = try store.finishDownload(
            job.episode.id, fileName: file.name, bytes: receipt.bytes, type: receipt.contentType,
            owesNotice: owesNotices
        ) { EpisodeFile(folder: file.folder, name: $0).isThere(in: directory) }
        // It knows the file by the name that it had.
        await engine.confirm(request)
        return try ended(job, file, arrival, receipt)
    }

    private func ended(
        _ job: DownloadJob, _ file: EpisodeFile, _ arrival: Arrival, _ receipt: DownloadReceipt
    ) throws(PodcastError) -> DownloadEvent {
        switch arrival {
        case .unclaimed(let reason):
            let outcome = DownloadResult.Outcome.unclaimed(
                path: file.folder + "/" + file.name, reason: reason, isWhole: true)
            return .unclaimed(job, try store.episodes(job.feed.id), result(job, outcome))
        case .noted(let name, let move):
            if let move { try FileMoves(store: store, directory: directory).perform(move) }
            let outcome = DownloadResult.Outcome.downloaded(
                path: file.folder + "/" + name, bytes: receipt.bytes,
                fetchedBytes: receipt.bytes - receipt.resumedFrom)
            return .ended(
                job, .downloaded(fileName: name, bytes: receipt.bytes), result(job, outcome))
        }
    }

    private func failure(
        _ reason: String, of job: DownloadJob, pause: HostPause? = nil
    ) -> DownloadState {
        let next = rest.nextAttempt(afterFailures: job.episode.attempts + 1, pause: pause)
        return .failed(reason: reason, nextAttemptAt: next)
    }

    private func result(_ job: DownloadJob, _ outcome: DownloadResult.Outcome) -> DownloadResult {
        DownloadResult(episode: job.episode.id, title: job.episode.title, outcome: outcome)
    }

    private func makeFolder(_ folder: URL) throws(PodcastError) {
        if mkdir(folder.path, 0o777) == 0 || errno == EEXIST { return }
        throw PodcastError(
            .store, "cannot make the feed's folder: \(String(cString: strerror(errno)))",
            at: folder.path, advice: "check that the library's folder can be written")
    }
}
