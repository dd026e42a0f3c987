public import PodcastModel

/// How one download of this run ended; a paused one has no result.
public struct DownloadResult: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// - Parameter fetchedBytes: What came over the network; less than the file when resumed.
        case downloaded(path: String, bytes: Int64, fetchedBytes: Int64)
        case failed(reason: String)
    }

    public let episode: EpisodeID
    public let title: String
    public let outcome: Outcome
}
