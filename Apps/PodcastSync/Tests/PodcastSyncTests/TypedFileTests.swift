import CSQLite
import CogGraph
import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import Testing

@testable import PodcastSync

/// A feed "Show" whose episode `one` has an address and an element that say nothing of its type.
@MainActor
@Suite("A file whose type the response tells", .timeLimit(.minutes(15)))
struct TypedFileTests {
    private let bench: RefreshBench
    private let episode: Episode

    init() async throws {
        bench = try RefreshBench()
        bench.server.route(
            "/one", Response(body: Array("one".utf8), contentType: "audio/mpeg", etag: "\"1\""))
        bench.server.route(
            "/show", .text(bench.rss("Show", ["/one"]).replacing(" type=\"audio/mpeg\"", with: "")))
        _ = try bench.store.addFeed(bench.server.url("/show"))
        _ = try await bench.run()
        episode = try #require(try bench.store.episodes().first)
    }

    private func sync() async throws -> RunSummary {
        try await bench.run(RunRequest(feeds: .only([]), downloads: .wanted))
    }

    private func place(_ name: String, _ text: String) throws {
        let file = bench.file("Show/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: bench.file("Show").path).sorted() }
    }

    private var requests: Int { bench.server.log(of: "/one").count }

    /// What a process leaves that was killed once the file was whole.
    private func leaveWhole() throws {
        #expect(try bench.store.assignFile(episode.id).name == "one.media")
        try place("one.media", "one")
        try place("one.media.part.json", #"{"type": "audio/mpeg"}"#)
    }

    private func note() throws {
        _ = try bench.store.finishDownload(episode.id, fileName: "one.media", bytes: 3, type: "audio/mpeg")
    }

    private func findings() throws -> [Finding] {
        try LibraryDoctor(directory: bench.directory, now: bench.now) { Cogs.forTesting() }.findings
    }

    private func expectWhole(_ name: String = "one.mp3") throws {
        #expect(try bench.store.episodes().map(\.download) == [.downloaded(fileName: name, bytes: 3)])
        #expect(try String(contentsOf: bench.file("Show/" + name), encoding: .utf8) == "one")
        #expect(try bench.store.fileMoves() == [])
    }

    @Test("POD-6: it has the extension of that type, in the folder, the answer and the notice, and stays")
    func whole() async throws {
        let told = FileManager.default.temporaryDirectory.appendingPathComponent("told-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: told) }
        bench.options.notify = "echo \"$PODCAST_FILE\" > '\(told.path)'; test -f \"$PODCAST_FILE\""
        let summary = try await sync()
        #expect(
            summary.downloads.map(\.outcome)
                == [.downloaded(path: "Show/one.mp3", bytes: 3, fetchedBytes: 3)])
        #expect(summary.notices.map(\.reason) == [nil])
        #expect(
            try String(contentsOf: told, encoding: .utf8) == bench.file("Show/one.mp3").path + "\n")
        #expect(try names == ["one.mp3"])
        try expectWhole()
        #expect(try await sync().downloads == [])
        #expect(requests == 1)
        #expect(try findings() == [])
    }

    @Test("POD-14: one that was whole when its process was killed gets its name from what was recorded of it")
    func notNoted() async throws {
        try leaveWhole()
        let summary = try await sync()
        #expect(
            summary.downloads.map(\.outcome)
                == [.downloaded(path: "Show/one.mp3", bytes: 3, fetchedBytes: 0)])
        try expectWhole()
        #expect(try names == ["one.mp3"])
        #expect(requests == 0)
    }

    @Test("POD-14: one that was noted and not moved is moved by the next run, and is here until then")
    func notMoved() async throws {
        try leaveWhole()
        try note()
        #expect(try findings() == [])
        let episode = try #require(try bench.store.episodes().first)
        try LibraryFiles(bench.directory).forgetIfNotWhole(episode, bench.store)
        #expect(try await sync().downloads == [])
        try expectWhole()
        #expect(try names == ["one.mp3"])
        #expect(requests == 0)
    }

    @Test("POD-14: one that was moved and not noted so is found where it is")
    func moveNotNoted() async throws {
        try leaveWhole()
        try note()
        try FileManager.default.removeItem(at: bench.file("Show/one.media.part.json"))
        try FileManager.default.moveItem(at: bench.file("Show/one.media"), to: bench.file("Show/one.mp3"))
        #expect(try findings() == [])
        #expect(try await sync().downloads == [])
        try expectWhole()
        #expect(requests == 0)
    }

    @Test("POD-4: one that was skipped, or whose feed left, before it was moved comes back nowhere")
    func skipped() async throws {
        try leaveWhole()
        try note()
        try bench.store.setSkipped(episode.id, true)
        _ = try await bench.run(RunRequest(feeds: .only([]), removals: .skipped))
        #expect(try names == [])
        #expect(try bench.store.episodes().map(\.download) == [.skipped(.user)])
        #expect(requests == 0)
    }

    @Test("POD-11: a file of the user's by that name stays, and the episode is called another")
    func inTheWay() async throws {
        try place("one.mp3", "mine")
        let summary = try await sync()
        #expect(summary.exitCode == .done)
        try expectWhole("one (2).mp3")
        #expect(try String(contentsOf: bench.file("Show/one.mp3"), encoding: .utf8) == "mine")
    }

    @Test(
        "POD-6: an engine that tells no type leaves the name as it is, and the file is an episode all the same"
    )
    func untold() async throws {
        let engine = OutlivingEngine()
        engine.have(episode.id.rawValue, .ended, at: bench.file("Show/one.media").path)
        bench.options.engine = engine.choice
        let summary = try await sync()
        #expect(
            summary.downloads.map(\.outcome)
                == [.downloaded(path: "Show/one.media", bytes: 3, fetchedBytes: 0)])
        #expect(try bench.store.fileMoves() == [])
    }
}
