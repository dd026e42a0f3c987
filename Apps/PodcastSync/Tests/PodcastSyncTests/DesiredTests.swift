import CogGraph
import CogTesting
import Foundation
import PodcastModel
import Testing

@testable import PodcastSync

@MainActor
@Suite("The desired set")
struct DesiredTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let feed = FeedID(1)

    @Test("POD-2: a missing or future date counts as first seen, and widens nothing")
    func order() {
        let cogs = context(newest: .limited(2)) { c in
            c[_episodesCogs[feed]] = [
                episode(1, day: -1), episode(2, day: nil, seen: -5), episode(3, day: 400, seen: -3),
                episode(4, day: -2),
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 4])
    }

    @Test("POD-2: without dates what was seen last is newest, and of one document what stands first")
    func undated() {
        let cogs = context(newest: .limited(3)) { c in
            c[_episodesCogs[feed]] = [
                episode(1, day: nil, seen: -1), episode(2, day: nil, seen: -1),
                episode(3, day: nil), episode(4, day: nil), episode(5, day: nil, seen: -1),
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [3, 4, 1])
    }

    @Test("POD-2: of episodes of one date the one seen last is newest")
    func oneDate() {
        let cogs = context(newest: .limited(1)) { c in
            c[_episodesCogs[feed]] = [episode(1, day: -5, seen: -4), episode(2, day: -5, seen: -3)]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
    }

    @Test("POD-1: of two episodes over one enclosure one is downloaded, and both are done with it")
    func shared() throws {
        let cogs = context(newest: .unlimited) { c in
            c[_episodesCogs[feed]] = [episode(1, file: "a"), episode(2, file: "a"), episode(3, file: "b")]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 3])
        let jobs = cogs.peek(admittedDownloadsCog)
        #expect(jobs.map(\.episode.id.rawValue) == [1, 3])
        let job = try #require(jobs.first)
        #expect(job.sharing.map(\.rawValue) == [1, 2])
        cogs.follow(ended(job, .downloaded(fileName: "a.mp3", bytes: 1)), now: start)
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [3])
    }

    @Test("POD-10: a failed download is wanted again when its time has come, not before")
    func failed() {
        let cogs = context(newest: .unlimited) { c in
            c[_episodesCogs[feed]] = [episode(1), episode(2)]
            c[_downloadStateCogs[EpisodeID(1)]] = .failed(
                reason: "x", nextAttemptAt: start.addingTimeInterval(60))
            c[_downloadStateCogs[EpisodeID(2)]] = .failed(reason: "x", nextAttemptAt: start)
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
        cogs.turn(_nowCog, to: start.addingTimeInterval(60))
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 2])
    }

    @Test("POD-10: a failure that a clock ahead of its time wrote is wanted again once the clock is right")
    func clockSetBack() {
        let cogs = context(newest: .unlimited) { c in
            c[_episodesCogs[feed]] = [episode(1), episode(2)]
            c[_downloadStateCogs[EpisodeID(1)]] = .failed(
                reason: "x", nextAttemptAt: start.addingTimeInterval(400 * 86_400))
            c[_downloadStateCogs[EpisodeID(2)]] = .failed(
                reason: "x", nextAttemptAt: start.addingTimeInterval(86_400))
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1])
    }

    @Test("POD-10: what failed three times in this run is for the next, though the clock was set back")
    func triedThreeTimes() throws {
        let cogs = context(newest: .unlimited) { c in c[_episodesCogs[feed]] = [episode(1)] }
        let past = start.addingTimeInterval(-3_600)
        for number in 0..<3 {
            let job = try #require(cogs.peek(admittedDownloadsCog).first)
            #expect(job.number == number && job.episode.attempts == number)
            cogs.follow(ended(job, .failed(reason: "x", nextAttemptAt: past)), now: start)
        }
        #expect(cogs.peek(episodesToDownloadCog) == [])
        #expect(cogs.peek(runStatusCog) == .done)
    }

    @Test("A feed that is still to be refreshed wants no download: the refresh may change what is newest")
    func refreshFirst() {
        let cogs = context(newest: .limited(1)) { c in
            c[_episodesCogs[feed]] = [episode(1, day: -9)]
            c[_refreshStateCogs[feed]] = .due
        }
        #expect(cogs.peek(episodesToDownloadCog) == [])
        #expect(cogs.peek(admittedTransfersCog).map(\.id) == [.refresh(feed)])
        let episodes = [episode(1, day: -9), episode(2, day: -1)]
        cogs.follow(.updated(self.subscription, episodes, newEpisodes: 1, warnings: []), now: start)
        #expect(cogs.peek(admittedTransfersCog).map(\.id) == [.download(EpisodeID(2))])
    }

    @Test("Progress moves no transfer")
    func progress() {
        let cogs = context(newest: .unlimited) { c in c[_episodesCogs[feed]] = [episode(1), episode(2)] }
        let before = cogs.peek(admittedDownloadsCog)
        for percent in 0...100 {
            cogs.follow(.progress(EpisodeID(1), percent: percent, received: 0, total: 0), now: start)
        }
        #expect(cogs.peek(admittedDownloadsCog) == before)
    }

    @Test("POD-4: what the feed no longer has, or was skipped, is not wanted")
    func absent() {
        let cogs = context(newest: .unlimited) { c in
            var gone = episode(1)
            gone.absent = true
            c[_episodesCogs[feed]] = [gone, episode(2), episode(3)]
            c[_downloadStateCogs[EpisodeID(2)]] = .skipped(.user)
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [3])
    }

    @Test("Once the store fails nothing is wanted, and the run has its error")
    func storeFailure() {
        let cogs = context(newest: .unlimited) { c in c[_episodesCogs[feed]] = [episode(1)] }
        #expect(cogs.peek(runStatusCog) == .working)
        let error = PodcastError(.store, "no space left", at: "/library")
        cogs.follow(DownloadEvent.storeFailed(error), now: start)
        #expect(cogs.peek(admittedTransfersCog) == [])
        #expect(cogs.peek(runStatusCog) == .failed(error))
    }

    @Test("A refresh does not take back what a download did meanwhile")
    func staleRefresh() throws {
        var read = episode(1)
        read.download = .failed(reason: "before", nextAttemptAt: start)
        let cogs = context(newest: .unlimited) { c in c[_episodesCogs[feed]] = [read] }
        let job = try #require(cogs.peek(admittedDownloadsCog).first)
        cogs.follow(ended(job, .downloaded(fileName: "a", bytes: 1)), now: start)
        cogs.follow(
            .updated(subscription, [read, episode(2)], newEpisodes: 1, warnings: []), now: start)
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
    }

    private var subscription: Feed {
        Feed(id: feed, url: URL(filePath: "/feed"), title: "Feed", folder: "Feed")
    }

    private func context(
        newest keep: Policy.Setting<Int>, _ fill: @escaping @MainActor (inout Writer) -> Void
    ) -> Cogs {
        let cogs = Cogs.forTesting()
        cogs.turn { c in
            c[_feedsCog] = [self.subscription]
            c[_policiesCog] = Policies(global: Policy(newest: keep))
            c[_nowCog] = self.start
            c[_downloadsCog] = .wanted
            fill(&c)
        }
        return cogs
    }

    private func episode(_ id: Int64, day: Int? = 0, seen: Int = 0, file: String? = nil) -> Episode {
        func date(_ day: Int) -> Date { start.addingTimeInterval(Double(day) * 86_400) }
        return Episode(
            id: EpisodeID(id), feed: feed, identity: "\(id)", title: "\(id)", published: day.map(date),
            firstSeen: date(seen), enclosureURL: URL(string: "http://example.com/\(file ?? "\(id)").mp3"))
    }

    private func ended(_ job: DownloadJob, _ state: DownloadState) -> DownloadEvent {
        .ended(
            job, state,
            DownloadResult(
                episode: job.episode.id, title: job.episode.title,
                outcome: .downloaded(path: "a", bytes: 1, fetchedBytes: 1)))
    }
}
