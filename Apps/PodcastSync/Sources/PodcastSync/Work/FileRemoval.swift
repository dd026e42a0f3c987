import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What the removal of a file came to; the store has it already.
enum RemovalEvent: Sendable {
    /// - Parameter state: What its episodes are then; nil when they stay what they are.
    case ended(RemovalJob, DownloadState?, RemovalResult)
    case storeFailed(PodcastError)
}

/// The work of removing one episode's file with its part.
///
/// The tombstone is in the store before the file goes, and names it until it is gone: whatever ends the
/// process in between, the next cleanup finishes what was begun, and nothing is fetched again (POD-4).
struct FileRemoval: Sendable {
    let store: Store
    let directory: URL

    /// Does nothing in a task that is cancelled: what was not begun is for the next run.
    func run(_ job: RemovalJob, _ report: @Sendable (RemovalEvent) -> Void) {
        guard !Task.isCancelled else { return }
        do {
            report(try remove(job))
        } catch {
            report(.storeFailed(error))
        }
    }

    private func remove(_ job: RemovalJob) throws(PodcastError) -> RemovalEvent {
        let place = job.file.url(in: directory)
        guard let reason = job.reason else {
            let whole = PartFiles.unconfirmedLength(of: place) == nil ? [] : [place]
            return ended(job, nil, unlink(whole + PartFiles.of(place)))
        }
        let begun = DownloadState.skipped(reason, leftover: job.file.name)
        try store.setDownload(job.id, begun)
        let (bytes, code) = unlink([place] + PartFiles.of(place))
        let state = code == nil ? DownloadState.skipped(reason) : begun
        if code == nil { try store.setDownload(job.id, state) }
        return ended(job, state, (bytes, code))
    }

    private func ended(
        _ job: RemovalJob, _ state: DownloadState?, _ outcome: (bytes: Int64, code: Int32?)
    ) -> RemovalEvent {
        .ended(
            job, state,
            RemovalResult(
                episode: job.id, title: job.title, path: job.path, bytes: outcome.bytes,
                reason: outcome.code.map { "cannot remove it: \(String(cString: strerror($0)))" }))
    }

    /// - Returns: The bytes that they held, nothing of what is gone already, and what the system said of the
    ///   first that it would not remove.
    private func unlink(_ files: [URL]) -> (bytes: Int64, code: Int32?) {
        var bytes: Int64 = 0
        for file in files {
            var status = stat()
            let size = lstat(file.path, &status) == 0 ? Int64(status.st_size) : 0
            if systemUnlink(file.path) == 0 {
                bytes += size
            } else if errno != ENOENT, errno != ENOTDIR {
                return (bytes, errno)
            }
        }
        return (bytes, nil)
    }
}

private func systemUnlink(_ path: String) -> Int32 {
    #if canImport(Darwin)
        Darwin.unlink(path)
    #else
        Glibc.unlink(path)
    #endif
}
