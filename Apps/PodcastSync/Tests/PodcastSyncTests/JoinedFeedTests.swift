import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

@MainActor
@Suite("A feed that turns out to be another one's podcast", .timeLimit(.minutes(15)))
struct JoinedFeedTests {
    private func media(_ bench: RefreshBench, _ paths: [String]) {
        for path in paths {
            bench.server.route(
                path, Response(body: Array(path.utf8), contentType: "audio/mpeg", etag: "\"1\""))
        }
    }

    private func file(_ bench: RefreshBench, _ path: String) -> String? {
        try? String(contentsOf: bench.directory.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(
        "POD-16: a feed that moves to where another lives becomes one with it: files move, nothing comes again",
        arguments: [true, false])
    func moved(byHost: Bool) async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3", "/2.mp3", "/3.mp3"])
        bench.server.route("/old", .text(bench.rss("Old", ["/2.mp3", "/1.mp3"])))
        bench.server.route("/new", .text(bench.rss("New", ["/3.mp3", "/2.mp3"])))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        _ = try await bench.run(RunRequest(downloads: .wanted))
        let kept = try #require(try bench.store.episodes(old).last).id
        try bench.store.setKept(kept, true)
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        if byHost {
            bench.server.route("/old", .redirect(301, to: "/new"))
        } else {
            bench.moved("/old", to: "/new")
        }
        let summary = try await bench.run(RunRequest(downloads: .wanted))
        #expect(summary.joined.map(\.id) == [old] && summary.joined.map(\.into) == [new])
        #expect(summary.exitCode == .done)
        #expect(try bench.store.feeds().map(\.id) == [new])
        #expect(file(bench, "New/1.mp3.mp3") == "/1.mp3" && file(bench, "New/2.mp3.mp3") == "/2.mp3")
        #expect(!FileManager.default.fileExists(atPath: bench.directory.appendingPathComponent("Old").path))
        #expect(try bench.store.episodes().first { $0.id == kept }?.kept == true)
        let next = try await bench.run(RunRequest(downloads: .wanted))
        // What only the one that stays has may have come before the other said that it moved.
        #expect((summary.downloads + next.downloads).map(\.title) == ["3.mp3"] && next.joined == [])
        for path in ["/1.mp3", "/2.mp3"] {
            #expect(bench.server.log(of: path).count == 1, "\(path)")
        }
    }

    @Test(
        "POD-16: one that is gone becomes one with another of its podcast:guid, and what it has is not fetched again"
    )
    func gone() async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3"])
        func text(_ title: String) -> String {
            bench.rss(title, ["/1.mp3"])
                .replacing("<channel>", with: "<channel><podcast:guid>show</podcast:guid>")
        }
        bench.server.route("/old", inTurn: [.text(text("Old")), .status(410)])
        bench.server.route("/new", .text(text("New")))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        _ = try await bench.run(RunRequest(downloads: .wanted))
        _ = try await bench.run(RunRequest(downloads: .wanted))
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        let summary = try await bench.run(RunRequest(downloads: .wanted))
        #expect(summary.joined == [.init(id: old, title: "Old", into: new)])
        #expect(summary.downloads == [])
        _ = try await bench.run(RunRequest(downloads: .wanted))
        #expect(bench.server.log(of: "/1.mp3").count == 1)
        #expect(file(bench, "New/1.mp3.mp3") == "/1.mp3")
    }

