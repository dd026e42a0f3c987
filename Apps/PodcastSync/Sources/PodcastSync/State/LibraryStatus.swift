public import CogGraph
public import Foundation
public import PodcastModel
import PodcastStore

/// What a library holds and what a sync would fetch, feed by feed.
public struct LibraryStatus: Sendable {
    public struct Entry: Sendable {
        public let feed: Feed
        public let episodes: Int
        public let downloaded: Int
        /// What a sync would download, as far as is known without refreshing.
        public let wanted: Int
        /// What failed and waits for its next attempt.
        public let failed: Int
        public let bytes: Int64
    }

    public let feeds: [Entry]

    /// Reads the library in `directory`; it may be in use.
    ///
    /// - Parameters:
    ///   - now: Decides which failed downloads are wanted again.
    ///   - assemble: Makes the context to look through; an app passes `Cogs.assemble`.
    /// - Throws: A `PodcastError` when it cannot be read.
    @MainActor
    public init(directory: URL, now: Date, assemble: @MainActor () -> Cogs) throws {
        let cogs = assemble()
        let library = try LibrarySnapshot(try Store(directory: directory))
        cogs.load(library)
        cogs.begin(RunRequest(feeds: .only([]), downloads: true), now: now)
        feeds = library.feeds.map { feed in
            let episodes = library.episodes.filter { $0.feed == feed.id }
            var (bytes, downloaded, failed) = (Int64(0), 0, 0)
            // Episodes over one enclosure share a file (POD-1).
            var files: Set<String> = []
            for episode in episodes {
                switch episode.download {
                case .downloaded(let file, let size):
                    if files.insert(file).inserted { bytes += size }
                    downloaded += 1
                case .failed(_, let next) where !Backoff.isOver(next, now: now): failed += 1
                default: break
                }
            }
            return Entry(
                feed: feed, episodes: episodes.count, downloaded: downloaded,
                wanted: cogs.peek(missingEpisodesCogs[feed.id]).count, failed: failed, bytes: bytes)
        }
    }
}
