public import PodcastModel

/// How one download of this run ended; a paused one has no result.
public struct DownloadResult: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// - Parameter fetchedBytes: What came over the network; less than the file when resumed.
        case downloaded(path: String, bytes: Int64, fetchedBytes: Int64)
        case failed(reason: String)
        /// It is nobody's, and nothing was done about it but this (POD-13).
        ///
        /// - Parameter isWhole: Whether it came; else its transfer was ended.
        case unclaimed(path: String, reason: Unclaimed, isWhole: Bool)
    }

    public let episode: EpisodeID
    public let title: String
    public let outcome: Outcome
}
