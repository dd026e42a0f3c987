public import Foundation
public import PodcastModel
public import PodcastStore
import PodcastTransfer

/// The files of a library, as they are on disk.
public struct LibraryFiles: Sendable {
    private let directory: URL

    public init(_ directory: URL) { self.directory = directory }

    /// Has the store forget a file that is recorded and not here as it was, so that it can be fetched again.
    public func forgetIfNotWhole(_ episode: Episode, _ store: Store) throws(PodcastError) {
        guard case .downloaded(let name, let bytes) = episode.download,
            let feed = try store.feeds().first(where: { $0.id == episode.feed })
        else { return }
        let file = place(of: EpisodeFile(folder: feed.folder, name: name), try store.fileMoves())
        guard size(of: file).map({ $0 != bytes }) ?? true else { return }
        confirm(file)
        try store.forgetFile(of: episode.id)
    }

    /// Takes away what tells of ends that the store has noted: a process that ended in between left it, and
    /// it would vouch for whatever the file becomes.
    func confirmNoted(_ library: LibrarySnapshot) {
        let folders = Dictionary(uniqueKeysWithValues: library.feeds.map { ($0.id, $0.folder) })
        for episode in library.episodes {
            guard case .downloaded(let name, _) = episode.download, let folder = folders[episode.feed] else {
                continue
            }
            confirm(EpisodeFile(folder: folder, name: name))
        }
    }

    private func confirm(_ file: EpisodeFile) {
        let place = file.url(in: directory)
        guard PartFiles.unconfirmedLength(of: place) != nil else { return }
        PartFiles.remove(of: place)
    }

    /// Whether a feed's folder holds anything; an empty one is removed.
    public func remains(of feed: Feed) -> Bool {
        rmdir(directory.appendingPathComponent(feed.folder).path) != 0 && errno != ENOENT
    }

    /// Where a file lies now that is to be moved and may not have been.
    func place(of file: EpisodeFile, _ moves: [FileMove]) -> EpisodeFile {
        var place = file
        for move in moves.reversed() where move.new == place && size(of: place) == nil { place = move.old }
        return place
    }

    /// The bytes of a file; nil for one that is not there.
    func size(of file: EpisodeFile) -> Int64? {
        var status = stat()
        guard lstat(file.url(in: directory).path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// Whether a name in the library's folder is a folder's; a link to one is none.
    func isFolder(_ name: String) -> Bool {
        var status = stat()
        return lstat(directory.appendingPathComponent(name).path, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What a folder of the library holds; nothing when it is not there.
    ///
    /// - Throws: When it cannot be read.
    func entries(of folder: String) throws(PodcastError) -> [String] {
        let place = directory.appendingPathComponent(folder, isDirectory: true)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        } catch {
            if access(place.path, F_OK) != 0, errno == ENOENT { return [] }
            throw PodcastError(
                .store, "cannot read the folder", at: place.path, advice: "check who may read it")
        }
    }

    /// The episodes whose files are not here and have an unfinished download, by the names of the files.
    ///
    /// A folder that cannot be read has none: that is no reason to do nothing for the others.
    ///
    /// - Parameter names: What the files are called.
    func parts(
        _ feeds: [Feed], _ episodes: [Episode], _ names: [EpisodeID: String]
    ) -> [FeedID: [EpisodeID: String]] {
        var found: [FeedID: (feed: Feed, parts: Set<String>)] = [:]
        for feed in feeds {
            let inside = (try? entries(of: feed.folder)) ?? []
            let parts = inside.filter { $0.contains(".part") }
            if !parts.isEmpty { found[feed.id] = (feed, Set(parts)) }
        }
        if found.isEmpty { return [:] }
        var result: [FeedID: [EpisodeID: String]] = [:]
        for episode in episodes {
            if case .downloaded = episode.download { continue }
            guard let name = names[episode.id], let (feed, parts) = found[episode.feed] else { continue }
            let place = EpisodeFile(folder: feed.folder, name: name).url(in: directory)
            if PartFiles.of(place).contains(where: { parts.contains($0.lastPathComponent) }) {
                result[episode.feed, default: [:]][episode.id] = name
            }
        }
        return result
    }
}
