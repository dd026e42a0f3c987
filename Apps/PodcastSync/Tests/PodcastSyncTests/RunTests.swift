import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("A run")
struct RunTests {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-run-\(UUID().uuidString)", isDirectory: true)

    @Test("Feeds are refreshed at the same time, and each frees its place for the next")
    func together() async throws {
        let server = try LoopbackServer()
        defer { finish(server) }
        let gates = [StallGate(), StallGate()]
        let store = try Store(directory: directory)
        for number in 0..<5 {
            var feed = Response.text("<rss><channel><title>\(number)</title></channel></rss>")
            if number < 2 { feed.faults = [.stall(gates[number])] }
            server.route("/\(number).xml", feed)
            _ = try store.addFeed(server.url("/\(number).xml"))
        }
        async let summary = run(RunRequest(downloads: .none))
        // Either would never be reached if one had to end before the other began.
        await gates[0].reached()
        await gates[1].reached()
        for gate in gates { gate.open() }
        let feeds = try await summary.feeds
        #expect(feeds.map(\.title) == ["0", "1", "2", "3", "4"])
        #expect(server.log.count == 5)
    }

    @Test("POD-9: as many transfers ask one host at once as the limit says, more than two as well")
    func perHost() async throws {
        let server = try LoopbackServer()
        defer { finish(server) }
        let gates = (0..<5).map { _ in StallGate() }
        let store = try Store(directory: directory)
        for (number, gate) in gates.enumerated() {
            var feed = Response.text("<rss><channel><title>\(number)</title></channel></rss>")
            feed.faults = [.stall(gate)]
            server.route("/\(number).xml", feed)
            _ = try store.addFeed(server.url("/\(number).xml"))
        }
        let limits = TransferLimits(jobs: 5, perHost: 5)
        async let summary = run(RunRequest(downloads: .none, limits: limits))
        // The last would never be reached if the others had to end before.
        for gate in gates { await gate.reached() }
        for gate in gates { gate.open() }
        #expect(try await summary.failures == [])
    }

    @Test("POD-10: a cancelled run keeps the part, says what is left, and the next fetches only the rest")
    func cancelled() async throws {
        let server = try LoopbackServer()
        defer { finish(server) }
        let site = DemoSite()
        site.install(on: server)
        let gate = StallGate()
        let episodes = site.feeds[0].episodes
        let path = try #require(episodes.last).mediaPath
        let whole = site.bytes(of: path)
        var slow = Response(body: whole, contentType: "audio/mpeg", etag: "\"1\"")
        slow.faults = [.stall(gate, after: whole.count / 2)]
        server.route(path, slow)
        do {
            let store = try Store(directory: directory)
            _ = try store.addFeed(site.feedURLs(on: server)[0])
            try store.setPolicy(Policy(newest: .limited(2)))
        }
        let begun = DownloadWitness()
        let running = Task {
            try await run(RunRequest(downloads: .wanted, limits: .init(jobs: 1, perHost: 1)), [begun])
        }
        await begun.begun()
        running.cancel()
        let summary = try await running.value
        #expect(summary.isInterrupted)
        #expect(summary.exitCode == .interrupted)
        #expect(summary.downloaded == 0)
        #expect(summary.remaining == 2)
        #expect(summary.failures == [])
        let folder = directory.appendingPathComponent("Morning Radio")
        let part = folder.appendingPathComponent("Morning 8.mp3.part")
        let kept = try [UInt8](Data(contentsOf: part))
        #expect(!kept.isEmpty && kept.count < whole.count)
        #expect(kept == Array(whole.prefix(kept.count)))

        gate.open()
        let second = try await run(RunRequest(downloads: .wanted))
        #expect(second.downloaded == 2)
        #expect(second.exitCode == .done)
        #expect(server.log(of: path).map(\.range) == [nil, "bytes=\(kept.count)-"])
        #expect(try [UInt8](Data(contentsOf: part.deletingPathExtension())) == whole)
    }

    @Test("A feed that was unsubscribed while it was fetched harms nothing")
    func unsubscribed() async throws {
        let server = try LoopbackServer()
        defer { finish(server) }
        let gate = StallGate()
        var feed = Response.text("<rss><channel><title>Gone</title></channel></rss>")
        feed.faults = [.stall(gate)]
        server.route("/gone.xml", feed)
        let store = try Store(directory: directory)
        let id = try store.addFeed(server.url("/gone.xml")).feed.id
        async let summary = run(RunRequest(downloads: .wanted))
        await gate.reached()
        try store.removeFeed(id)
        gate.open()
        let result = try await summary
        #expect(result.exitCode == .someFailed)
        #expect(result.failures.count == 1)
    }

    @Test(
        "POD-13: a download whose feed was unsubscribed meanwhile does nothing but say so, and nothing more is wanted"
    )
    func unsubscribedWhileDownloading() async throws {
        let server = try LoopbackServer()
        defer { finish(server) }
        let site = DemoSite()
        site.install(on: server)
        let gate = StallGate()
        let path = try #require(site.feeds[0].episodes.last).mediaPath
        var slow = Response(body: site.bytes(of: path), contentType: "audio/mpeg")
        slow.faults = [.stall(gate)]
        server.route(path, slow)
        let store = try Store(directory: directory)
        let id = try store.addFeed(site.feedURLs(on: server)[0]).feed.id
        let request = RunRequest(downloads: .wanted, limits: TransferLimits(jobs: 1, perHost: 1))
        async let summary = run(request)
        await gate.reached()
        try store.removeFeed(id)
        gate.open()
        let result = try await summary
        #expect(result.downloaded == 0)
        let first = try #require(result.downloads.first)
        #expect(
            first.outcome
                == .unclaimed(path: "Morning Radio/Morning 8.mp3", reason: .unknown, isWhole: true))
        #expect(result.downloads.count == 1 && result.exitCode == .done)
        #expect(result.remaining == 0)
    }

    @Test("A library that is in use is the store's error, and the run has done nothing")
    func locked() async throws {
        let lock = try LibraryLock(directory: directory, command: "other")
        defer {
            lock.release()
            try? FileManager.default.removeItem(at: directory)
        }
        let error = await #expect(throws: PodcastError.self) {
            try await run(RunRequest(downloads: .wanted))
        }
        #expect(error?.exitCode == .store)
        #expect(error?.what == "the library is in use by process \(getpid()) (other)")
    }

    private func finish(_ server: LoopbackServer) {
        server.stop()
        try? FileManager.default.removeItem(at: directory)
    }

    private func run(
        _ request: RunRequest, _ more: [any Mechanism] = []
    ) async throws -> RunSummary {
        try await LibraryRun(
            directory: directory, options: RunOptions(command: "test", allowsPrivateHosts: true)
        )
        .run(request) { Cogs.forTesting(mechanisms: $0 + more) }
    }
}

/// Tells when the first download has bytes on disk.
private struct DownloadWitness: Mechanism {
    private let seen = AsyncStream<Void>.makeStream()

    func operate(_ m: MechanismController) {
        let continuation = seen.continuation
        m.run(name: "witness") { c in
            for job in c[admittedDownloadsCog] {
                guard case .downloading(let percent) = c[_downloadStateCogs[job.episode.id]], percent > 0
                else { continue }
                continuation.yield()
            }
        }
    }

    func begun() async {
        for await _ in seen.stream { return }
    }
}
