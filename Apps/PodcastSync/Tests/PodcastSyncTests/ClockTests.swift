import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

/// What a clock does that is set wrong, or set right, between runs and within them.
@MainActor
@Suite("A clock that jumps", .timeLimit(.minutes(15)))
struct ClockTests {
    private static let year = 366.0 * 86_400
    private let sync = RunRequest(downloads: .wanted, removals: .unwanted)
    private let clean = RunRequest(feeds: .only([]), downloads: .none, removals: .unwanted)

    @Test(
        "POD-12: a clock years ahead has no file go for its age, by sync or clean; the right one does in time"
    )
    func ahead() async throws {
        let bench = try library()
        #expect(try await bench.run(sync).downloaded == 2)
        bench.setWall(10 * Self.year)
        for request in [sync, clean, sync] {
            let summary = try await bench.run(request)
            #expect(summary.removals == [] && summary.exitCode == .done)
        }
        #expect(try bench.store.feeds().first?.hostTime == RefreshBench.start)
        #expect(files(bench) == 2)
        // It was right after all, and days go by.
        bench.setWall(0)
        bench.clock.advance(by: .seconds(31 * 86_400))
        #expect(try await bench.run(clean).removals == [], "its host has not said so yet")
        let last = try await bench.run(sync)
        #expect(last.removals.count == 2 && last.removals.allSatisfy { $0.reason == nil })
        #expect(files(bench) == 0)
    }

    @Test(
        "POD-12: a host that is years ahead has nothing go by a clock that is right, nor one without a time")
    func hostAhead() async throws {
        for date in ["Thu, 01 Jan 2054 00:00:00 GMT", "soon", ""] {
            let bench = try library(.header("Date", date))
            #expect(try await bench.run(sync).downloaded == 2)
            bench.clock.advance(by: .seconds(29 * 86_400))
            #expect(try await bench.run(sync).removals == [])
            bench.setWall(10 * Self.year)
            // One that lies as far as the clock does is not found out.
            if date.isEmpty || date == "soon" { #expect(try await bench.run(sync).removals == []) }
        }
    }

    @Test("POD-2: what is first seen by a clock that begins in 1970 is not old for ever")
    func behind() async throws {
        let bench = try library()
        bench.setWall(-RefreshBench.start.timeIntervalSince1970)
        #expect(try await bench.run(RunRequest(downloads: .none)).exitCode == .done)
        #expect(try bench.store.episodes().map(\.firstSeen) == Array(repeating: RefreshBench.start, count: 2))
        bench.setWall(0)
        #expect(try await bench.run(sync).downloaded == 2)
        #expect(try await bench.run(sync).removals == [])
        #expect(files(bench) == 2)
    }

    @Test("POD-9: what failed by a clock years ahead is tried again once the clock is right")
    func restAhead() async throws {
        let bench = try library()
        bench.server.route("/feed", .status(500))
        bench.setWall(10 * Self.year)
        #expect(try await bench.run().exitCode == .someFailed)
        #expect(try await bench.run().exitCode == .done, "it rests")
        bench.setWall(0)
        #expect(try await bench.run().exitCode == .someFailed)
        #expect(bench.server.log.count == 2)
    }

    @Test("POD-9: a clock that is set back within a run does not have it stay for what was due in a moment")
    func setBackInRun() async throws {
        let bench = try library()
        bench.server.route("/feed", Response().with(.status(503, .seconds(5))))
        async let summary = bench.run()
        try await bench.clock.waitForScheduledSleep()
        bench.setWall(-3600)
        bench.clock.advance(by: .seconds(5))
        #expect(try await summary.exitCode == .someFailed)
        #expect(bench.server.log.count == 1)
    }

    @Test("POD-9: a host's pause by date counts from the clock here, and one of years is a week")
    func pauseByDate() async throws {
        let bench = try library()
        bench.server.route("/feed", Response().with(.status(429, .date(seconds: 3600))))
        bench.setWall(-10 * Self.year)
        _ = try await bench.run()
        let host = bench.host(of: bench.server)
        #expect(try bench.store.hostPauses()[host] == bench.now.addingTimeInterval(HostPause.longest))
        bench.setWall(0)
        bench.server.route("/feed", .text(bench.rss("Show")))
        #expect(try await bench.run().exitCode == .done, "it lies in the past by the right clock")
    }

    @Test(
        "POD-16: a watch whose clock is set back by years while it is idle reads its feeds in time all the same"
    )
    func setBackInWatch() async throws {
        let bench = try library()
        let watching = bench.watch(every: 600)
        #expect(await watching.next() != nil)
        try await bench.clock.waitForScheduledSleep()
        bench.setWall(-10 * Self.year)
        bench.clock.advance(by: .seconds(1))
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(599))
        #expect(await watching.next()?.exitCode == .done)
        #expect(bench.server.log(of: "/feed").count == 2)
        // And set right again: ahead of what was noted.
        try await bench.clock.waitForScheduledSleep()
        bench.setWall(0)
        bench.clock.advance(by: .seconds(1))
        #expect(await watching.next()?.exitCode == .done)
        #expect(bench.server.log(of: "/feed").count == 3)
        #expect(try await watching.stop() == .done)
    }

    @Test("POD-16: a watch whose clock jumps ahead reads its feeds at its next look, once")
    func aheadInWatch() async throws {
        let bench = try library()
        let watching = bench.watch(every: 7200)
        #expect(await watching.next() != nil)
        try await bench.clock.waitForScheduledSleep()
        bench.clock.advance(by: .seconds(1))
        try await bench.clock.waitForScheduledSleep()
        bench.setWall(10 * Self.year)
        bench.clock.advance(by: .seconds(600))
        #expect(await watching.next()?.nextRun == bench.now.addingTimeInterval(7200))
        #expect(bench.server.log(of: "/feed").count == 2)
        #expect(try await watching.stop() == .done)
    }

    /// A feed of two episodes without dates, of which all are wanted for thirty days.
    private func library(_ faults: Fault...) throws -> RefreshBench {
        let bench = try RefreshBench()
        var feed = Response.text(bench.rss("Show", ["/1.mp3", "/2.mp3"]), etag: "\"v1\"")
        feed.faults = faults
        bench.server.route("/feed", feed)
        for path in ["/1.mp3", "/2.mp3"] { bench.server.route(path, audio(2_000)) }
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        try bench.store.setPolicy(Policy(newest: .unlimited, days: .limited(30)))
        return bench
    }

    private func files(_ bench: RefreshBench) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: bench.file("Show").path))?.count ?? 0
    }
}
