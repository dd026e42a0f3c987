public import PodcastModel

/// One episode that came, and that somebody is to be told of.
struct Notice: Hashable, Sendable, Identifiable {
    let episode: Episode
    let feed: Feed
    let file: EpisodeFile
    let bytes: Int64

    var id: EpisodeID { episode.id }
}

/// How one notice of this run ended.
public struct NoticeResult: Hashable, Sendable {
    public let episode: EpisodeID
    public let title: String
    /// Why it failed; nil when whoever was told has taken it.
    public let reason: String?
}
