import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What the store and the library's folders held at one moment.
struct LibrarySnapshot: Sendable {
    let feeds: [Feed]
    let episodes: [Episode]
    let policies: Policies
    /// The episodes that an unfinished download lies there for, by the names of their files.
    let parts: [EpisodeID: String]
    let hostPauses: [String: Date]
    /// What the engine has of earlier processes.
    let outstanding: [OutstandingDownload]

    /// - Parameter directory: The library's folder.
    init(
        _ store: Store, directory: URL, outstanding: [OutstandingDownload] = []
    ) throws(PodcastError) {
        self.outstanding = outstanding
        feeds = try store.feeds()
        episodes = try store.episodes()
        policies = try store.policies()
        hostPauses = try store.hostPauses()
        parts = LibraryFiles(directory).parts(feeds, episodes, try store.fileNames())
    }
}
