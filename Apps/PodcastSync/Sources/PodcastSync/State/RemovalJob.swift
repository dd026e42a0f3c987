public import PodcastModel

/// One file to remove with its part, and the tombstone that it leaves.
struct RemovalJob: Hashable, Sendable, Identifiable {
    /// One of the episodes over the file.
    let id: EpisodeID
    let feed: FeedID
    let title: String
    let file: EpisodeFile
    /// Who leaves the tombstone; nil when only the part goes, of an episode that was never here.
    let reason: SkipReason?
    /// Every episode over the file, this one too (POD-1).
    let sharing: [EpisodeID]

    /// What goes, below the library.
    var path: String {
        let path = file.folder + "/" + file.name
        return reason == nil ? path + ".part" : path
    }
}

/// All files that go now, as one job: a library is looked through once for all of them, and not for each.
struct Cleanup: Hashable, Sendable, Identifiable {
    /// How many of the run ended before.
    let id: Int
    let files: [RemovalJob]
}

/// How one removal of this run ended.
public struct RemovalResult: Hashable, Sendable {
    public let episode: EpisodeID
    public let title: String
    /// Below the library.
    public let path: String
    /// What was freed.
    public let bytes: Int64
    /// Why it failed; nil when the file is gone.
    public let reason: String?
}
