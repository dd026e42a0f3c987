import Foundation
import PodcastModel
import PodcastServer
import PodcastTransfer
import Testing

@testable import PodcastSync

@MainActor
@Suite("What rests, and until when", .timeLimit(.minutes(15)))
struct PauseTests {
    @Test(
        "POD-9: 429 and 503 pause the host for as long as it asks, across runs, for downloads too",
        arguments: [(429, "3600"), (503, "Tue, 14 Nov 2023 23:13:20 GMT")])
    func paused(status: Int, text: String) async throws {
        let bench = try RefreshBench()
        let other = try LoopbackServer()
        defer { other.stop() }
        bench.server.route("/busy", .status(status, headers: ["Retry-After": text]))
        bench.server.route("/media.mp3", Response(body: [1, 2, 3], contentType: "audio/mpeg"))
        other.route("/feed", .text(bench.rss("Elsewhere", ["/media.mp3"])))
        _ = try bench.store.addFeed(bench.server.url("/busy"))
        _ = try bench.store.addFeed(other.url("/feed"))
        let request = RunRequest(downloads: .wanted, limits: TransferLimits(jobs: 1))
        let end = RefreshBench.start.addingTimeInterval(3600)
        let pause = HostPause(host: bench.host(of: bench.server), until: end)

        let first = try await bench.run(request)
        #expect(first.exitCode == .someFailed)
        #expect(first.pausedHosts == [.init(pause: pause, waiting: 2)])
        #expect(try bench.store.hostPauses() == [pause.host: end])

        bench.clock.advance(by: .seconds(3589))
        let second = try await bench.run(request)
        #expect(second.exitCode == .someFailed)
        #expect(second.feeds.first?.wait == .pause(host: pause.host, until: end))
        #expect(bench.server.log.map(\.path) == ["/busy"])

        bench.server.route("/busy", .text(bench.rss("Free")))
        bench.clock.advance(by: .seconds(11))
        let third = try await bench.run(request)
        #expect(third.exitCode == .done && third.downloaded == 1)
    }

    @Test("POD-9: a redirect to a paused host is not followed, and its feed waits as long")
    func redirectToPaused() async throws {
        let bench = try RefreshBench()
        let other = try LoopbackServer()
        defer { other.stop() }
        other.route("/feed", .redirect(302, to: bench.server.url("/there").absoluteString))
        bench.server.route("/there", .text(bench.rss("There")))
        _ = try bench.store.addFeed(other.url("/feed"))
        let end = bench.now.addingTimeInterval(3600)
        try bench.store.pauseHost(
            HostPause(host: bench.host(of: bench.server), until: end), now: bench.now)
        #expect(try await bench.run().exitCode == .someFailed)
        #expect(bench.server.log == [])
        #expect(try bench.feed().nextAttemptAt == end)
        bench.clock.advance(by: .seconds(3600))
        #expect(try await bench.run().exitCode == .done)
        #expect(bench.server.log.count == 1)
    }

    @Test("POD-1: two episodes over one file that fails have failed in that run, and rest only in the next")
    func restingTogether() async throws {
        let bench = try RefreshBench()
        let items = ["a", "b"].map { guid in
            "<item><title>\(guid)</title><guid>\(guid)</guid>"
                + "<enclosure url=\"\(bench.server.origin)/1.mp3\" type=\"audio/mpeg\"/></item>"
        }
        bench.server.route(
            "/feed",
            .text("<rss version=\"2.0\"><channel><title>Show</title>\(items.joined())</channel></rss>"))
        bench.server.route("/1.mp3", .status(404))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let first = try await bench.run(RunRequest(downloads: .wanted))
        #expect(first.downloads.count == 1 && first.resting == 0)
        let second = try await bench.run(RunRequest(downloads: .wanted))
        #expect(second.downloads.isEmpty && second.resting == 2)
    }

