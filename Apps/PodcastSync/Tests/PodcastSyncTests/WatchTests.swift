import CogGraph
import CogTesting
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastServer
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("Watching", .timeLimit(.minutes(15)))
struct WatchTests {
    @Test("POD-16: a feed is due after the interval, or later where its document or its answer asks for that")
    func due() throws {
        let now = RefreshBench.start
        var feed = Feed(
            id: FeedID(1), url: URL(filePath: "/"), title: "", folder: "",
            lastRefreshed: now.addingTimeInterval(-600))
        #expect(feed.nextRefresh(every: 600, now: now) == now)
        feed.floor = 900
        #expect(feed.nextRefresh(every: 600, now: now) == now.addingTimeInterval(300))
        #expect(feed.nextRefresh(every: 1200, now: now) == now.addingTimeInterval(600))
        feed.lastRefreshed = now.addingTimeInterval(1)
        #expect(feed.nextRefresh(every: 600, now: now) == .distantPast)
        (feed.attempts, feed.nextAttemptAt) = (1, now.addingTimeInterval(60))
        #expect(feed.nextRefresh(every: 600, now: now) == now.addingTimeInterval(60))
        #expect(
            Feed(id: FeedID(1), url: feed.url, title: "", folder: "").nextRefresh(every: 600, now: now) < now)
    }

    @Test("POD-16: ttl and max-age are floors, whichever is longer, and at most a week")
    func floors() {
        func floor(_ ttl: Int?, _ header: String?) -> TimeInterval {
            RefreshFloor.seconds(
                of: ParsedFeed(format: .rss, title: "", items: [], ttlMinutes: ttl), cacheControl: header)
        }
        #expect(floor(nil, nil) == 0)
        #expect(floor(60, nil) == 3600)
        #expect(floor(nil, "public, Max-Age=7200") == 7200)
        #expect(floor(60, "max-age=7200") == 7200)
        #expect(floor(180, "max-age=7200") == 10_800)
        #expect(floor(60, "no-cache, max-age=7200") == 3600)
        #expect(floor(-5, "max-age=-9") == 0)
        #expect(floor(Int.max, "max-age=inf") == 604_800)
        for odd in ["max-age=nan", "max-age=", "max-age", "s-maxage=7200"] { #expect(floor(nil, odd) == 0) }
    }

    @Test("POD-16: each feed is read when it is due, by itself, and the store remembers what they ask for")
    func rounds() async throws {
        let bench = try RefreshBench()
        let slow = bench.rss("Slow").replacing("<channel>", with: "<channel><ttl>30</ttl>")
        bench.server.route("/slow", .text(slow, etag: "\"1\""))
        bench.server.route("/fast", .text(bench.rss("Fast"), etag: "\"1\""))
        for path in ["/slow", "/fast"] { _ = try bench.store.addFeed(bench.server.url(path)) }
        let watching = bench.watch(every: 600)
        for seconds in [0, 600, 1200] {
            #expect(await watching.next()?.nextRun == bench.now.addingTimeInterval(600))
            if seconds < 1200 { try await bench.passIdle(600) }
        }
        #expect(bench.server.log.map(\.path).sorted() == ["/fast", "/fast", "/fast", "/slow"])
        try await bench.passIdle(600)
        #expect(await watching.next() != nil)
        #expect(bench.server.log(of: "/slow").map(\.status) == [200, 304])
        // A 304 changes nothing of what its document asked for.
        #expect(try bench.feed().floor == 1800)
        #expect(try await watching.stop() == .done)
    }

    @Test("POD-9: a watch asks a paused host when its pause is over, and what failed when it has rested")
    func pauses() async throws {
        let bench = try RefreshBench()
        let busy = Response.status(503, headers: ["Retry-After": "900"])
        bench.server.route("/busy", inTurn: [busy, .status(500), .text(bench.rss("Busy"))])
        _ = try bench.store.addFeed(bench.server.url("/busy"))
        let watching = bench.watch(every: 600)
        #expect(await watching.next()?.nextRun == bench.now.addingTimeInterval(900))
        try await bench.passIdle(900)
        #expect(await watching.next()?.nextRun == bench.now.addingTimeInterval(120))
        try await bench.passIdle(120)
        #expect(await watching.next()?.nextRun == bench.now.addingTimeInterval(600))
        #expect(bench.server.log.count == 3)
        #expect(try await watching.stop() == .done)
    }

    @Test("A watch leaves the library to others between two runs, and an alarm has it see what they did")
    func alarm() async throws {
        let bench = try RefreshBench()
        let watching = bench.watch(every: 600)
        #expect(await watching.next()?.feeds == [])
        try await bench.clock.waitForScheduledSleep()
        try LibraryLock(directory: bench.directory, command: "subscribe").release()
        bench.server.route("/feed", .text(bench.rss("Feed")))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        watching.alarm.ring()
        #expect(await watching.next()?.feeds.map(\.title) == ["Feed"])
        #expect(try await watching.stop() == .done)
    }

    @Test("POD-14: a watch that is stopped at work says so; what it was at is left for the next run")
    func stoppedAtWork() async throws {
        let bench = try RefreshBench()
        let gate = StallGate()
        var feed = Response.text(bench.rss("Feed"))
        feed.faults = [.stall(gate)]
        bench.server.route("/feed", feed)
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let watching = bench.watch(every: 600)
        await gate.reached()
        #expect(try await watching.stop() == .interrupted)
    }

    @Test("An alarm that rings before it is waited for is not lost, and rings once")
    func alarmRings() async throws {
        let alarm = Alarm()
        alarm.ring()
        alarm.ring()
        await alarm.rung()
        let waiting = Task { await alarm.rung() }
        waiting.cancel()
        await waiting.value
        let again = Task { await alarm.rung() }
        alarm.ring()
        await again.value
    }

    @Test("POD-14: a deadline cancels the run and keeps the part; what is left is told with its own code")
    func deadline() async throws {
        let bench = try RefreshBench()
        let gate = StallGate()
        bench.server.route("/feed", .text(bench.rss("Feed", ["/1.mp3"])))
        let bytes = [UInt8](repeating: 7, count: 100_000)
        var media = Response(body: bytes, contentType: "audio/mpeg", etag: "\"1\"")
        media.faults = [.stall(gate, after: 50_000)]
        bench.server.route("/1.mp3", media)
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        bench.options.deadline = .seconds(60)
        async let summary = bench.run(RunRequest(downloads: .wanted))
        await gate.reached()
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(60))
        let late = try await summary
        #expect(late.isOverdue && !late.isInterrupted)
        #expect(late.exitCode == .deadline)
        #expect(late.remaining == 1)
        #expect(late.failures == [])
        gate.open()
        #expect(try await bench.run(RunRequest(downloads: .wanted)).exitCode == .done)
    }

    @Test("A deadline that is not reached changes nothing")
    func notLate() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .text(bench.rss("Feed")))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        bench.options.deadline = .seconds(60)
        #expect(try await bench.run().exitCode == .done)
    }

    @Test("A run that waits for the library says for whom, and begins when it is free")
    func waits() async throws {
        let bench = try RefreshBench()
        bench.server.route("/feed", .text(bench.rss("Feed")))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let held = try LibraryLock(directory: bench.directory, command: "other")
        let (holders, holder) = AsyncStream.makeStream(of: String.self)
        bench.options.onWait = { holder.yield($0) }
        async let summary = bench.run()
        for await name in holders {
            #expect(name == "process \(getpid()) (other)")
            break
        }
        #expect(bench.server.log.isEmpty)
        held.release()
        #expect(try await summary.feeds.map(\.title) == ["Feed"])
    }

    @Test("POD-14: the wait for the library counts for the deadline")
    func waitsTooLong() async throws {
        let bench = try RefreshBench()
        let held = try LibraryLock(directory: bench.directory, command: "other")
        defer { held.release() }
        let (holders, holder) = AsyncStream.makeStream(of: String.self)
        bench.options.onWait = { holder.yield($0) }
        bench.options.deadline = .seconds(60)
        let running = Task { try await bench.run() }
        for await _ in holders { break }
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(60))
        let error = await #expect(throws: PodcastError.self) { try await running.value }
        #expect(error?.exitCode == .deadline)
        #expect(error?.what == "its time was over before the library was free")
    }

    @Test("A run that is stopped while it waits for the library has not begun")
    func stoppedWaiting() async throws {
        let bench = try RefreshBench()
        let held = try LibraryLock(directory: bench.directory, command: "other")
        defer { held.release() }
        let (holders, holder) = AsyncStream.makeStream(of: String.self)
        bench.options.onWait = { holder.yield($0) }
        let running = Task { try await bench.run() }
        for await _ in holders { break }
        running.cancel()
        let error = await #expect(throws: PodcastError.self) { try await running.value }
        #expect(error?.exitCode == .interrupted)
    }

    @Test("POD-9: a transfer that runs when its host asks for a pause goes on to its end")
    func runningAtPause() async throws {
        let bench = try RefreshBench()
        let gate = StallGate()
        var slow = Response.text(bench.rss("Slow"))
        slow.faults = [.stall(gate)]
        bench.server.route("/slow", slow)
        bench.server.route("/busy") { _ in
            gate.open()
            return .status(429, headers: ["Retry-After": "900"])
        }
        for path in ["/slow", "/busy"] { _ = try bench.store.addFeed(bench.server.url(path)) }
        let summary = try await bench.run()
        #expect(summary.feeds.first?.state == .updated(newEpisodes: 0, warnings: ["the feed has no items"]))
        #expect(bench.server.log.count == 2)
    }
}

