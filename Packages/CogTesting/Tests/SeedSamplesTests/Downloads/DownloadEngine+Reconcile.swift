import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the sample leaves out: the requests' end of the engine.
extension DownloadEngine {
    func episodeID(for task: URLSessionDownloadTask) -> EpisodeID {
        task.taskDescription ?? ""
    }

    func reconcile(desired: [EpisodeID]) {
        desiredSets.withLock { $0.append(desired) }
    }

    var desired: [[EpisodeID]] { desiredSets.withLock { $0 } }
}
