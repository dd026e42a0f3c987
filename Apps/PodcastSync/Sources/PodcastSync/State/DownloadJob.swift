import Foundation
import PodcastModel
import PodcastTransfer

/// One episode to download, with what naming its file needs.
struct DownloadJob: Hashable, Sendable, Identifiable {
    let episode: Episode
    let url: URL
    let feed: Feed
    /// Every episode of the feed over this enclosure, this one too: they share the file (POD-1).
    let sharing: [EpisodeID]
    /// How many tries of this run ended before.
    let number: Int
    /// Whether only the policy wants it, and nobody waits for it.
    let isDiscretionary: Bool

    var id: Attempt<EpisodeID> { Attempt(subject: episode.id, number: number) }
    /// What the engine knows it by.
    var downloadID: DownloadID { DownloadID(episode.id.rawValue) }
}
