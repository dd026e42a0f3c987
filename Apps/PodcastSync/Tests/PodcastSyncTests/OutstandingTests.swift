import Foundation
import PodcastModel
import PodcastTransfer
import Testing

@testable import PodcastSync

@MainActor
@Suite("What an engine has of earlier processes", .timeLimit(.minutes(15)))
struct OutstandingTests {
    private let bench: RefreshBench
    private let engine = OutlivingEngine()
    private let sync = RunRequest(downloads: .wanted, removals: .unwanted)

    init() throws {
        bench = try RefreshBench()
        bench.options.engine = engine.choice
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3", "/2.mp3", "/3.mp3"])))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        try bench.store.setPolicy(Policy(newest: .unlimited))
    }

    /// Reads the feed as an earlier run did: episodes 1, 2 and 3.
    private func known() async throws {
        bench.options.engine = .urlSession
        _ = try await bench.run()
        bench.options.engine = engine.choice
    }

    @Test(
        "POD-13: what goes on or came for an episode that nobody knows is given up with its part, and told",
        arguments: [OutstandingDownload.Phase.running, .ended])
    func unknown(_ phase: OutstandingDownload.Phase) async throws {
        engine.have(99, phase)
        let summary = try await bench.run(RunRequest(feeds: .only([]), downloads: .wanted))
        #expect(engine.calls == [.withdraw(99, keepingPart: false), .stop])
        #expect(
            summary.downloads == [
                DownloadResult(
                    episode: EpisodeID(99), title: "Show/a.mp3",
                    outcome: .unclaimed(path: "Show/a.mp3", reason: .unknown, isWhole: phase == .ended))
            ])
        #expect(summary.exitCode == .done && summary.downloaded == 0 && summary.remaining == 0)
    }

    @Test("POD-13: what came for an episode that is here already does nothing but say so")
    func here() async throws {
        try await known()
        for id: Int64 in 1...3 {
            try bench.store.setDownload(EpisodeID(id), .downloaded(fileName: "\(id).mp3", bytes: 7))
        }
        let before = try bench.store.episodes()
        engine.have(2, .ended)
        let summary = try await bench.run(RunRequest(feeds: .only([]), downloads: .wanted))
        #expect(engine.calls == [.withdraw(2, keepingPart: false), .stop])
        #expect(
            summary.downloads.map(\.outcome) == [
                .unclaimed(path: "Show/a.mp3", reason: .here, isWhole: true)
            ])
        #expect(try bench.store.episodes() == before)
    }

    @Test("POD-14: what goes on of an episode that nobody wants any more ends with its part kept for cleanup")
    func unwanted() async throws {
        try await known()
        for id: Int64 in [1, 3] { try bench.store.setSkipped(EpisodeID(id), true) }
        engine.have(3, .running)
        let summary = try await bench.run(sync)
        #expect(engine.calls.contains(.withdraw(3, keepingPart: true)))
        #expect(
            summary.downloads.first { $0.episode == EpisodeID(3) }?.outcome
                == .unclaimed(path: "Show/a.mp3", reason: .unwanted, isWhole: false))
        #expect(summary.downloaded == 1)
    }

    @Test("POD-12, POD-14: what goes on of an episode that no pattern decides about ends with its part kept")
    func undecided() async throws {
        try await known()
        try bench.store.setPolicy(Policy(excluding: .limited(DoctorBench.slow)))
        engine.have(3, .running)
        let summary = try await bench.run(sync)
        #expect(engine.calls == [.withdraw(3, keepingPart: true), .stop])
        #expect(
            summary.downloads.map(\.outcome) == [
                .unclaimed(path: "Show/a.mp3", reason: .undecided, isWhole: false)
            ])
        #expect(summary.undecided.map(\.episodes) == [3])
        #expect(summary.exitCode == .someFailed)
    }

    @Test("POD-14: what came while nobody was there is told once more, noted, and then confirmed")
    func arrived() async throws {
        try await known()
        engine.have(2, .ended)
        // Though only another was asked for.
        let summary = try await bench.run(
            RunRequest(feeds: .only([]), downloads: .only([EpisodeID(1)])))
        #expect(summary.downloaded == 2)
        #expect(
            Set(engine.calls) == [
                .download(1, isDiscretionary: true), .download(2, isDiscretionary: true), .confirm(1),
                .confirm(2), .stop,
            ])
        let states = try bench.store.episodes().map(\.download)
        #expect(states.count { if case .downloaded(_, 3) = $0 { true } else { false } } == 2)
    }

    @Test("POD-14: what goes on is adopted before anything new begins, and no refresh is waited for in vain")
    func adopted() async throws {
        try await known()
        engine.have(3, .running)
        var request = sync
        request.limits = TransferLimits(jobs: 1, perHost: 1)
        let summary = try await bench.run(request)
        #expect(summary.downloaded == 3)
        #expect(engine.calls.prefix(2) == [.download(3, isDiscretionary: true), .confirm(3)])
        #expect(!engine.calls.contains { if case .withdraw = $0 { true } else { false } })
    }

    @Test("POD-14: what a refresh may want again is not given up before the refresh has ended")
    func judgedAfterRefresh() async throws {
        try await known()
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3", "/2.mp3"])))
        _ = try await bench.run()
        #expect(try bench.store.episodes().map(\.absent) == [false, false, true])
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3", "/2.mp3", "/3.mp3"])))
        engine.have(3, .running)
        #expect(try await bench.run(sync).downloaded == 3)
        #expect(!engine.calls.contains { if case .withdraw = $0 { true } else { false } })
    }

    @Test("POD-14: an app that stops lets go of what goes on, and gives nothing up")
    func letGo() async throws {
        try await known()
        let engine = OutlivingEngine(isEndless: true)
        bench.options.engine = engine.choice
        let (bench, sync) = (bench, sync)
        let running = Task { try await bench.run(sync) }
        await engine.hasBegun()
        running.cancel()
        let summary = try await running.value
        #expect(summary.isInterrupted && summary.downloads == [])
        #expect(engine.calls.last == .stop)
        #expect(!engine.calls.contains { if case .withdraw = $0 { true } else { false } })
    }

    @Test("An engine is told which downloads the user asked for and which only a policy wants")
    func discretionary() async throws {
        try await known()
        try bench.store.setAsked(EpisodeID(2), true)
        _ = try await bench.run(sync)
        let wanted: Set<OutlivingEngine.Call> = [
            .download(1, isDiscretionary: true), .download(2, isDiscretionary: false),
            .download(3, isDiscretionary: true),
        ]
        #expect(wanted.isSubset(of: Set(engine.calls)))
    }
}
