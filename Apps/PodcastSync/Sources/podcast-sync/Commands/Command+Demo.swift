import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import PodcastSync

extension Command {
    static let demo = Command(
        name: "demo", summary: "sync a made library from a server on loopback, and check every byte",
        details: """
            Needs no network and no library: it makes several feeds, good and ill-behaved, serves them on
            loopback, syncs them into a temporary folder, and compares every file with what was
            served.
            """
    ) { arguments in
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-sync-demo-\(UUID().uuidString)", isDirectory: true)
        defer { remove(directory) }
        let server = try LoopbackServer()
        defer { server.stop() }
        let site = DemoSite()
        site.install(on: server)
        do {
            let store = try Store(directory: directory)
            for url in site.feedURLs(on: server) { _ = try store.addFeed(url) }
            try store.setPolicy(Policy(newest: .unlimited))
        }
        let summary = try await run(
            RunRequest(downloads: .wanted), directory,
            RunOptions(command: "demo", allowsPrivateHosts: true))
        let output = Output(arguments)
        let lost = try lost(directory, site.expectedBytes(on: server))
        let report = DemoReport(
            feeds: summary.feeds.count, episodes: summary.episodes, downloaded: summary.downloaded,
            lost: lost.map(\.absoluteString).sorted(), refused: summary.failures)
        for url in report.lost { Output.complain("\(url): is not in the library as it was served") }
        try output.write(report) { report.lines }
        if summary.exitCode == .interrupted { return .interrupted }
        return lost.isEmpty ? .done : .someFailed
    }

    private static func remove(_ directory: URL) {
        do {
            try FileManager.default.removeItem(at: directory)
        } catch {
            Output.complain("\(directory.path): cannot remove it: \(error)")
        }
    }

    /// What was served and is not in the library byte by byte.
    private static func lost(_ directory: URL, _ served: [URL: [UInt8]]) throws -> Set<URL> {
        let store = try Store(directory: directory)
        let folders = Dictionary(uniqueKeysWithValues: try store.feeds().map { ($0.id, $0.folder) })
        var lost = Set(served.keys)
        for episode in try store.episodes() {
            guard case .downloaded(let name, _) = episode.download, let url = episode.enclosureURL,
                let folder = folders[episode.feed], let bytes = served[url]
            else { continue }
            let file = EpisodeFile(folder: folder, name: name).url(in: directory)
            if try Data(contentsOf: file) == Data(bytes) { lost.remove(url) }
        }
        return lost
    }
}

/// What `demo` answers.
private struct DemoReport: Encodable {
    let feeds: Int
    let episodes: Int
    let downloaded: Int
    let lost: [String]
    /// What the ill-behaved feeds came to.
    let refused: [String]

    var lines: [String] {
        refused.map { "as expected of an ill-behaved feed: \($0)" } + [
            "podcast-sync demo: \(feeds) feeds, \(episodes) episodes, \(downloaded) downloaded, "
                + "\(lost.count) lost"
        ]
    }
}
