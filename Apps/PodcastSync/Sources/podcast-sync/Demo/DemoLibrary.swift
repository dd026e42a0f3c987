import Foundation
import PodcastModel
import PodcastStore

/// What a library has of what was served, read from its store and its files.
struct DemoLibrary {
    /// The addresses whose bytes are here, noted as downloaded and the same as were served.
    private(set) var whole: Set<URL> = []
    /// How many downloads are unfinished.
    private(set) var unfinished = 0
    /// What the feeds came to that could not be read.
    private(set) var refused: [String] = []

    init(_ directory: URL, _ served: [URL: [UInt8]]) throws {
        let store = try Store(directory: directory)
        let feeds = try store.feeds()
        refused = feeds.compactMap { feed in
            feed.lastError.map { "\(feed.url.lastPathComponent): \($0)" }
        }
        let folders = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0.folder) })
        for episode in try store.episodes() {
            guard case .downloaded(let name, _) = episode.download, let url = episode.enclosureURL,
                let folder = folders[episode.feed], let bytes = served[url]
            else { continue }
            let file = EpisodeFile(folder: folder, name: name).url(in: directory)
            if try Data(contentsOf: file) == Data(bytes) { whole.insert(url) }
        }
        let files = FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? []
        unfinished = files.count { $0.hasSuffix(".part") }
    }
}
