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
    let parts: [FeedID: [EpisodeID: String]]
    let hostPauses: [String: Date]
    /// What the engine has of earlier processes.
    let outstanding: [OutstandingDownload]
    /// Of what somebody is still to be told; nil where nobody wants to hear of anything.
    let notices: [OwedNotice]?

    /// - Parameter directory: The library's folder.
    init(
        _ store: Store, directory: URL, outstanding: [OutstandingDownload] = [],
        tellsSomebody: Bool = false
    ) throws(PodcastError) {
        self.outstanding = outstanding
        feeds = try store.feeds()
        episodes = try store.episodes()
        policies = try store.policies()
        hostPauses = try store.hostPauses()
        notices = tellsSomebody ? try store.notices() : nil
        parts = LibraryFiles(directory).parts(feeds, episodes, try store.fileNames())
    }
}