    @Test("POD-9: asking for a feed by name overrides its rest, and never its host's pause")
    func byName() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .status(500))
        let id = try bench.store.addFeed(bench.server.url("/feed")).feed.id
        _ = try await bench.run()
        let resting = try await bench.run()
        let until = RefreshBench.start.addingTimeInterval(60)
        #expect(resting.feeds.first?.wait == .rest(until: until))
        #expect(resting.exitCode == .done)
        #expect(bench.server.log.count == 1)

        let byName = RunRequest(feeds: .only([id]), downloads: .none)
        bench.server.route("/feed", .status(503, headers: ["Retry-After": "90"]))
        _ = try await bench.run(byName)
        #expect(bench.server.log.count == 2)
        let paused = try await bench.run(byName)
        #expect(bench.server.log.count == 2)
        #expect(paused.exitCode == .someFailed)
    }

    @Test("POD-9: a feed that fails rests for longer each time, across runs, and no longer once it is read")
    func backoff() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .status(500))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        for rest in [60.0, 120, 240] {
            _ = try await bench.run()
            #expect(try bench.feed().nextAttemptAt == bench.now.addingTimeInterval(rest))
            bench.clock.advance(by: .seconds(rest))
        }
        #expect(bench.server.log.count == 3)
        bench.server.route("/feed", .text(bench.rss("Show"), etag: "\"v1\""))
        _ = try await bench.run()
        #expect(try bench.feed().nextAttemptAt == nil)
        #expect(try bench.feed().attempts == 0)
    }

    @Test("POD-9: what asks for a moment's patience is tried again in the same run, three times at most")
    func soon() async throws {
        let bench = try RefreshBench()
        let busy = Response.status(429, headers: ["Retry-After": "5"])
        bench.server.route("/feed", inTurn: [busy, .text(bench.rss("Show", ["/1.mp3"]))])
        let media = Response(body: [1, 2, 3], contentType: "audio/mpeg")
        bench.server.route("/1.mp3", inTurn: [.status(503, headers: ["Retry-After": "9"]), media])
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        async let summary = bench.run(RunRequest(downloads: .wanted))
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(5))
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(9))
        let done = try await summary
        #expect(done.exitCode == .done)
        #expect(done.downloaded == 1 && done.downloads.count == 1)
        #expect(bench.server.log.map(\.path) == ["/feed", "/feed", "/1.mp3", "/1.mp3"])

        bench.server.route("/feed", busy)
        async let hopeless = bench.run()
        for _ in 0..<2 {
            try await bench.clock.waitForScheduledSleep()
            bench.clock.advance(by: .seconds(5))
        }
        #expect(try await hopeless.exitCode == .someFailed)
        #expect(bench.server.log(of: "/feed").count == 5)
    }

    @Test("POD-9: a run does not stay for what rests longer than a moment")
    func notSoon() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .status(429, headers: ["Retry-After": "11"]))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        #expect(try await bench.run().exitCode == .someFailed)
        #expect(bench.server.log.count == 1)
    }

    @Test("POD-9: Retry-After is seconds or a date; what is neither, over, or no refusal is passed over")
    func retryAfter() {
        let now = RefreshBench.start
        let rest = Rest(Environment(now: { now }, random: { 1 }, clock: ContinuousClock()))
        func pause(_ status: Int, _ text: String?) -> TimeInterval? {
            rest.pause(after: .status(status, "https://a.org/x", retryAfter: text))
                .map { $0.until.timeIntervalSince(now) }
        }
        #expect(pause(429, "120") == 120)
        #expect(pause(503, " 120 ") == 120)
        #expect(pause(503, "Wed, 15 Nov 2023 00:13:20 GMT") == 7200)
        #expect(pause(503, "Wednesday, 15-Nov-23 00:13:20 GMT") == 7200)
        #expect(pause(429, "99999999999999999999999") == HostPause.longest)
        for text in [nil, "", "0", "-5", "1.5", "soon", "Tue, 14 Nov 2022 00:00:00 GMT"] {
            #expect(pause(429, text) == nil)
        }
        #expect(pause(500, "120") == nil)
        #expect(
            rest.pause(after: .status(429, "https://a.org/x", retryAfter: "1"))?.host == "a.org:443")
        #expect(rest.pause(after: .timeout("https://a.org/x")) == nil)
    }

    @Test("POD-9: a host that always asks for a second is asked less and less")
    func alwaysOneSecond() {
        let now = RefreshBench.start
        let rest = Rest(Environment(now: { now }, random: { 1 }, clock: ContinuousClock()))
        let pause = HostPause(host: "a.org:443", until: now.addingTimeInterval(1))
        let waits = (1...5).map { rest.nextAttempt(afterFailures: $0, pause: pause).timeIntervalSince(now) }
        #expect(waits == [1, 1, 1, 480, 960])
    }

    @Test("POD-9: a pause that a clock ahead of its time wrote is over once the clock is right")
    func clockSetBack() {
        let now = RefreshBench.start
        #expect(HostPause.isOver(now.addingTimeInterval(HostPause.longest + 1), now: now))
        #expect(!HostPause.isOver(now.addingTimeInterval(HostPause.longest), now: now))
        #expect(HostPause.isOver(now, now: now))
    }
}
