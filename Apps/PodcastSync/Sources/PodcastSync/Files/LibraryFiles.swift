public import Foundation
public import PodcastModel
public import PodcastStore

/// The files of a library, as they are on disk.
public struct LibraryFiles: Sendable {
    private let directory: URL

    public init(_ directory: URL) { self.directory = directory }

    /// Has the store forget a file that is recorded and was taken away, so that it can be fetched again.
    public func forgetIfMissing(_ episode: Episode, _ store: Store) throws(PodcastError) {
        guard case .downloaded(let name, _) = episode.download,
            let feed = try store.feeds().first(where: { $0.id == episode.feed })
        else { return }
        let path = EpisodeFile(folder: feed.folder, name: name).url(in: directory).path
        if access(path, F_OK) != 0, errno == ENOENT { try store.forgetFile(of: episode.id) }
    }

    /// Whether a feed's folder holds anything; an empty one is removed.
    public func remains(of feed: Feed) -> Bool {
        rmdir(directory.appendingPathComponent(feed.folder).path) != 0 && errno != ENOENT
    }
}
