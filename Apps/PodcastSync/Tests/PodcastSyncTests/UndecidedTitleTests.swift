import CogGraph
import CogTesting
import Foundation
import PodcastModel
import Testing

@testable import PodcastSync

/// What comes of titles that a pattern takes too long on.
@MainActor
@Suite("Undecided titles", .timeLimit(.minutes(5)))
struct UndecidedTitleTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let hostile: TitlePattern = "(a+)+$"
    private let tooLong = Verdict.unwanted(.undecided("(a+)+$", isUsable: true))

    @Test("POD-12: an episode whose title no pattern decides about is not downloaded, and says why")
    func notDownloaded() {
        let excluding = context(Policy(newest: .unlimited, excluding: .limited(hostile)))
        #expect(
            verdicts(excluding) == [1: tooLong, 2: policy(1), 3: .unwanted(.excluded(hostile)), 4: policy(2)])
        #expect(excluding.peek(episodesToDownloadCog).map(\.id.rawValue) == [2, 4])
        let including = context(Policy(newest: .unlimited, including: .limited(hostile)))
        #expect(
            verdicts(including) == [
                1: tooLong, 2: .unwanted(.notIncluded(hostile)), 3: policy(1),
                4: .unwanted(.notIncluded(hostile)),
            ])
        #expect(including.peek(episodesToDownloadCog).map(\.id.rawValue) == [3])
    }

    @Test("POD-12: a pattern that cannot be read decides about no title, in or out")
    func unreadable() {
        let undecided = Verdict.unwanted(.undecided("(", isUsable: false))
        for policy in [Policy(including: .limited("(")), Policy(excluding: .limited("("))] {
            let cogs = context(policy) { here(&$0, 2) }
            #expect(Set(verdicts(cogs).values) == [undecided])
            #expect(cogs.peek(episodesToDownloadCog) == [])
            #expect(cogs.peek(unwantedFilesCogs[FeedID(1)]) == [])
        }
    }

    @Test(
        "POD-12: no file goes for a pattern that decides nothing: not an undecided one, and no other for it")
    func notRemoved() {
        let cogs = context(Policy(newest: .limited(1), excluding: .limited(hostile))) {
            for id: Int64 in 1...4 { here(&$0, id) }
        }
        // The undecided takes no place of the newest, so that the second stays; the last is beyond it.
        #expect(verdicts(cogs)[1] == tooLong)
        #expect(cogs.peek(unwantedFilesCogs[FeedID(1)]).map(\.id.rawValue) == [3, 4])
        cogs.turn { c in
            for id: Int64 in 1...4 { c[_downloadStateCogs[EpisodeID(id)]] = .none }
            c[_partsCogs[FeedID(1)]] = [EpisodeID(1): "1.mp3"]
        }
        #expect(cogs.peek(unwantedFilesCogs[FeedID(1)]) == [])
    }

    @Test("POD-12: what is unwanted whatever a title says is so: by the other pattern, its age, its place")
    func decidedOtherwise() {
        func first(_ policy: Policy) -> Verdict? { verdicts(context(policy))[1] }
        #expect(
            first(Policy(including: .limited("news"), excluding: .limited(hostile)))
                == .unwanted(.notIncluded("news")))
        #expect(
            first(Policy(including: .limited(hostile), excluding: .limited("^a")))
                == .unwanted(.excluded("^a")))
        #expect(first(Policy(days: .limited(0), excluding: .limited(hostile))) == .unwanted(.tooOld(days: 0)))
        #expect(
            first(Policy(newest: .limited(0), excluding: .limited(hostile))) == .unwanted(.beyondNewest(0)))
    }

    @Test("POD-12: what the user asked for, keeps or skipped is so whatever no pattern decides about")
    func chosen() {
        let cogs = context(Policy(newest: .unlimited, excluding: .limited(hostile))) { c in
            c[_episodesCogs[FeedID(1)]][0].asked = true
        }
        #expect(verdicts(cogs)[1] == .wanted(.asked))
        cogs.turn { c in
            c[_episodesCogs[FeedID(1)]][0].asked = false
            c[_episodesCogs[FeedID(1)]][0].kept = true
            c[_downloadStateCogs[EpisodeID(1)]] = .downloaded(fileName: "1.mp3", bytes: 1)
        }
        #expect(verdicts(cogs)[1] == .wanted(.kept))
        cogs.turn { c in c[_downloadStateCogs[EpisodeID(1)]] = .skipped(.user) }
        #expect(verdicts(cogs)[1] == .unwanted(.skipped(.user)))
    }

    @Test("POD-12: a run tells what it would have downloaded or removed, once for each feed, and has failed")
    func told() {
        let cogs = context(Policy(newest: .unlimited, excluding: .limited(hostile)))
        let summary = cogs.peek(runSummaryCog)
        #expect(summary.undecided.map(\.episodes) == [1])
        #expect(summary.undecided.map(\.example) == [TitlePatternTests.endless])
        #expect(summary.undecided.map(\.feedTitle) == ["Show"])
        #expect(summary.exitCode == .someFailed)
        cogs.turn { c in
            c[_downloadsCog] = .none
            c[_removalsCog] = .unwanted
        }
        #expect(cogs.peek(runSummaryCog).undecided == [])
        cogs.turn { c in here(&c, 1) }
        #expect(cogs.peek(runSummaryCog).undecided.map(\.episodes) == [1])
        cogs.turn { c in c[_removalsCog] = .skipped }
        #expect(cogs.peek(runSummaryCog).undecided == [])
    }

    @Test("POD-12: of a thousand titles those that a pattern takes too long on are undecided, and no other")
    func many() {
        let cogs = context(Policy(newest: .unlimited, excluding: .limited(hostile))) { c in
            c[_episodesCogs[FeedID(1)]] = (1...1_000).map { id in
                episode(id, id % 100 == 0 ? "news \(id)" : TitlePatternTests.endless)
            }
        }
        let refusals = cogs.peek(titleRefusalsCogs[FeedID(1)])
        #expect(refusals.count == 990)
        #expect(Set(refusals.values) == [.undecided(hostile, isUsable: true)])
    }

    // MARK: What they are made of

    private func policy(_ place: Int) -> Verdict { .wanted(.policy(place: place, limit: nil)) }

    private func verdicts(_ cogs: Cogs) -> [Int64: Verdict] {
        let judged = cogs.peek(verdictsCogs[FeedID(1)])
        return Dictionary(uniqueKeysWithValues: judged.map { ($0.episode.id.rawValue, $0.verdict) })
    }

    private func here(_ c: inout Writer, _ id: Int64) {
        c[_downloadStateCogs[EpisodeID(id)]] = .downloaded(fileName: "\(id).mp3", bytes: 1)
    }

    /// Four episodes, the newest first, of which the first is undecided by the hostile pattern, the third has it.
    private func context(
        _ policy: Policy, _ fill: @escaping @MainActor (inout Writer) -> Void = { _ in }
    ) -> Cogs {
        let cogs = Cogs.forTesting()
        cogs.turn { c in
            c[_feedsCog] = [Feed(id: FeedID(1), url: URL(filePath: "/1"), title: "Show", folder: "Show")]
            c[_policiesCog] = Policies(global: policy)
            c[_nowCog] = self.start
            c[_downloadsCog] = .wanted
            c[_episodesCogs[FeedID(1)]] = [
                self.episode(1, TitlePatternTests.endless), self.episode(2, "One"), self.episode(3, "banana"),
                self.episode(4, "Two"),
            ]
            fill(&c)
        }
        return cogs
    }

    private func episode(_ id: Int64, _ title: String) -> Episode {
        let date = start.addingTimeInterval(-3_600 * Double(id))
        return Episode(
            id: EpisodeID(id), feed: FeedID(1), identity: "\(id)", title: title, published: date,
            firstSeen: date,
            enclosureURL: URL(string: "http://example.com/\(id).mp3"))
    }
}
