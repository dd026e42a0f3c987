import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import Testing

@testable import PodcastSync

/// A feed "Show" with the episodes `1.mp3` and `2.mp3`, called so.
@MainActor
@Suite("Files in a library that no episode has", .timeLimit(.minutes(15)))
struct OwnFileTests {
    private let bench: RefreshBench

    init() throws {
        bench = try RefreshBench()
        for path in ["/1.mp3", "/2.mp3"] {
            bench.server.route(path, Response(body: Array(path.utf8), contentType: "audio/mpeg"))
        }
        bench.server.route("/show", .text(bench.rss("Show", ["/2.mp3", "/1.mp3"])))
    }

    private func sync() async throws -> RunSummary {
        try await bench.run(RunRequest(downloads: .wanted, removals: .unwanted))
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOf: bench.file("Show/" + name), encoding: .utf8)
    }

    @Test(
        "POD-11: one that lies where an episode's would be stays, a link too, and the episode is called another"
    )
    func inTheWay() async throws {
        _ = try bench.store.addFeed(bench.server.url("/show"))
        let folder = bench.file("Show")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: bench.file("Show/1.mp3.mp3"))
        try FileManager.default.createSymbolicLink(
            atPath: bench.file("Show/2.mp3.mp3").path, withDestinationPath: "nowhere")
        let summary = try await sync()
        #expect(summary.exitCode == .done)
        #expect(text("1.mp3.mp3") == "mine")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: bench.file("Show/2.mp3.mp3").path)
                == "nowhere")
        #expect(text("1.mp3 (2).mp3") == "/1.mp3" && text("2.mp3 (2).mp3") == "/2.mp3")
    }

    @Test("POD-11: what unsubscribing left stays as it is when the feed is subscribed to again")
    func subscribedAgain() async throws {
        let first = try bench.store.addFeed(bench.server.url("/show")).feed.id
        _ = try await sync()
        try Data("edited by hand".utf8).write(to: bench.file("Show/1.mp3.mp3"))
        _ = try bench.store.removeFeed(first)
        _ = try bench.store.addFeed(bench.server.url("/show"))
        #expect(try await sync().downloaded == 2)
        #expect(text("1.mp3.mp3") == "edited by hand" && text("1.mp3 (2).mp3") == "/1.mp3")
    }

    @Test("POD-10: the file of an episode that is asked for again takes the place of what became of it")
    func itsOwn() async throws {
        _ = try bench.store.addFeed(bench.server.url("/show"))
        _ = try await sync()
        try Data("edited by hand".utf8).write(to: bench.file("Show/1.mp3.mp3"))
        let episode = try #require(try bench.store.episodes().last)
        try LibraryFiles(bench.directory).forgetIfNotWhole(episode, bench.store)
        _ = try await sync()
        #expect(text("1.mp3.mp3") == "/1.mp3")
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.file("Show").path).count == 2)
    }
}