/// A watch under way, and what its runs came to.
@MainActor
final class Watching {
    let alarm: Alarm
    private let task: Task<ExitCode, any Error>
    private var summaries: AsyncStream<RunSummary>.AsyncIterator

    init(_ summaries: AsyncStream<RunSummary>, _ alarm: Alarm, _ task: Task<ExitCode, any Error>) {
        self.summaries = summaries.makeAsyncIterator()
        self.alarm = alarm
        self.task = task
    }

    func next() async -> RunSummary? {
        var iterator = summaries
        defer { summaries = iterator }
        return await iterator.next(isolation: #isolation)
    }

    func stop() async throws -> ExitCode {
        task.cancel()
        return try await task.value
    }
}

extension RefreshBench {
    func watch(every interval: TimeInterval) -> Watching {
        let watch = LibraryWatch(directory: directory, options: options, environment: environment)
        let (summaries, summary) = AsyncStream.makeStream(of: RunSummary.self)
        let alarm = Alarm()
        let task = Task {
            defer { summary.finish() }
            return try await watch.watch(
                RunRequest(feeds: .due(every: interval), downloads: .wanted), alarm: alarm,
                assemble: { Cogs.forTesting(mechanisms: $0) }
            ) { summary.yield($0) }
        }
        return Watching(summaries, alarm, task)
    }

    /// Lets an idle time pass: its first second, then the rest, which it sleeps ten minutes at a time.
    func passIdle(_ seconds: Int) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        var left = seconds - 1
        while left > 0 {
            try await clock.waitForScheduledSleep()
            clock.advance(by: .seconds(min(left, 600)))
            left -= 600
        }
    }
}
