import Foundation
import PodcastModel
import RandomPrograms
import Testing

@testable import PodcastSync

/// Random budgets over random feeds, held to what a shared budget promises.
@Suite("Shared budgets")
struct BudgetProgramTests {
    /// One feed's files, the newest first.
    private struct Feed {
        var chosen: [Int64] = []
        var sizes: [Int64] = []
        var limit: Int64?
        var first: Int64
    }

    @Test(
        "POD-12: no budget is passed, the newest come first, and what is refused did not fit",
        arguments: 0..<400)
    func promises(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let feeds = (0..<Int64.random(in: 1...5, using: &random)).map { place in
            Feed(
                chosen: sizes(0...2, &random), sizes: sizes(0...8, &random),
                limit: Bool.random(using: &random) ? Int64.random(in: 0...600, using: &random) * 1_000 : nil,
                first: place * 100)
        }
        let total = Bool.random(using: &random) ? Int64.random(in: 0...1_500, using: &random) * 1_000 : nil
        let refused = BudgetShare.refusals(feeds.map(share), total: total)
        let chosen = feeds.reduce(0) { $0 + $1.chosen.reduce(0, +) }
        let taken = feeds.map { feed in feed.sizes.indices.prefix { refused[id(feed, $0)] == nil }.count }
        let used = zip(feeds, taken).reduce(0) { $0 + $1.0.sizes.prefix($1.1).reduce(0, +) }
        if let total, used > 0 { #expect(used + chosen <= total) }
        for (feed, count) in zip(feeds, taken) {
            let own = feed.chosen.reduce(0, +) + feed.sizes.prefix(count).reduce(0, +)
            if let limit = feed.limit, count > 0 { #expect(own <= limit) }
            for place in feed.sizes.indices.dropFirst(count) {
                #expect(refused[id(feed, place)] == refused[id(feed, count)])
            }
            guard count < feed.sizes.count,
                case .overBudget(let bytes, let ofFeed)? = refused[id(feed, count)]
            else { continue }
            #expect(bytes == (ofFeed ? feed.limit : total))
            #expect((ofFeed ? own : used + chosen) + feed.sizes[count] > bytes)
        }
    }

    @Test(
        "POD-12: feeds of files of one size get as many each, give or take one, while they have any",
        arguments: 0..<100)
    func fair(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let feeds = (0..<Int64.random(in: 2...6, using: &random)).map { place in
            let count = Int.random(in: 0...9, using: &random)
            return Feed(sizes: Array(repeating: 10_000, count: count), first: place * 100)
        }
        let room = Int.random(in: 0...30, using: &random)
        let refused = BudgetShare.refusals(feeds.map(share), total: Int64(room) * 10_000 + 5_000)
        let taken = feeds.map { feed in feed.sizes.indices.count { refused[id(feed, $0)] == nil } }
        #expect(taken.reduce(0, +) == min(room, feeds.reduce(0) { $0 + $1.sizes.count }))
        let most = taken.max() ?? 0
        for (feed, count) in zip(feeds, taken) where count < feed.sizes.count { #expect(count >= most - 1) }
    }

    private func sizes(_ count: ClosedRange<Int>, _ random: inout SplitMix) -> [Int64] {
        (0..<Int.random(in: count, using: &random)).map { _ in
            Int64.random(in: 10...300, using: &random) * 1_000
        }
    }

    private func id(_ feed: Feed, _ place: Int) -> EpisodeID { EpisodeID(feed.first + Int64(place)) }

    private func share(_ feed: Feed) -> BudgetShare {
        let wanted = feed.sizes.indices.map {
            judged(id(feed, $0), feed.sizes[$0], .policy(place: $0 + 1, limit: nil))
        }
        let chosen = feed.chosen.indices.map {
            judged(EpisodeID(feed.first + 50 + Int64($0)), feed.chosen[$0], .asked)
        }
        return BudgetShare(
            wanted + chosen, limit: feed.limit, usual: SizeGuess(here: [], elsewhere: []))
    }

    private func judged(_ id: EpisodeID, _ size: Int64, _ claim: Verdict.Claim) -> Judged {
        Judged(
            episode: Episode(
                id: id, feed: FeedID(1), identity: "\(id)", title: "", firstSeen: .distantPast,
                enclosureURL: URL(string: "http://example.com/\(id.rawValue)"), lengthHint: size),
            standing: .elsewhere, verdict: .wanted(claim))
    }
}
