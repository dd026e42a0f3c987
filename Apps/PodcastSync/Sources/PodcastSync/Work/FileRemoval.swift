import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What a cleanup came to; the store has it already.
enum RemovalEvent: Sendable {
    case ended([Removal])
    case storeFailed(PodcastError)
}

/// One file that was to be removed.
struct Removal: Sendable {
    let job: RemovalJob
    /// What its episodes are then; nil when they stay what they are.
    let state: DownloadState?
    let result: RemovalResult
}

/// The work of removing episodes' files with their parts.
///
/// The tombstones are in the store before the files go, and name them until they are gone: whatever ends the
/// process in between, the next cleanup finishes what was begun, and nothing is fetched again (POD-4). They are
/// written for many files at once, since each write waits for the disk.
struct FileRemoval: Sendable {
    /// How many files are begun, and may be left, at once.
    static let together = 64

    let store: Store
    let directory: URL

    /// Begins nothing more in a task that is cancelled: that is for the next run.
    func run(_ cleanup: Cleanup, _ report: @Sendable (RemovalEvent) -> Void) async {
        var (ended, failure): ([Removal], PodcastError?) = ([], nil)
        var left = cleanup.files[...]
        while !left.isEmpty, failure == nil, !Task.isCancelled {
            do { ended += try remove(left.prefix(Self.together)) } catch { failure = error }
            left = left.dropFirst(Self.together)
            await Task.yield()
        }
        if !ended.isEmpty { report(.ended(ended)) }
        if let failure { report(.storeFailed(failure)) }
    }

    private func remove(_ jobs: ArraySlice<RemovalJob>) throws(PodcastError) -> [Removal] {
        try store.setDownloads(
            jobs.compactMap { job in
                job.reason.map { (job.id, DownloadState.skipped($0, leftover: job.file.name)) }
            })
        let ended = jobs.map(remove)
        try store.setDownloads(
            ended.compactMap { removal in
                removal.result.reason == nil ? removal.state.map { (removal.job.id, $0) } : nil
            })
        return ended
    }

    /// Removes one file, whose tombstone is written.
    private func remove(_ job: RemovalJob) -> Removal {
        let place = job.file.url(in: directory)
        guard let reason = job.reason else {
            let whole = PartFiles.unconfirmedLength(of: place) == nil ? [] : [place]
            return ended(job, nil, unlink(whole + PartFiles.of(place)))
        }
        let (bytes, code) = unlink([place] + PartFiles.of(place))
        return ended(job, .skipped(reason, leftover: code == nil ? nil : job.file.name), (bytes, code))
    }

    private func ended(
        _ job: RemovalJob, _ state: DownloadState?, _ outcome: (bytes: Int64, code: Int32?)
    ) -> Removal {
        Removal(
            job: job, state: state,
            result: RemovalResult(
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
