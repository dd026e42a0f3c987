import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import PodcastSync
import StoicServices

extension Command {
    static let demo = Command(
        name: "demo", summary: "sync a made library, killed on the way, and check every byte",
        details: """
            Needs no network and no library: it makes several feeds, good and ill-behaved, and serves them on
            loopback. A process of its own syncs them into a temporary folder and is killed in the middle of
            it, with episodes here and one on its way; then a second sync goes on, every file is
            compared with what was served, and what was here before the kill is not asked for again.
            """,
        exitCodes: [.done, .someFailed, .interrupted],
        examples: [
            Example("podcast-sync demo", "see it all work, without a network")
        ], seeAlso: ["serve"]
    ) { arguments in
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-sync-demo-\(UUID().uuidString)", isDirectory: true)
        defer { remove(directory) }
        let site = DemoSite()
        let crash = DemoCrash(site)
        let server = try LoopbackServer(observer: { crash.note($0) })
        defer { server.stop() }
        site.install(on: server)
        crash.hold(on: server)
        do {
            let store = try Store(directory: directory)
            for url in site.feedURLs(on: server) { _ = try store.addFeed(url) }
            try store.setPolicy(Policy(newest: .unlimited))
        }
        do {
            try await crash.killSync(of: directory)
        } catch is RunCancelled {
            return .interrupted
        }
        let served = site.expectedBytes(on: server)
        let before = try DemoLibrary(directory, served)
        let asked = server.log.count
        crash.letGo()
        let summary = try await run(
            RunRequest(downloads: .wanted), directory,
            RunOptions(command: "demo", allowsPrivateHosts: true))
        let after = try DemoLibrary(directory, served)
        let again = Set(server.log.dropFirst(asked).map { server.url($0.path) })
        // What was whole before the kill and was fetched once more was lost, too.
        let lost = Set(served.keys).subtracting(after.whole).union(before.whole.intersection(again))
        let report = DemoReport(
            feeds: summary.feeds.count, episodes: summary.episodes, downloaded: after.whole.count,
            killed: .init(downloaded: before.whole.count, unfinished: before.unfinished),
            lost: lost.map(\.absoluteString).sorted(), refused: after.refused)
        for url in report.lost { Output.complain("\(url): is not in the library as it was served, once") }
        try Output(arguments).write(report) { report.lines }
        if summary.exitCode == .interrupted { return .interrupted }
        return lost.isEmpty ? .done : .someFailed
    }

    private static func remove(_ directory: URL) {
        do {
            try FileManager.default.removeItem(at: directory)
        } catch CocoaError.fileNoSuchFile where FileManager.default.fileExists(atPath: directory.path) {
            // A store that was closed meanwhile took files of its own with it; what is left is still to go.
            remove(directory)
        } catch {
            Output.complain("\(directory.path): cannot remove it: \(error)")
        }
    }
}

/// What `demo` answers.
private struct DemoReport: Encodable {
    /// What the process that was killed left.
    struct Killed: Encodable {
        let downloaded: Int
        let unfinished: Int
    }

    let feeds: Int
    let episodes: Int
    let downloaded: Int
    let killed: Killed
    let lost: [String]
    /// What the ill-behaved feeds came to.
    let refused: [String]

    var lines: [String] {
        [
            "killed in the middle of a sync: \(killed.downloaded.counted("episode")) here, "
                + "\(killed.unfinished) unfinished; another sync went on"
        ] + refused.map { "as expected of an ill-behaved feed: \($0)" } + [
            "podcast-sync demo: \(feeds) feeds, \(episodes) episodes, \(downloaded) downloaded, "
                + "\(lost.count) lost"
        ]
    }
}
