import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import PodcastSync
import Testing

@MainActor
@Suite("Sync over loopback")
struct SyncTests {
    @Test("POD-8, POD-10: a sync fetches every wanted file whole; a second asks once and fetches none")
    func wholeSync() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-sync-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let server = try LoopbackServer()
        defer { server.stop() }
        let site = DemoSite()
        site.install(on: server)
        let urls = site.feedURLs(on: server)
        do {
            let store = try Store(directory: directory)
            for url in urls { _ = try store.addFeed(url) }
            try store.setPolicy(Policy(newest: .unlimited))
        }
        let first = try await sync(directory)
        #expect(first.feeds.count == urls.count)
        #expect(first.downloaded == site.expectedBytes(on: server).count)
        // One feed is not found and one is a web page; the others go on.
        #expect(first.failures.count == 2)
        let store = try Store(directory: directory)
        let folders = Dictionary(uniqueKeysWithValues: try store.feeds().map { ($0.id, $0.folder) })
        let expected = site.expectedBytes(on: server)
        for episode in try store.episodes() {
            guard case .downloaded(let name, _) = episode.download, let url = episode.enclosureURL,
                let folder = folders[episode.feed]
            else {
                Issue.record("\(episode.title) was not downloaded: \(episode.download)")
                continue
            }
            let file = directory.appendingPathComponent(folder).appendingPathComponent(name)
            #expect(try Data(contentsOf: file) == expected[url].map { Data($0) })
        }
        let before = server.log.count
        let second = try await sync(directory)
        #expect(second.downloaded == 0)
        // The two that failed rest.
        #expect(server.log.count - before == urls.count - 2)
    }

    private func sync(_ directory: URL) async throws -> RunSummary {
        try await LibraryRun(
            directory: directory, options: RunOptions(command: "test", allowsPrivateHosts: true)
        )
        .run(RunRequest(downloads: .wanted)) { Cogs.forTesting(mechanisms: $0) }
    }
}
