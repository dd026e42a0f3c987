import CogGraph
import CogTesting
import Foundation
import PodcastModel
import Testing

@testable import PodcastSync

@MainActor
@Suite("What is wanted, and why")
struct PolicyTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("POD-12: each episode has the first reason that applies, the newest first")
    func reasons() {
        let cogs = context(Policy(newest: .limited(2), days: .limited(10), excluding: .limited("rerun"))) {
            var asked = episode(7, day: -400)
            asked.asked = true
            var kept = episode(8, day: -500)
            kept.kept = true
            var absent = episode(6, day: -5)
            absent.absent = true
            let bare = episode(9, day: -1, host: nil)
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1), episode(2, day: -2, "A Rerun of 1"), episode(3, day: -3),
                episode(4, day: -4), episode(5, day: -11), absent, asked, kept, bare,
            ]
            $0[_downloadStateCogs[EpisodeID(8)]] = .downloaded(fileName: "8", bytes: 1)
        }
        #expect(
            verdicts(cogs) == [
                1: .wanted(.policy(place: 1, limit: 2)), 9: .unwanted(.nothingToDownload),
                2: .unwanted(.excluded("rerun")), 3: .wanted(.policy(place: 2, limit: 2)),
                4: .unwanted(.beyondNewest(2)), 6: .unwanted(.absent),
                5: .unwanted(.tooOld(days: 10)), 7: .wanted(.asked), 8: .wanted(.kept),
            ])
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 3, 7])
    }

    @Test("POD-12: a title has to hold what is included, whatever its case, unless the pattern minds it")
    func including() {
        let cogs = context(Policy(newest: .unlimited, including: .limited("^news"))) {
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, "News at ten"), episode(2, "No news"), episode(3, "NEWS"),
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 3])
        #expect(verdicts(cogs)[2] == .unwanted(.notIncluded("^news")))
        set(cogs, Policy(newest: .unlimited, including: .limited("(?-i)^NEWS")))
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [3])
    }

    @Test("POD-2, POD-12: an episode without a readable date is as old as its first sight")
    func age() {
        let cogs = context(Policy(newest: .unlimited, days: .limited(10))) {
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: nil, seen: -9), episode(2, day: nil, seen: -11),
                episode(3, day: 300, seen: -11), episode(4, day: -10),
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 4])
        cogs.turn { c in c[_nowCog] = self.start.addingTimeInterval(86_400 * 2) }
        #expect(cogs.peek(episodesToDownloadCog) == [])
    }

    @Test("POD-4, POD-12: a tombstone keeps its place among the newest, so that a skip fetches no other")
    func skipKeepsPlace() {
        let cogs = context(Policy(newest: .limited(2))) {
            $0[_episodesCogs[FeedID(1)]] = (1...4).map { episode($0, day: -Int($0)) }
            $0[_downloadStateCogs[EpisodeID(1)]] = .skipped(.user)
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
        #expect(verdicts(cogs)[1] == .unwanted(.skipped(.user)))
    }

    @Test("POD-4: what the feed no longer has stays wanted while its file is here")
    func absentHere() {
        let cogs = context(Policy(newest: .limited(2))) {
            var gone = episode(1, day: -1)
            gone.absent = true
            $0[_episodesCogs[FeedID(1)]] = [gone, episode(2, day: -2), episode(3, day: -3)]
            $0[_downloadStateCogs[EpisodeID(1)]] = .downloaded(fileName: "1", bytes: 1)
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
        #expect(cogs.peek(unwantedFilesCogs[FeedID(1)]) == [])
    }

    @Test("POD-12: a budget is shared by turns, the one with the fewest bytes next, the newest first")
    func fairBudget() {
        // One feed of small files, one of large ones.
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000)), feeds: 2) {
            $0[_episodesCogs[FeedID(1)]] = (1...9).map { episode($0, day: -Int($0), bytes: 100_000) }
            $0[_episodesCogs[FeedID(2)]] = (11...19).map {
                episode($0, feed: 2, day: -Int($0), bytes: 300_000)
            }
        }
        // In thousands: the first 100, the second 300, the first up to 400, the second 600.
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 2, 3, 4, 11, 12])
        #expect(verdicts(cogs)[5] == .unwanted(.overBudget(1_000_000, ofFeed: false)))
        #expect(verdicts(cogs, feed: 2)[13] == .unwanted(.overBudget(1_000_000, ofFeed: false)))
    }

    @Test("POD-12: what does not fit ends its feed's turns, and leaves room for the others")
    func tooLarge() {
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000)), feeds: 2) {
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1, bytes: 2_000_000), episode(2, day: -2, bytes: 10_000),
            ]
            $0[_episodesCogs[FeedID(2)]] = [episode(3, feed: 2, bytes: 900_000)]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [3])
    }

    @Test("POD-12: a feed's own budget is its alone, and what the user chose is counted and never refused")
    func ownBudget() {
        let cogs = context(Policy(newest: .unlimited), feeds: 2) {
            var asked = episode(5, day: -50, bytes: 500_000)
            asked.asked = true
            $0[_episodesCogs[FeedID(1)]] =
                (1...4).map { episode($0, day: -Int($0), bytes: 200_000) } + [asked]
            $0[_episodesCogs[FeedID(2)]] = [episode(6, feed: 2, bytes: 900_000)]
            $0[_policiesCog].perFeed[FeedID(1)] = Policy(budget: .limited(1_000_000))
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 2, 5, 6])
        #expect(verdicts(cogs)[3] == .unwanted(.overBudget(1_000_000, ofFeed: true)))
    }

    @Test("POD-12: what the user chose takes its part of the budget of all before anything is shared")
    func chosenFirst() {
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000))) {
            var asked = episode(3, day: -50, bytes: 800_000)
            asked.asked = true
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1, bytes: 200_000), episode(2, day: -2, bytes: 200_000), asked,
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 3])
    }

    @Test("POD-12: to keep what is not here does not fetch it")
    func keptElsewhere() {
        let cogs = context(Policy(newest: .limited(1))) {
            var kept = episode(2, day: -2)
            kept.kept = true
            $0[_episodesCogs[FeedID(1)]] = [episode(1, day: -1), kept]
        }
        #expect(verdicts(cogs)[2] == .unwanted(.beyondNewest(1)))
    }

    @Test(
        "POD-6, POD-12: a budget goes by what a file has, then by a claim that can be true, then by the others"
    )
    func sizes() {
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000))) {
            // Claims one byte and has much, claims nothing, claims what no recording has.
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1, bytes: 1), episode(2, day: -2), episode(3, day: -3, bytes: .max),
            ]
            $0[_downloadStateCogs[EpisodeID(1)]] = .downloaded(fileName: "1", bytes: 400_000)
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
        #expect(verdicts(cogs)[3] == .unwanted(.overBudget(1_000_000, ofFeed: false)))
    }

    @Test("POD-1, POD-12: episodes over one enclosure are counted once against a budget")
    func sharedBudget() {
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000))) {
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1, bytes: 600_000, file: "a"),
                episode(2, day: -2, bytes: 600_000, file: "a"),
                episode(3, day: -3, bytes: 400_000),
            ]
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [1, 3])
        let wanted = verdicts(cogs).values.filter { $0.isWanted }
        #expect(wanted.count == 3)
    }

    @Test("POD-12, POD-13: how far a download is decides no verdict again")
    func progress() {
        let cogs = context(Policy(newest: .unlimited, budget: .limited(1_000_000))) {
            $0[_episodesCogs[FeedID(1)]] = [episode(1, bytes: 100_000), episode(2, bytes: 100_000)]
        }
        let runs = RunCount()
        let counted = Cog<Int>(name: "counted") { c in
            _ = c[verdictsCogs[FeedID(1)]]
            runs.value += 1
            return runs.value
        }
        #expect(cogs.peek(counted) == 1)
        for percent in 0...100 {
            cogs.follow(.progress(EpisodeID(1), percent: percent, received: 0, total: 0), now: .distantPast)
            #expect(cogs.peek(counted) == 1)
        }
        cogs.turn { c in c[_downloadStateCogs[EpisodeID(1)]] = .downloaded(fileName: "1", bytes: 2_000_000) }
        #expect(cogs.peek(counted) == 2)
    }

    @Test(
        "POD-9, POD-12: the plan tells what is downloaded from what rests and from what a host's pause holds up"
    )
    func waits() {
        let later = start.addingTimeInterval(60)
        let cogs = context(Policy(newest: .unlimited)) {
            let elsewhere = episode(3, day: -3, host: "other.example.com")
            $0[_episodesCogs[FeedID(1)]] = [episode(1, day: -1), episode(2, day: -2), elsewhere]
            $0[_downloadStateCogs[EpisodeID(2)]] = .failed(reason: "short", nextAttemptAt: later)
            $0[_hostPausesCog] = ["other.example.com:80": later]
        }
        let plan = cogs.peek(planCog)
        #expect(plan.flatMap(\.entries).map(\.action) == [.download, .wait, .wait])
        #expect(
            plan.flatMap(\.entries).map(\.wait)
                == [nil, .rest(until: later), .pause(host: "other.example.com:80", until: later)])
        #expect(plan.map(\.downloads) == [1])
    }

    @Test("POD-12: what is asked for by name and has nothing to download is a failure, what is here is none")
    func named() {
        let cogs = context(Policy(newest: .limited(1))) {
            let bare = episode(1, day: -1, host: nil)
            $0[_episodesCogs[FeedID(1)]] = [bare, episode(2, day: -2), episode(3, day: -3)]
            $0[_downloadStateCogs[EpisodeID(2)]] = here(2)
            $0[_downloadsCog] = .only([EpisodeID(1), EpisodeID(2)])
        }
        let summary = cogs.peek(runSummaryCog)
        #expect(summary.failures == ["1: it has nothing to download"])
        #expect(summary.exitCode == .someFailed)
        #expect(summary.alreadyHere == 1)
    }

    @Test("POD-12: an episode that is asked for is fetched though others are not, by whichever stands for it")
    func only() {
        let cogs = context(Policy(newest: .limited(1))) {
            var asked = episode(3, day: -3, file: "shared")
            asked.asked = true
            var twin = episode(2, day: -2, file: "shared")
            twin.asked = true
            $0[_episodesCogs[FeedID(1)]] = [episode(1, day: -1), twin, asked, episode(4, day: -4)]
            $0[_downloadsCog] = .only([EpisodeID(3)])
        }
        #expect(cogs.peek(episodesToDownloadCog).map(\.id.rawValue) == [2])
    }

    @Test(
        "POD-12: cleanup takes what is here and not wanted, nothing kept or asked for, and waits for the rest"
    )
    func removals() {
        let cogs = context(Policy(newest: .limited(1))) {
            var kept = episode(3, day: -3)
            kept.kept = true
            var asked = episode(4, day: -4)
            asked.asked = true
            $0[_episodesCogs[FeedID(1)]] = [episode(1, day: -1), episode(2, day: -2), kept, asked]
            for id in 2...4 { $0[_downloadStateCogs[EpisodeID(Int64(id))]] = here(id) }
        }
        cogs.turn { c in c[_removalsCog] = .unwanted }
        #expect(cogs.peek(unwantedFilesCogs[FeedID(1)]).map(\.id.rawValue) == [2])
        // The first is still to be downloaded.
        #expect(cogs.peek(filesToRemoveCog) == [])
        cogs.turn { c in c[_downloadStateCogs[EpisodeID(1)]] = here(1) }
        #expect(cogs.peek(filesToRemoveCog).map(\.file.name) == ["2.mp3"])
        cogs.turn { c in c[_removalsCog] = .skipped }
        #expect(cogs.peek(filesToRemoveCog) == [])
    }

    @Test("POD-1, POD-12: a file stays while one of the episodes over it is wanted")
    func sharedFile() {
        let cogs = context(Policy(newest: .limited(1))) {
            $0[_episodesCogs[FeedID(1)]] = [
                episode(1, day: -1, file: "a"), episode(2, day: -2, file: "a"),
                episode(3, day: -3, file: "b"),
                episode(4, day: -4, file: "b"),
            ]
            for (id, file) in [(1, 1), (2, 1), (3, 3), (4, 3)] {
                $0[_downloadStateCogs[EpisodeID(Int64(id))]] = here(file)
            }
        }
        let jobs = cogs.peek(unwantedFilesCogs[FeedID(1)])
        #expect(jobs.map(\.file.name) == ["3.mp3"])
        #expect(jobs.first?.sharing.map(\.rawValue) == [3, 4])
    }

    // MARK: What they are made of

    private func here(_ id: Int) -> DownloadState { .downloaded(fileName: "\(id).mp3", bytes: 1) }

    private func verdicts(_ cogs: Cogs, feed: Int64 = 1) -> [Int64: Verdict] {
        let judged = cogs.peek(verdictsCogs[FeedID(feed)])
        return Dictionary(uniqueKeysWithValues: judged.map { ($0.episode.id.rawValue, $0.verdict) })
    }

    private func set(_ cogs: Cogs, _ policy: Policy) {
        cogs.turn { c in c[_policiesCog] = Policies(global: policy) }
    }

    private func context(
        _ policy: Policy, feeds: Int = 1, _ fill: @escaping @MainActor (inout Writer) -> Void
    ) -> Cogs {
        let cogs = Cogs.forTesting()
        cogs.turn { c in
            c[_feedsCog] = (1...feeds).map {
                Feed(
                    id: FeedID(Int64($0)), url: URL(filePath: "/\($0)"), title: "\($0)", folder: "\($0)")
            }
            c[_policiesCog] = Policies(global: policy)
            c[_nowCog] = self.start
            c[_downloadsCog] = .wanted
            fill(&c)
        }
        return cogs
    }

    private func episode(
        _ id: Int64, feed: Int64 = 1, day: Int? = 0, _ title: String? = nil, seen: Int = 0,
        bytes: Int64? = nil, file: String? = nil, host: String? = "example.com"
    ) -> Episode {
        func date(_ day: Int) -> Date { start.addingTimeInterval(Double(day) * 86_400) }
        let url = host.flatMap { URL(string: "http://\($0)/\(file ?? "\(id)").mp3") }
        return Episode(
            id: EpisodeID(id), feed: FeedID(feed), identity: "\(id)", title: title ?? "\(id)",
            published: day.map(date), firstSeen: date(seen),
            enclosureURL: url, lengthHint: bytes)
    }
}

private final class RunCount {
    var value = 0
}

extension TitlePattern: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
