import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

/// What a run makes of a feed whose host misbehaves.
@MainActor
@Suite("A feed whose host misbehaves", .timeLimit(.minutes(15)))
struct FaultyFeedHostTests {
    @Test(
        "POD-8: a feed whose host misbehaves is asked once, told, keeps episodes and validators, and read later",
        arguments: [
            ([.cut(after: 100)], "FEED ended after 100 of "), ([.length(off: 5)], "FEED ended after "),
            ([.reset(after: 0)], "FEED ended after 0 of "), ([.empty], "FEED is empty"),
            ([.noAnswer], "bad answer from FEED: Empty reply from server"), ([.page], "FEED is a web page"),
            ([.statusLine("HTP/1 200")], "bad answer from FEED: "),
            ([.longHeader(bytes: 1 << 20)], "bad answer from FEED: its head is too long"),
            ([.gzip(.labelOnly)], "bad answer from FEED: it is not encoded as it says"),
            ([.gzip(.unlabelled)], "bad answer from FEED: it is gzip, and does not say so"),
            ([.gzip(.truncated)], "FEED: cut off at line "),
            ([.ranges(.unasked)], "HTTP 206 from FEED"), ([.status(404)], "HTTP 404 from FEED"),
            ([.status(429)], "HTTP 429 from FEED"), ([.status(503, .text("soon"))], "HTTP 503 from FEED"),
            ([.redirect(301, .loop)], "too many redirects at FEED"),
            ([.redirect(302, .chain(21))], "too many redirects at FEED"),
            ([.redirect(302, .to("ftp://a.org/"))], "FEED: refused ftp://a.org/: "),
            // Not the host's validators either, however it wraps what it sends.
            ([.page, .header("ETag", "\"page\"")], "FEED is a web page"),
        ] as [([Fault], String)])
    func failed(_ faults: [Fault], _ message: String) async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\""))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        _ = try await bench.run()

        let later = Response.text(bench.rss("Show", ["/2.mp3", "/1.mp3"]), etag: "\"v2\"")
        var faulty = later
        faulty.faults = faults
        bench.server.route("/feed", faulty)
        let summary = try await bench.run()
        #expect(summary.exitCode == .someFailed)
        let told = summary.failures.map {
            $0.replacingOccurrences(of: bench.server.origin + "/feed", with: "FEED")
        }
        #expect(told.count == 1 && told.first?.hasPrefix(message) == true, "\(told)")
        let feed = try bench.feed()
        #expect(feed.etag == "\"v1\"" && feed.attempts == 1 && !feed.isGone)
        #expect(feed.url == bench.server.url("/feed"))
        #expect(try bench.store.episodes().map(\.title) == ["1.mp3"])
        #expect(bench.server.log.dropFirst().filter { !(301...308).contains($0.status) }.count <= 1)

        bench.server.route("/feed", later)
        _ = try await bench.run()
        #expect(try bench.store.episodes().count == 1, "it did not rest")
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.run().exitCode == .done)
        #expect(bench.server.log.last?.ifNoneMatch == "\"v1\"")
        #expect(try bench.feed().etag == "\"v2\"")
        #expect(try bench.store.episodes().count == 2)
    }

    @Test("POD-8: a 304 with another tag changes no validators: they are those of what was parsed")
    func notModifiedWithNewTag() async throws {
        let bench = try RefreshBench()
        let feed = Response.text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\"")
        bench.server.route("/feed", inTurn: [feed, feed.with(.notModified(etag: "\"v2\"")), feed])
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        for _ in 0..<3 { #expect(try await bench.run().exitCode == .done) }
        #expect(bench.server.log.map(\.status) == [200, 304, 304])
        #expect(bench.server.log.map(\.ifNoneMatch) == [nil, "\"v1\"", "\"v1\""])
        #expect(try bench.store.episodes().count == 1)
    }

    @Test("POD-8: a 304 that nobody asked for leaves a new feed empty no longer than its rest")
    func notModifiedUnasked() async throws {
        let bench = try RefreshBench()
        let feed = Response.text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\"")
        bench.server.route("/feed", inTurn: [feed.with(.notModified(etag: "\"v1\"")), feed])
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        #expect(try await bench.run().exitCode == .someFailed)
        #expect(try bench.feed().etag == nil)
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.run().exitCode == .done)
        #expect(try bench.store.episodes().count == 1)
    }

    @Test("POD-1: a host that changes its feed's bytes and tag each time brings no episode twice")
    func changing() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v\""))
        bench.server.route("/1.mp3", audio(5_000))
        bench.server.follow(
            ServerScript([ScriptRule(path: PathPattern("/feed"), faults: [], changesEachTime: true)]))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        for _ in 0..<3 {
            #expect(try await bench.run(RunRequest(downloads: .wanted)).exitCode == .done)
        }
        #expect(bench.server.log.map(\.path) == ["/feed", "/1.mp3", "/feed", "/feed"])
        #expect(bench.server.log.map(\.ifNoneMatch) == [nil, nil, "\"v-v1\"", "\"v-v2\""])
        #expect(try bench.store.episodes().count == 1)
    }

    @Test("POD-9: a short chain of redirects is followed, with its validators, and is one refresh")
    func chain() async throws {
        let bench = try RefreshBench()
        bench.server.route(
            "/feed", .text(bench.rss("Show"), etag: "\"v1\"").with(.redirect(307, .chain(4))))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        for _ in 0..<2 { #expect(try await bench.run().exitCode == .done) }
        #expect(bench.server.log.map(\.status) == [307, 307, 307, 307, 200, 307, 307, 307, 307, 304])
        #expect(try bench.feed().url == bench.server.url("/feed"))
    }

    @Test("POD-9: a host that answers late or by drops is waited for, and asked once")
    func slow() async throws {
        let time = TestClock()
        let bench = try RefreshBench(serverClock: time)
        let text = bench.rss("Show", ["/1.mp3"])
        let piece = text.utf8.count / 3 + 1
        bench.server.route(
            "/feed", .text(text).with(.latency(.seconds(50)), .drip(bytes: piece, every: .seconds(20))))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        async let summary = bench.run()
        for wait in [50, 20, 20] {
            try await time.waitForScheduledSleep()
            time.advance(by: .seconds(wait))
        }
        #expect(try await summary.exitCode == .done)
        #expect(bench.server.log.count == 1)
        #expect(try bench.store.episodes().count == 1)
    }
}
