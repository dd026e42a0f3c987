import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

/// What the user chose of single episodes, and the cap on what is new.
@Suite struct ChoiceTests {
    private let bench = Bench()

    private func library(_ names: [String]) throws -> (store: Store, feed: FeedID, ids: [EpisodeID]) {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let new = try store.commit(document(names), validators: Validators(), to: feed, now: bench.now)
        return (store, feed, new.map(\.id))
    }

    @Test("POD-12: asking ends a tombstone and a failure's rest, counts what failed, and outlives a failure")
    func asked() throws {
        let (store, _, ids) = try library(["1", "2"])
        let failed = DownloadState.failed(reason: "short", nextAttemptAt: bench.now)
        try store.setDownload(ids[0], failed)
        try store.setDownload(ids[1], .skipped(.cap))
        for id in ids { #expect(try store.setAsked(id, true)) }
        #expect(try store.episodes().map(\.download) == [.none, .none])
        #expect(try store.episodes().map(\.attempts) == [1, 0])
        try store.setDownload(ids[0], failed)
        #expect(try bench.store().episodes().map(\.asked) == [true, true])
        #expect(try store.setAsked(ids[0], false))
        #expect(try store.episodes().map(\.asked) == [false, true])
        #expect(try store.episodes().first?.download == failed)
        #expect(try !store.setAsked(EpisodeID(99), true))
    }

    @Test("POD-4: a skip names the file until it is gone, and ends what was asked for or kept")
    func skipped() throws {
        let (store, _, ids) = try library(["1", "2"])
        let name = try store.assignFile(ids[0]).name
        try store.setDownload(ids[0], .downloaded(fileName: name, bytes: 7))
        try store.setKept(ids[0], true)
        try store.setAsked(ids[0], true)
        for id in ids { #expect(try store.setSkipped(id, true)) }
        let after = try bench.store().episodes()
        #expect(after.map(\.download) == [.skipped(.user, leftover: name), .skipped(.user)])
        #expect(after.map(\.kept) == [false, false])
        #expect(after.map(\.asked) == [false, false])
        try store.setDownload(ids[0], .skipped(.user))
        #expect(try store.episodes().map(\.download) == [.skipped(.user), .skipped(.user)])
        #expect(try store.setSkipped(ids[0], false))
        #expect(try store.episodes().map(\.download) == [.none, .skipped(.user)])
    }

    @Test("POD-1: what is chosen of one episode is chosen of all over its file")
    func sharers() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let one = try document(["x"])
        let two = try document(["x"], guids: "other:")
        let both = ParsedFeed(format: .rss, title: "Show", items: one.items + two.items)
        let ids = try store.commit(both, validators: Validators(), to: feed, now: bench.now).map(\.id)
        try store.setKept(ids[1], true)
        #expect(try store.episodes().map(\.kept) == [true, true])
        try store.setSkipped(ids[0], true)
        #expect(try store.episodes().map(\.download) == [.skipped(.user), .skipped(.user)])
        try store.setAsked(ids[1], true)
        #expect(try store.episodes().map(\.asked) == [true, true])
        #expect(try store.episodes().map(\.download) == [.none, .none])
    }

    @Test("POD-3: of more that is new at once than the cap the newest are taken, the rest skipped for good")
    func cap() throws {
        let (store, feed, _) = try library(["1", "2"])
        try store.setPolicy(Policy(newItems: .limited(2)))
        let renamed = try document(["a", "b", "c", "d"])
        let new = try store.commit(renamed, validators: Validators(), to: feed, now: bench.now)
        let expected: [DownloadState] = [.none, .none, .skipped(.cap), .skipped(.cap)]
        #expect(new.map(\.download) == expected)
        try store.setPolicy(nil)
        _ = try store.commit(renamed, validators: Validators(), to: feed, now: bench.now)
        #expect(try bench.store().episodes().dropFirst(2).map(\.download) == expected)
    }

    @Test("POD-3: what a feed begins with, and a page of it, is its backlog, however long")
    func backlog() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        try store.setPolicy(Policy(newItems: .limited(1)), for: feed)
        let names = (1...9).map { "\($0)" }
        let first = try store.commit(document(names), validators: Validators(), to: feed, now: bench.now)
        #expect(Set(first.map(\.download)) == [.none])
        let page = try store.commitPage(document(["a", "b"]), of: feed, now: bench.now)
        #expect(page.map(\.download) == [.none, .none])
    }

    @Test("POD-3: the feed's own cap wins, as many new as the cap are all taken, and no cap takes any number")
    func caps() throws {
        let (store, feed, _) = try library(["1"])
        try store.setPolicy(Policy(newItems: .limited(1)))
        try store.setPolicy(Policy(newItems: .limited(2)), for: feed)
        func commit(_ names: [String]) throws -> Set<DownloadState> {
            let new = try store.commit(
                document(names), validators: Validators(), to: feed, now: bench.now)
            return Set(new.map(\.download))
        }
        #expect(try commit(["a", "b"]) == [.none])
        #expect(try commit(["c", "d", "e"]) == [.none, .skipped(.cap)])
        try store.setPolicy(Policy(newItems: .unlimited), for: feed)
        #expect(try commit((1...80).map { "n\($0)" }) == [.none])
    }

    @Test(
        "POD-12: each limit of a policy is unset, none, or a number, and what a feed leaves unset is of all")
    func policies() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let all = Policy(
            newest: .unlimited, days: .limited(30), including: .unlimited,
            excluding: .limited(TitlePattern("rerun")), budget: .limited(1_000), newItems: .unlimited,
            template: .limited(FileTemplate("{id}")))
        let own = Policy(
            newest: .limited(0), days: .unlimited, including: .limited(TitlePattern("news")),
            excluding: .unlimited, budget: .limited(9), newItems: .limited(4),
            template: .limited(FileTemplate("{date}")))
        try store.setPolicy(all)
        #expect(try store.policies()[feed].days == .limited(30))
        #expect(try store.policies()[feed].budget == .unlimited)
        try store.setPolicy(own, for: feed)
        let read = try bench.store().policies()
        #expect(read == Policies(global: all, perFeed: [feed: own]))
        #expect(read[feed] == own)
        try store.setPolicy(Policy(days: .limited(2)), for: feed)
        #expect(try store.policies()[feed].excluding == all.excluding)
        #expect(try store.policies()[feed].days == .limited(2))
        try store.setPolicy(nil, for: feed)
        try store.setPolicy(nil)
        #expect(try store.policies() == Policies())
    }
}
