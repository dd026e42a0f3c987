import CSQLite
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

    @Test(
        "POD-14: what was finished when the store could not note it is noted by the next run, and not fetched"
    )
    func finishedAndNotNoted() async throws {
        let bench = try RefreshBench()
        let site = DemoSite()
        site.install(on: bench.server)
        _ = try bench.store.addFeed(site.feedURLs(on: bench.server)[0])
        try bench.store.setPolicy(Policy(newest: .limited(1)))
        try sql(
            "CREATE TRIGGER t BEFORE UPDATE ON episodes WHEN NEW.state = 'downloaded' "
                + "BEGIN SELECT RAISE(ABORT, 'injected'); END", bench.directory)
        await #expect(throws: PodcastError.self) { try await bench.run(RunRequest(downloads: .wanted)) }
        try sql("DROP TRIGGER t", bench.directory)
        // The feed and the one file.
        #expect(bench.server.log.count == 2)
        let summary = try await bench.run(RunRequest(feeds: .only([]), downloads: .wanted))
        #expect(summary.downloads.map(\.outcome.fetchedBytes) == [0])
        #expect(bench.server.log.count == 2)
        let here = try bench.store.episodes().filter { $0.download != .none }
        let url = try #require(here.first?.enclosureURL)
        #expect(
            here.map(\.download.bytes) == [(site.expectedBytes(on: bench.server)[url]?.count).map(Int64.init)]
        )
    }

    /// Runs statements behind the store's back.
    private func sql(_ text: String, _ directory: URL) throws {
        var handle: OpaquePointer?
        let path = directory.appendingPathComponent("library.sqlite").path
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        try #require(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    }

    private func sync(_ directory: URL) async throws -> RunSummary {
        try await LibraryRun(
            directory: directory, options: RunOptions(command: "test", allowsPrivateHosts: true)
        )
        .run(RunRequest(downloads: .wanted)) { Cogs.forTesting(mechanisms: $0) }
    }
}

extension DownloadResult.Outcome {
    fileprivate var fetchedBytes: Int64? {
        if case .downloaded(_, _, let fetched) = self { fetched } else { nil }
    }
}

extension DownloadState {
    fileprivate var bytes: Int64? { if case .downloaded(_, let bytes) = self { bytes } else { nil } }
}
