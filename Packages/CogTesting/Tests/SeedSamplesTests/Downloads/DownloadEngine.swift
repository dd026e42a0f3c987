import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where finished files are kept.
nonisolated struct Library: Sendable {
    func claim(_ location: URL, for id: EpisodeID) throws -> URL {
        URL(fileURLWithPath: "/library/\(id)/\(location.lastPathComponent)")
    }
}

nonisolated let library = Library()

final class DownloadEngine: NSObject, URLSessionDownloadDelegate {
    // URLSessionConfiguration.background(withIdentifier: "app.downloads")
    // Use isDiscretionary for policy-driven automatic downloads.

    private let onDownloadFinished: @Sendable (EpisodeID, URL) -> Void
    /// Not the sample's: every desired set this engine was handed.
    let desiredSets = Mutex<[[EpisodeID]]>([])

    init(
        onDownloadFinished: @escaping @Sendable (EpisodeID, URL) -> Void
    ) {
        self.onDownloadFinished = onDownloadFinished
        super.init()
    }

    func urlSession(
        _ session: URLSession,
        downloadTask task: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        let id = episodeID(for: task)
        let file = try! library.claim(location, for: id)
        onDownloadFinished(id, file)
    }
}
