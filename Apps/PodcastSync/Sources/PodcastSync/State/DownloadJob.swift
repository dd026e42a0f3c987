import Foundation
import PodcastModel

/// One episode to download, with what naming its file needs.
struct DownloadJob: Hashable, Sendable, Identifiable {
    let episode: Episode
    let url: URL
    let feed: Feed
    /// Every episode of the feed over this enclosure, this one too: they share the file (POD-1).
    let sharing: [EpisodeID]

    var id: EpisodeID { episode.id }
}
