import CogGraph
import CogTesting
import Foundation
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("How far a run is", .timeLimit(.minutes(15)))
struct ProgressTests {
    private let start = RefreshBench.start
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-progress-\(UUID().uuidString)", isDirectory: true)

    @Test("Feeds, downloads and bytes are counted, what is left by length or by hint, or not at all")
    func counts() {
        let cogs = context(hints: [3_000_000, 500_000])
        #expect(
            cogs.peek(runProgressCog)
                == RunProgress(feedsDone: 1, feeds: 1, downloads: 2, bytes: 0, bytesLeft: 3_500_000))
        // Its first word of a download that goes on says what was there before.
        progress(cogs, 1, 20, 400_000, of: 2_000_000)
        progress(cogs, 1, 70, 1_400_000, of: 2_000_000)
        #expect(
            cogs.peek(runProgressCog)
                == RunProgress(feedsDone: 1, feeds: 1, downloads: 2, bytes: 1_000_000, bytesLeft: 1_100_000))
        if let job = cogs.peek(admittedDownloadsCog).first(where: { $0.episode.id.rawValue == 1 }) {
            let result = DownloadResult(
                episode: job.episode.id, title: "",
                outcome: .downloaded(path: "", bytes: 2_000_000, fetchedBytes: 1_600_000))
            cogs.follow(.ended(job, .downloaded(fileName: "1", bytes: 2_000_000), result), now: start)
        }
        #expect(
            cogs.peek(runProgressCog)
                == RunProgress(
                    feedsDone: 1, feeds: 1, downloadsDone: 1, downloads: 2, bytes: 1_600_000,
                    bytesLeft: 500_000))
        #expect(context(hints: [nil, 5]).peek(runProgressCog).bytesLeft == nil)
    }

    @Test("A line says what is done, how fast, and how long it takes")
    func text() {
        var progress = RunProgress(feedsDone: 3, feeds: 20, bytesLeft: nil)
        #expect(progress.text(rate: nil) == "3 of 20 feeds")
        progress = RunProgress(
            feedsDone: 20, feeds: 20, downloadsDone: 1, downloads: 4, bytes: 2_000_000, bytesLeft: 90_000_000)
        #expect(progress.text(rate: nil) == "20 of 20 feeds, 1 of 4 downloads, 2 MB")
        #expect(
            progress.text(rate: 1_000_000)
                == "20 of 20 feeds, 1 of 4 downloads, 2 MB, 1 MB/s, 2 min left")
        #expect(progress.text(rate: 10_000_000).hasSuffix("10 MB/s, 9 s left"))
        #expect(progress.text(rate: 1_000).hasSuffix("1 kB/s, 25 h left"))
        #expect(progress.text(rate: 0).hasSuffix("2 MB"))
        #expect(RunProgress().text(rate: 1_000) == "1 kB/s")
    }

    @Test("The rate is that of the last ten seconds")
    func rate() {
        var meter = RateMeter()
        func rate(_ second: Double, _ bytes: Int64) -> Double? {
            meter.rate(at: start.addingTimeInterval(second), bytes: bytes)
        }
        #expect(rate(0, 0) == nil)
        #expect(rate(0.5, 50) == nil)
        #expect(rate(2, 400) == 200)
        #expect(rate(5, 1_000) == 200)
        #expect(rate(15, 1_000) == 0)
        // The clock was set back.
        #expect(rate(-5, 1_000) == nil)
        #expect(rate(-3, 1_600) == 300)
    }

    @Test("A terminal has one line that is written over, cut to its width, ten times in a second at most")
    func interactive() async throws {
        let clock = TestClock()
        let screen = Screen(isInteractive: true, width: 30)
        let cogs = context(
            hints: [2_000_000], clock: clock,
            [ProgressMechanism(writer: writer(screen.terminal), environment: environment(clock))])
        #expect(await screen.next() == "\r\u{1B}[K1 of 1 feeds, 0 of 1 download")
        for percent in 1...50 { progress(cogs, 1, percent, Int64(percent) * 20_000, of: 2_000_000) }
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(100))
        #expect(await screen.next() == "\r\u{1B}[K1 of 1 feeds, 0 of 1 download")
        screen.terminal.clear()
        #expect(await screen.next() == "\r\u{1B}[K")
        // It would show nothing more once it was gone.
        withExtendedLifetime(cogs) {}
    }

    @Test("Elsewhere there are whole lines, twice in a minute, and none of a run that is over before")
    func plain() async throws {
        let clock = TestClock()
        let screen = Screen(isInteractive: false, width: 10)
        let cogs = context(
            hints: [2_000_000], clock: clock,
            [ProgressMechanism(writer: writer(screen.terminal), environment: environment(clock))])
        progress(cogs, 1, 10, 200_000, of: 2_000_000)
        try await clock.waitForScheduledSleep()
        progress(cogs, 1, 40, 800_000, of: 2_000_000)
        clock.advance(by: .seconds(30))
        #expect(
            await screen.next()
                == "podcast-sync: 1 of 1 feeds, 0 of 1 downloads, 600 kB, 20 kB/s, 1 min left\n")
        screen.terminal.clear()
        screen.terminal.show("end")
        #expect(await screen.next() == "podcast-sync: end\n")
        withExtendedLifetime(cogs) {}
    }

    @Test("Other processes are told once in a second at most, and at last")
    func noted() async throws {
        let clock = TestClock()
        let lock = try LibraryLock(directory: directory, command: "test")
        defer { try? FileManager.default.removeItem(at: directory) }
        let cogs = context(
            hints: [2_000_000], clock: clock,
            [ProgressMechanism(writer: writer(nil), environment: environment(clock))])
        #expect(RunningWork(in: directory)?.bytes == 0)
        for percent in 10...50 { progress(cogs, 1, percent, Int64(percent) * 20_000, of: 2_000_000) }
        #expect(RunningWork(in: directory)?.bytes == 0)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        await cogs.alarmsRang()
        let work = try #require(RunningWork(in: directory))
        #expect(work.bytes == 800_000)
        #expect(work.bytesPerSecond == 800_000)
        #expect(work.bytesLeft == 1_000_000)
        lock.release()
        withExtendedLifetime(cogs) {}
    }

    private func writer(_ terminal: Terminal?) -> StatusWriter {
        StatusWriter(directory: directory, command: "test", terminal: terminal, since: start)
    }

    private func environment(_ clock: TestClock) -> PodcastSync.Environment {
        PodcastSync.Environment(
            now: { [start] in start.addingTimeInterval(clock.now.offset / .seconds(1)) }, random: { 0 },
            clock: clock)
    }

    private func progress(_ cogs: Cogs, _ id: Int64, _ percent: Int, _ received: Int64, of total: Int64) {
        cogs.follow(
            .progress(EpisodeID(id), percent: percent, received: received, total: total), now: start)
    }

    /// One feed that was read, and an episode of it for each hint.
    private func context(
        hints: [Int64?], clock: TestClock = TestClock(), _ mechanisms: [ProgressMechanism] = []
    ) -> Cogs {
        let feed = FeedID(1)
        return Cogs.forTesting(
            seeding: { cogs in
                cogs.turn { c in
                    c[_feedsCog] = [Feed(id: feed, url: URL(filePath: "/"), title: "", folder: "")]
                    c[_refreshStateCogs[feed]] = .unchanged
                    c[_downloadsCog] = .wanted
                    c[_nowCog] = start
                    c[_episodesCogs[feed]] = hints.enumerated().map { place, hint in
                        Episode(
                            id: EpisodeID(Int64(place + 1)), feed: feed, identity: "\(place)", title: "",
                            firstSeen: start, enclosureURL: URL(string: "http://a.org/\(place)"),
                            lengthHint: hint)
                    }
                }
            }, mechanisms: mechanisms, clock: clock, grace: .zero)
    }
}

/// A terminal that a test reads.
@MainActor
private final class Screen {
    let terminal: Terminal
    private var writes: AsyncStream<String>.AsyncIterator

    init(isInteractive: Bool, width: Int) {
        let (writes, write) = AsyncStream.makeStream(of: String.self)
        self.writes = writes.makeAsyncIterator()
        terminal = Terminal(isInteractive: isInteractive, width: { width }) { write.yield($0) }
    }

    func next() async -> String? {
        var iterator = writes
        defer { writes = iterator }
        return await iterator.next(isolation: #isolation)
    }
}
