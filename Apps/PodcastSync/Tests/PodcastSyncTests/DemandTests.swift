import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import PodcastModel
import RandomPrograms
import Testing

@testable import PodcastSync

@MainActor
@Suite("What is to be downloaded, in sums")
struct DemandTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("POD-12: what runs is what the whole desired set would have run, in its order", arguments: 1...24)
    func asTheWhole(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let hosts = (0..<Int.random(in: 1...6, using: &random)).map { "h\($0).org" }
        let feeds = Int.random(in: 1...40, using: &random)
        var sizes = (0..<feeds).map { _ in Int.random(in: 0...36, using: &random) }
        if seed.isMultiple(of: 6) { sizes.append(1_100) }
        let limits = TransferLimits(
            jobs: .random(in: 1...6, using: &random), perHost: .random(in: 1...3, using: &random))
        let cogs = library(sizes.shuffled(using: &random)) { _ in
            hosts.randomElement(using: &random) ?? ""
        }
        cogs.turn { c in c[_limitsCog] = limits }
        var running: [Transfer] = []
        for step in 0..<40 {
            let whole = wholeList(cogs)
            let expected = limits.admit(whole, running: running)
            running = cogs.peek(admittedTransfersCog)
            #expect(running.map(\.id) == expected.map(\.id), "step \(step)")
            let demand = cogs.peek(demandCog)
            #expect(demand.count == whole.count)
            #expect(demand.ready == whole.count { !$0.isPaused })
            let jobs = cogs.peek(admittedDownloadsCog)
            let inOrder = whole.map(\.id).filter(Set(running.map(\.id)).contains)
            #expect(jobs.map { .download($0.episode.id) } == inOrder)
            guard let job = jobs.randomElement(using: &random) else { break }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: end(cogs, job, .failed(reason: "x", nextAttemptAt: start.addingTimeInterval(30)))
            case 1: end(cogs, job, .failed(reason: "x", nextAttemptAt: start))
            case 2:
                let host = (hosts.randomElement(using: &random) ?? "") + ":80"
                cogs.turn { c in c[_hostPausesCog][host] = start.addingTimeInterval(20) }
            case 3: cogs.tick(start.addingTimeInterval(Double(step)))
            default: end(cogs, job, .downloaded(fileName: "\(job.episode.id)", bytes: 1))
            }
        }
    }

    @Test("A download that ends is looked at among few, whether hundreds are wanted or thousands")
    func growth() throws {
        let few = try reads(wanted: 200)
        let many = try reads(wanted: 4_000)
        // Two levels more of those that sum up, and what looks at their sums.
        #expect(many.downloaded < few.downloaded + 3 * Span.width)
        #expect(many.failed < few.failed + 3 * Span.width)
    }

    @Test("Results are noted page by page, and the last of each episode counts where it came")
    func results() throws {
        let cogs = library([100]) { _ in "a.org" }
        cogs.turn { c in c[_limitsCog] = TransferLimits(jobs: 100, perHost: 100) }
        for job in cogs.peek(admittedDownloadsCog) {
            end(cogs, job, .failed(reason: "x", nextAttemptAt: start))
        }
        for job in cogs.peek(admittedDownloadsCog).reversed() {
            end(cogs, job, .downloaded(fileName: "x", bytes: 1))
        }
        let results = cogs.peek(runSummaryCog).downloads
        #expect(results.map(\.episode.rawValue) == (1...100).reversed())
        #expect(cogs.peek(runProgressCog).downloadsDone == 100)
        #expect(cogs.peek(runProgressCog).bytes == 100)
    }

    /// How much is read when a download ends, of a feed with so many that are wanted and some that failed.
    private func reads(wanted: Int) throws -> (downloaded: Int, failed: Int) {
        let cogs = library([wanted], mechanisms: [Follower()]) { _ in "a.org" }
        let later = start.addingTimeInterval(3_600)
        cogs.turn { c in
            for id in stride(from: 100, through: wanted, by: 2) {
                c[_downloadStateCogs[EpisodeID(Int64(id))]] = .failed(reason: "x", nextAttemptAt: later)
            }
        }
        func reads(_ state: DownloadState, _ now: Date) throws -> Int {
            end(cogs, try #require(cogs.peek(admittedDownloadsCog).first), state, now)
            let picture = cogs.inspect()
            let turn = try #require(picture.turns.last)
            #expect(turn.name.hasPrefix("follow"))
            return turn.within.recomputed.reduce(0) { $0 + picture.rows[$1.place].reads.count }
        }
        for _ in 0..<3 { _ = try reads(.downloaded(fileName: "a", bytes: 1), start) }
        return (
            try reads(.downloaded(fileName: "a", bytes: 1), start.addingTimeInterval(1)),
            try reads(.failed(reason: "x", nextAttemptAt: later), start.addingTimeInterval(2))
        )
    }

    private func end(_ cogs: Cogs, _ job: DownloadJob, _ state: DownloadState, _ now: Date? = nil) {
        let outcome: DownloadResult.Outcome =
            if case .failed(let reason, _) = state {
                .failed(reason: reason)
            } else {
                .downloaded(path: "a", bytes: 1, fetchedBytes: 1)
            }
        let result = DownloadResult(episode: job.episode.id, title: job.episode.title, outcome: outcome)
        cogs.follow(.ended(job, state, result), now: now ?? start)
    }

    /// The desired set as transfers, one by one.
    private func wholeList(_ cogs: Cogs) -> [Transfer] {
        let whole = Cog<[Transfer]>(name: "whole") { c in
            c[feedIDsCog].flatMap { feed in
                Span.lowest(of: c[episodeCountCogs[feed]]).flatMap {
                    c[desiredEpisodesCogs[Stretch(feed, $0)]]
                }
            }.map { episode in
                let host = episode.enclosureURL?.hostAndPort ?? ""
                let id = Transfer.ID.download(episode.id)
                return Transfer(
                    id: id, feed: episode.feed, host: host, number: c[_triesCogs[id]].ended,
                    isPaused: c[hostPauseCogs[host]] != nil)
            }
        }
        return cogs.peek(whole)
    }

    /// Feeds of so many episodes, all of them wanted.
    private func library(
        _ sizes: [Int], mechanisms: [any Mechanism] = [], host: (Int) -> String
    ) -> Cogs {
        var (feeds, episodes, last): ([Feed], [FeedID: [Episode]], Int64) = ([], [:], 0)
        for (number, size) in sizes.enumerated() {
            let id = FeedID(Int64(number + 1))
            feeds.append(Feed(id: id, url: URL(filePath: "/\(number)"), title: "", folder: "\(number)"))
            episodes[id] = (0..<size).map { place in
                last += 1
                return Episode(
                    id: EpisodeID(last), feed: id, identity: "\(last)", title: "\(last)",
                    published: start.addingTimeInterval(-Double(place)), firstSeen: start,
                    enclosureURL: URL(string: "http://\(host(place))/\(last).mp3"))
            }
        }
        return Cogs.forTesting(
            seeding: { [feeds, episodes] cogs in
                cogs.turn { c in
                    c[_feedsCog] = feeds
                    c[_policiesCog] = Policies(global: Policy(newest: .unlimited))
                    c[_nowCog] = start
                    c[_downloadsCog] = .wanted
                    for (feed, own) in episodes { c[_episodesCogs[feed]] = own }
                }
            }, mechanisms: mechanisms)
    }
}

/// Follows what a run follows.
private struct Follower: Mechanism {
    func operate(_ m: MechanismController) {
        m.watch(admittedRefreshesCog, initial: .run) { _, _ in }
        m.watch(admittedDownloadsCog, initial: .run) { _, _ in }
        m.watch(unclaimedDownloadsCog, initial: .run) { _, _ in }
        m.watch(admittedNoticesCog, initial: .run) { _, _ in }
        m.watch(admittedCleanupsCog, initial: .run) { _, _ in }
        m.watch(nextTickCog, initial: .run) { _, _ in }
        m.watch(runProgressCog, initial: .run) { _, _ in }
        m.watch(runStatusCog, initial: .run) { _, _ in }
    }
}