    @Test(
        "POD-16: a process that ended between the store's part of it and the files' leaves the rest to the next run"
    )
    func crash() async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3"])
        bench.server.route("/old", .text(bench.rss("Old", ["/1.mp3"])))
        bench.server.route("/new", .text(bench.rss("New", ["/1.mp3"])))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        _ = try await bench.run(RunRequest(downloads: .wanted))
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        _ = try await bench.run(RunRequest(feeds: .only([new]), downloads: .none))
        #expect(try bench.store.joinFeed(old, into: new))
        #expect(try bench.store.mergeJoined().map(\.id) == [old])
        #expect(file(bench, "Old/1.mp3.mp3") == "/1.mp3")
        let next = try await bench.run(RunRequest(downloads: .wanted))
        #expect(next.downloads == [] && next.exitCode == .done)
        #expect(file(bench, "New/1.mp3.mp3") == "/1.mp3")
        #expect(try bench.store.fileMoves().isEmpty)
        #expect(bench.server.log(of: "/1.mp3").count == 1)
    }

    @Test(
        "POD-16: what an engine goes on with is given up with its part before that moves, also after a crash",
        arguments: [true, false])
    func outside(isMerged: Bool) async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3", "/2.mp3"])
        bench.server.route("/old", .text(bench.rss("Old", ["/1.mp3"])))
        bench.server.route("/new", .text(bench.rss("New", ["/1.mp3", "/2.mp3"])))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        _ = try await bench.run()
        let episode = try #require(try bench.store.episodes(old).first).id
        let name = try bench.store.assignFile(episode)
        let folder = bench.directory.appendingPathComponent("Old")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("/1".utf8).write(to: folder.appendingPathComponent(name.name + ".part"))
        #expect(try bench.store.joinFeed(old, into: new))
        if isMerged { #expect(try bench.store.mergeJoined().map(\.id) == [old]) }
        let engine = OutlivingEngine()
        engine.have(episode.rawValue, .running, at: folder.appendingPathComponent(name.name).path)
        let other = try #require(try bench.store.episodes(new).first { $0.title == "2.mp3" }).id
        engine.have(other.rawValue, .running, at: bench.directory.path + "/New/2.mp3.mp3")
        bench.options.engine = engine.choice
        _ = try await bench.run(RunRequest(feeds: .only([]), downloads: .only([])))
        #expect(engine.calls.first == .withdraw(episode.rawValue, keepingPart: true))
        #expect(!engine.calls.contains(.withdraw(other.rawValue, keepingPart: true)))
        #expect(file(bench, "New/1.mp3.mp3.part") == "/1")
        #expect(access(folder.path, F_OK) != 0)
    }

    @Test("POD-16: a file that is in the way of one that moves is left, and the run says what to do")
    func inTheWay() async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3"])
        bench.server.route("/old", .text(bench.rss("Old", ["/1.mp3"])))
        bench.server.route("/new", .text(bench.rss("New")))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        _ = try await bench.run(RunRequest(downloads: .wanted))
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        _ = try await bench.run(RunRequest(feeds: .only([new]), downloads: .none))
        _ = try bench.store.joinFeed(old, into: new)
        // It comes there between the store's part and the files'.
        _ = try bench.store.mergeJoined()
        let folder = bench.directory.appendingPathComponent("New")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: folder.appendingPathComponent("1.mp3.mp3"))
        let error = await #expect(throws: PodcastError.self) { try await bench.run() }
        #expect(error?.exitCode == .store)
        #expect(error?.advice == "move it away and run again")
        #expect(file(bench, "New/1.mp3.mp3") == "mine" && file(bench, "Old/1.mp3.mp3") == "/1.mp3")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("1.mp3.mp3"))
        _ = try await bench.run()
        #expect(file(bench, "New/1.mp3.mp3") == "/1.mp3")
    }

    @Test(
        "POD-11, POD-16: what moves takes the place of no file that no episode has, a part of it neither",
        arguments: [true, false], [true, false])
    func ownFile(isWhole: Bool, isThere: Bool) async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3"])
        bench.server.route("/old", .text(bench.rss("Old", ["/1.mp3"])))
        bench.server.route("/new", .text(bench.rss("New", isThere ? ["/1.mp3"] : [])))
        let old = try bench.store.addFeed(bench.server.url("/old")).feed.id
        _ = try await bench.run(RunRequest(downloads: isWhole ? .wanted : .none))
        let new = try bench.store.addFeed(bench.server.url("/new")).feed.id
        _ = try await bench.run(RunRequest(feeds: .only([new]), downloads: .none))
        if !isWhole {
            let name = try bench.store.assignFile(try #require(try bench.store.episodes(old).first).id).name
            let folder = bench.directory.appendingPathComponent("Old")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("/1".utf8).write(to: folder.appendingPathComponent(name + ".part"))
        }
        _ = try bench.store.joinFeed(old, into: new)
        let folder = bench.directory.appendingPathComponent("New")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: folder.appendingPathComponent("1.mp3.mp3"))
        _ = try await bench.run()
        #expect(file(bench, "New/1.mp3 (2).mp3\(isWhole ? "" : ".part")") == (isWhole ? "/1.mp3" : "/1"))
        #expect(try bench.store.fileMoves().isEmpty && file(bench, "New/1.mp3.mp3") == "mine")
        if isThere { #expect(try await bench.run(RunRequest(downloads: .wanted)).exitCode == .done) }
        #expect(file(bench, "New/1.mp3.mp3") == "mine")
    }

    @Test(
        "POD-16: a host that leads its feeds to another podcast's takes nothing from them, and they fail, saying so"
    )
    func closed() async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3", "/9.mp3"])
        bench.server.route("/a", .text(bench.rss("A", ["/1.mp3"])))
        bench.server.route("/news", .text(bench.rss("News", ["/9.mp3"])))
        for path in ["/a", "/news"] { _ = try bench.store.addFeed(bench.server.url(path)) }
        _ = try await bench.run(RunRequest(downloads: .wanted))
        bench.server.route("/a", .redirect(301, to: "/news"))
        let summary = try await bench.run(RunRequest(downloads: .wanted, removals: .unwanted))
        #expect(summary.joined == [] && summary.downloads == [] && summary.removed == [])
        #expect(
            summary.failures == [
                "\(bench.server.url("/a")): it moved to \(bench.server.url("/news")), which is another podcast "
                    + "and subscribed as feed 2, News; look for its new address, or unsubscribe it"
            ])
        #expect(try bench.store.feeds().map(\.title) == ["A", "News"])
        #expect(try bench.store.episodes().map(\.absent) == [false, false])
        #expect(file(bench, "A/1.mp3.mp3") == "/1.mp3")
    }

    @Test(
        "POD-16: a publisher who gives another podcast's address, one that was read or not, moves nothing there",
        arguments: [true, false])
    func mistaken(isRead: Bool) async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3", "/9.mp3"])
        let own = bench.rss("A", ["/1.mp3"])
        bench.server.route("/a", .text(own))
        bench.server.route("/b", .text(bench.rss("B", ["/9.mp3"])))
        for path in ["/a", "/b"] { _ = try bench.store.addFeed(bench.server.url(path)) }
        if isRead { _ = try await bench.run(RunRequest(downloads: .wanted)) }
        let tag = "<channel><itunes:new-feed-url>\(bench.server.url("/b"))</itunes:new-feed-url>"
        bench.server.route("/a", .text(own.replacing("<channel>", with: tag)))
        let b = try #require(try bench.store.feeds().last)
        _ = try await bench.run(RunRequest(feeds: .only([b.id]), downloads: .none))
        let summary = try await bench.run(RunRequest(downloads: .wanted, removals: .unwanted))
        let warning = "it was not moved: its new address is subscribed already as feed 2, B"
        #expect(summary.joined == [] && summary.removed == [] && summary.exitCode == .done)
        #expect(try bench.store.feeds().map(\.warnings) == [[warning], []])
        #expect(try bench.store.episodes().map(\.title).sorted() == ["1.mp3", "9.mp3"])
        #expect(try bench.store.episodes().map(\.absent) == [false, false])
        #expect(file(bench, "A/1.mp3.mp3") == "/1.mp3" && file(bench, "B/9.mp3.mp3") == "/9.mp3")
    }

    @Test("POD-16: two addresses that each say that they moved to the other are stayed at, also as two feeds")
    func circle() async throws {
        let bench = try RefreshBench()
        media(bench, ["/1.mp3"])
        for (path, other) in [("/a", "/b"), ("/b", "/a")] {
            let tag = "<channel><itunes:new-feed-url>\(bench.server.url(other))</itunes:new-feed-url>"
            bench.server.route(
                path, .text(bench.rss(path, ["/1.mp3"]).replacing("<channel>", with: tag)))
            _ = try bench.store.addFeed(bench.server.url(path))
        }
        for _ in 1...2 {
            let summary = try await bench.run(RunRequest(downloads: .wanted, removals: .unwanted))
            #expect(summary.joined == [] && summary.removed == [] && summary.exitCode == .done)
            #expect(summary.feeds.map(\.movedFrom) == [nil, nil])
        }
        #expect(try bench.store.feeds().map(\.url) == [bench.server.url("/a"), bench.server.url("/b")])
        let warning =
            "it says that it moved to \(bench.server.url("/b")), which says that it moved back"
        #expect(try bench.store.feeds().first?.warnings == [warning])
    }
}
