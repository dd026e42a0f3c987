import CogGraph
import CogTesting
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("The end of a run")
final class RunWorkTests {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-end-\(UUID().uuidString)", isDirectory: true)
    private let count = 50

    deinit { try? FileManager.default.removeItem(at: directory) }

    @Test("POD-10: what ended while the run was being stopped is in its summary, all of it")
    func endedWhileStopping() async throws {
        let summary = try await stopped { job in
            let result = DownloadResult(
                episode: job.episode.id, title: job.episode.title,
                outcome: .downloaded(path: "a", bytes: 1, fetchedBytes: 1))
            return .ended(job, .downloaded(fileName: "a", bytes: 1), result)
        }
        #expect(summary.downloaded == count)
        #expect(summary.remaining == 0)
        #expect(summary.exitCode == .done)
    }

    @Test("A store that fails while the run is being stopped is its error, and the code says interrupted")
    func failedWhileStopping() async throws {
        let failure = PodcastError(.store, "no space left", at: "/library")
        let error = await #expect(throws: PodcastError.self) {
            try await self.stopped { _ in .storeFailed(failure) }
        }
        #expect(error?.what == "no space left")
        #expect(error?.exitCode == .interrupted)
    }

    /// Stops a run once all its downloads have begun; each comes to `event` when it is cancelled.
    private func stopped(
        _ event: @escaping @Sendable (DownloadJob) -> DownloadEvent
    ) async throws -> RunSummary {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let downloads = Workforce<DownloadJob, DownloadEvent> { job, report in
            let (never, end) = AsyncStream<Never>.makeStream()
            begin.yield()
            for await _ in never {}
            end.finish()
            report(event(job))
        }
        let notices = Workforce<Notice, NoticeEvent> { _, _ in }
        let removals = Workforce<Cleanup, RemovalEvent> { _, _ in }
        let withdrawals = Workforce<UnclaimedDownload, WithdrawalEvent> { _, _ in }
        let refreshes = Workforce<RefreshJob, RefreshEvent> { _, _ in }
        let work = RunWork(
            RunRequest(feeds: .only([]), downloads: .wanted, limits: .init(jobs: count, perHost: count)),
            library: try library(),
            workforces: Workforces(
                refreshes: refreshes, downloads: downloads, withdrawals: withdrawals, notices: notices,
                removals: removals),
            environment: Environment(
                now: { Date(timeIntervalSince1970: 0) }, random: { 0 }, clock: ContinuousClock()),
            status: StatusWriter(directory: directory, command: "test", terminal: nil, since: .now)
        ) { Cogs.forTesting(mechanisms: $0) }
        let waiting = Task { try await work.waitUntilDone() }
        var (iterator, left) = (begun.makeAsyncIterator(), count)
        while left > 0, await iterator.next() != nil { left -= 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await refreshes.stop()
        await downloads.stop()
        await withdrawals.stop()
        await notices.stop()
        await removals.stop()
        return try await work.summary(isOverdue: false)
    }

    private func library() throws -> LibrarySnapshot {
        let store = try Store(directory: directory)
        let address = try #require(URL(string: "http://example.com/feed"))
        let feed = try store.addFeed(address).feed.id
        let items = (1...count).map { number in
            ParsedItem(
                identity: "guid:\(number)", title: "\(number)",
                enclosure: Enclosure(url: address.appendingPathComponent("\(number).mp3")))
        }
        _ = try store.commit(
            ParsedFeed(format: .rss, title: "Feed", items: items), validators: Validators(),
            to: feed, now: Date(timeIntervalSince1970: 0))
        try store.setPolicy(Policy(newest: .unlimited))
        return try LibrarySnapshot(store, directory: directory)
    }
}
