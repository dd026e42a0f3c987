import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

@MainActor
@Suite("A feed that moves or ends", .timeLimit(.minutes(15)))
struct MovedFeedTests {
    @Test("POD-9: a permanent redirect moves the subscription, with its episodes", arguments: [301, 308])
    func moved(status: Int) async throws {
        let bench = try RefreshBench()
        bench.server.route("/old", .redirect(status, to: "/new"))
        bench.server.route("/new", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\""))
        _ = try bench.store.addFeed(bench.server.url("/old"))
        let summary = try await bench.run()
        #expect(summary.exitCode == .done)
        #expect(summary.feeds.first?.movedFrom == bench.server.url("/old"))
        let feed = try bench.feed()
        #expect(feed.url == bench.server.url("/new"))
        #expect(feed.etag == "\"v1\"")
        _ = try await bench.run()
        #expect(bench.server.log.map(\.path) == ["/old", "/new", "/new"])
        #expect(bench.server.log.last?.status == 304)
        #expect(try bench.store.episodes().count == 1)
    }

    @Test("POD-9: a temporary redirect moves nothing, nor does one after it", arguments: [302, 307])
    func temporary(status: Int) async throws {
        let bench = try RefreshBench()
        bench.server.route("/old", .redirect(status, to: "/between"))
        bench.server.route("/between", .redirect(301, to: "/new"))
        bench.server.route("/new", .text(bench.rss("Show")))
        _ = try bench.store.addFeed(bench.server.url("/old"))
        let summary = try await bench.run()
        #expect(summary.feeds.first?.movedFrom == nil)
        #expect(try bench.feed().url == bench.server.url("/old"))
    }

    @Test("POD-9: nothing moves to what is no feed, and the feed fails")
    func movedToNothing() async throws {
        let bench = try RefreshBench()
        bench.server.route("/old", .redirect(301, to: "/new"))
        bench.server.route("/new", .text("<rss><channel><title>Cut"))
        _ = try bench.store.addFeed(bench.server.url("/old"))
        let summary = try await bench.run()
        #expect(summary.exitCode == .someFailed)
        #expect(try bench.feed().url == bench.server.url("/old"))
    }

    @Test("POD-9: a feed that moves to where another lives becomes one with it, and both are told")
    func movedToAnother() async throws {
        let bench = try RefreshBench()
        bench.server.route("/old", .redirect(301, to: "/new"))
        bench.server.route("/new", .text(bench.rss("Show", ["/1.mp3"])))
        // Which of the two is read first is not said, so the other has its title before.
        for path in ["/old", "/new"] { _ = try bench.store.addFeed(bench.server.url(path), title: "Show") }
        let summary = try await bench.run()
        #expect(summary.exitCode == .done)
        #expect(
            summary.feeds.first?.state
                == .updated(
                    newEpisodes: 0,
                    warnings: ["it is the same podcast as feed 2, Show, and becomes one with it"]))
        #expect(summary.joined == [.init(id: FeedID(1), title: "Show", into: FeedID(2))])
        #expect(try bench.store.feeds().map(\.url) == [bench.server.url("/new")])
        #expect(try bench.store.episodes().map(\.feed) == [FeedID(2)])
    }

    @Test("POD-9: a loop of permanent redirects ends, and moves nothing")
    func loop() async throws {
        let bench = try RefreshBench()
        bench.server.route("/a", .redirect(301, to: "/b"))
        bench.server.route("/b", .redirect(301, to: "/a"))
        _ = try bench.store.addFeed(bench.server.url("/a"))
        let summary = try await bench.run()
        #expect(summary.failures == ["too many redirects at \(bench.server.url("/a"))"])
        #expect(try bench.feed().url == bench.server.url("/a"))
    }

    @Test("POD-15: a feed that moves on its own host keeps its credentials, and leaves them with no other")
    func credentials() async throws {
        let bench = try RefreshBench()
        let other = try LoopbackServer()
        defer { other.stop() }
        bench.server.route("/old", .redirect(301, to: "/new"))
        bench.server.route("/new", .text(bench.rss("Show")))
        bench.server.route("/away", .redirect(301, to: other.url("/new").absoluteString))
        other.route("/new", .text(bench.rss("Other")))
        for path in ["/old", "/away"] {
            let address = "http://ann:p%40w@127.0.0.1:\(bench.server.port)\(path)"
            _ = try bench.store.addFeed(try #require(URL(string: address)))
        }
        _ = try await bench.run()
        #expect(
            try bench.store.feeds().map(\.url.absoluteString) == [
                "http://ann:p%40w@127.0.0.1:\(bench.server.port)/new", other.url("/new").absoluteString,
            ])
        #expect(other.log.map(\.authorization) == [nil])
    }

    @Test("POD-9: 410 ends the refreshing of a feed and keeps its episodes; asked for by name it may return")
    func gone() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", inTurn: [.text(bench.rss("Show", ["/1.mp3"])), .status(410)])
        let id = try bench.store.addFeed(bench.server.url("/feed")).feed.id
        _ = try await bench.run()
        let gone = try await bench.run()
        #expect(gone.exitCode == .someFailed)
        #expect(
            gone.failures
                == ["HTTP 410 from \(bench.server.url("/feed")): the feed is gone, its episodes stay"])
        #expect(try bench.feed().isGone)
        #expect(try bench.store.episodes().map(\.absent) == [false])
        let third = try await bench.run()
        #expect(third.feeds == [] && third.exitCode == .done)
        #expect(bench.server.log.count == 2)

        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"])))
        let back = try await bench.run(RunRequest(feeds: .only([id]), downloads: .none))
        #expect(back.exitCode == .done)
        #expect(try !bench.feed().isGone)
    }
}
