import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

@MainActor
@Suite("A feed in pages, and one whose publisher moved it", .timeLimit(.minutes(15)))
struct PagedFeedTests {
    @Test("POD-16: the pages of an archive are read once, with the first refresh, and take nothing away")
    func pages() async throws {
        let bench = try RefreshBench()
        bench.page("/feed", ["/4.mp3", "/3.mp3"], next: "/page2", etag: "\"1\"")
        bench.page("/page2", ["/3.mp3", "/2.mp3"], next: "page3")
        bench.page("/page3", ["/1.mp3"])
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let summary = try await bench.run()
        #expect(summary.feeds.first?.state == .updated(newEpisodes: 4, warnings: []))
        #expect(try bench.store.episodes().map(\.title) == ["4.mp3", "3.mp3", "2.mp3", "1.mp3"])
        #expect(try bench.feed().nextPage == nil)
        #expect(try bench.feed().etag == "\"1\"")
        _ = try await bench.run()
        bench.page("/feed", ["/5.mp3", "/4.mp3"], next: "/page2", etag: "\"2\"")
        _ = try await bench.run()
        #expect(
            bench.server.log.map(\.path) == ["/feed", "/page2", "/page3", "/feed", "/feed"])
        #expect(try bench.store.episodes().map(\.absent) == Array(repeating: false, count: 5))
    }

    @Test("POD-16: a page that fails is asked for by the next refresh, though the feed did not change")
    func cursor() async throws {
        let bench = try RefreshBench()
        bench.page("/feed", ["/3.mp3"], next: "/page2", etag: "\"1\"")
        bench.page("/page3", ["/1.mp3"])
        let page = bench.response(["/2.mp3"], next: "/page3")
        bench.server.route("/page2", inTurn: [.status(500), page])
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let first = try await bench.run()
        #expect(first.exitCode == .done)
        #expect(
            first.feeds.first?.state
                == .updated(
                    newEpisodes: 1,
                    warnings: ["a page of its archive: HTTP 500 from \(bench.server.url("/page2"))"]))
        #expect(try bench.feed().nextPage == bench.server.url("/page2"))
        let second = try await bench.run()
        #expect(second.feeds.first?.state == .updated(newEpisodes: 2, warnings: []))
        #expect(try bench.feed().nextPage == nil)
    }

    @Test("POD-16: an archive whose pages go on and bring nothing new ends, and is not asked for again")
    func endless() async throws {
        let bench = try RefreshBench()
        bench.page("/feed", ["/1.mp3"], next: "/page1")
        // What the fourth has is new, and begins the count anew.
        for number in 1...40 {
            bench.page("/page\(number)", number == 4 ? ["/0.mp3"] : ["/1.mp3"], next: "/page\(number + 1)")
        }
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let summary = try await bench.run()
        #expect(
            summary.feeds.first?.state
                == .updated(
                    newEpisodes: 2, warnings: ["the pages of its archive go on and bring nothing new"]))
        #expect(try bench.feed().nextPage == nil)
        #expect(bench.server.log.count == 5 + FeedRefresh.idlePages)
        #expect(try bench.feed().warnings == [])
        _ = try await bench.run()
        #expect(bench.server.log.count == 6 + FeedRefresh.idlePages)
    }

    @Test("POD-16: pages that go in a circle end, and so does an archive whose page is gone or no feed")
    func circle() async throws {
        let bench = try RefreshBench()
        bench.page("/feed", ["/1.mp3"], next: "/page2")
        bench.page("/page2", ["/2.mp3"], next: "/page3")
        bench.page("/page3", ["/3.mp3"], next: "/page2")
        bench.page("/gone", ["/1.mp3"], next: "/nothing")
        bench.page("/odd", ["/1.mp3"], next: "/text")
        bench.server.route("/text", .text("no feed"))
        for path in ["/feed", "/gone", "/odd"] { _ = try bench.store.addFeed(bench.server.url(path)) }
        for _ in 0..<2 { _ = try await bench.run() }
        for page in ["/page2", "/page3", "/nothing", "/text"] {
            #expect(bench.server.log(of: page).count == 1, "\(page)")
        }
        #expect(try bench.store.feeds().map(\.nextPage) == [nil, nil, nil])
    }

    @Test("POD-9: a page whose host asks for a pause pauses it")
    func pausedPage() async throws {
        let bench = try RefreshBench()
        bench.page("/feed", ["/1.mp3"], next: "/page2")
        bench.server.route("/page2", .status(429, headers: ["Retry-After": "900"]))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        _ = try await bench.run()
        #expect(try bench.store.hostPauses().count == 1)
        #expect(try bench.feed().nextPage != nil)
    }

    @Test("POD-15: a page on the feed's own host gets its credentials, on another it does not")
    func credentials() async throws {
        let bench = try RefreshBench()
        let other = try LoopbackServer()
        defer { other.stop() }
        bench.page("/feed", ["/1.mp3"], next: "/page2")
        bench.page("/page2", ["/2.mp3"], next: other.url("/page3").absoluteString)
        other.route("/page3", .text(bench.rss("Show")))
        _ = try bench.store.addFeed(
            try #require(URL(string: "http://ann:pw@127.0.0.1:\(bench.server.port)/feed")))
        _ = try await bench.run()
        #expect(bench.server.log.map(\.authorization) == ["Basic YW5uOnB3", "Basic YW5uOnB3"])
        #expect(other.log.map(\.authorization) == [nil])
    }

    @Test("POD-16: a publisher's new address is moved to once it was read, with what is there")
    func newFeedURL() async throws {
        let bench = try RefreshBench()
        bench.moved("/old", to: "/new")
        bench.server.route("/new", .text(bench.rss("New", ["/1.mp3"]), etag: "\"n\""))
        _ = try bench.store.addFeed(bench.server.url("/old"))
        let summary = try await bench.run()
        #expect(summary.feeds.first?.movedFrom == bench.server.url("/old"))
        let feed = try bench.feed()
        #expect(feed.url == bench.server.url("/new"))
        #expect(feed.title == "New" && feed.etag == "\"n\"")
        _ = try await bench.run()
        #expect(bench.server.log.map(\.path) == ["/old", "/new", "/new"])
    }

    @Test("POD-16: two subscriptions of one podcast are told, wherever they live")
    func samePodcast() async throws {
        let bench = try RefreshBench()
        let text = bench.rss("Show").replacing(
            "<channel>", with: "<channel><podcast:guid>one</podcast:guid>")
        for path in ["/a", "/b"] {
            bench.server.route(path, .text(text))
            _ = try bench.store.addFeed(bench.server.url(path))
        }
        bench.server.route("/c", .text(text.replacing("one", with: "other")))
        _ = try bench.store.addFeed(bench.server.url("/c"))
        let summary = try await bench.run(RunRequest(limits: TransferLimits(jobs: 1)))
        let warnings: [[String]] = summary.feeds.map {
            if case .updated(_, let warnings) = $0.state { warnings } else { [] }
        }
        let empty = "the feed has no items"
        #expect(
            warnings == [
                [empty], [empty, "it is the same podcast as feed 1, Show; unsubscribe one of the two"],
                [empty],
            ])
    }

    @Test("POD-16: a new address that cannot be read, or where another podcast is, moves nothing")
    func newFeedURLFails() async throws {
        let bench = try RefreshBench()
        bench.moved("/old", to: "/new")
        bench.server.route("/new", .status(404))
        _ = try bench.store.addFeed(bench.server.url("/old"))
        let first = try await bench.run()
        #expect(first.exitCode == .done)
        #expect(
            first.feeds.first?.state
                == .updated(
                    newEpisodes: 0,
                    warnings: [
                        "it says that it moved to \(bench.server.url("/new")): HTTP 404 from "
                            + "\(bench.server.url("/new"))", "the feed has no items",
                    ]))
        let other = bench.rss("Other").replacing(
            "<channel>", with: "<channel><podcast:guid>other</podcast:guid>")
        bench.server.route("/new", .text(other))
        let second = try await bench.run()
        #expect(
            second.feeds.first?.state
                == .updated(
                    newEpisodes: 0,
                    warnings: [
                        "it says that it moved to \(bench.server.url("/new")), where another podcast is",
                        "the feed has no items",
                    ]))
        #expect(try bench.feed().url == bench.server.url("/old"))
    }
}

extension RefreshBench {
    func response(_ media: [String], next: String? = nil, etag: String? = nil) -> Response {
        let link = next.map { "<atom:link rel=\"next\" href=\"\($0)\"/>" } ?? ""
        return .text(
            rss("Show", media).replacing("<channel>", with: "<channel>\(link)"), etag: etag)
    }

    func page(_ path: String, _ media: [String], next: String? = nil, etag: String? = nil) {
        server.route(path, response(media, next: next, etag: etag))
    }

    /// A feed whose publisher says that it lives elsewhere.
    func moved(_ path: String, to other: String) {
        let tags =
            "<itunes:new-feed-url>\(server.url(other))</itunes:new-feed-url><podcast:guid>show</podcast:guid>"
        server.route(path, .text(rss("Old").replacing("<channel>", with: "<channel>\(tags)")))
    }
}
