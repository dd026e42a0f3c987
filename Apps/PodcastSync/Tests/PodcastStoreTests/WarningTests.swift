import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite("What is wrong with a feed that is read all the same")
struct WarningTests {
    private let bench = Bench()

    private func read(_ store: Store, _ feed: FeedID, _ warnings: [String]) throws {
        var parsed = try document(["1"])
        parsed.warnings = warnings
        _ = try store.commit(parsed, validators: Validators(etag: "x"), to: feed, now: bench.now)
    }

    @Test("POD-5: the warnings of a document are its feed's across restarts, in their order, a line each")
    func kept() throws {
        let store = try bench.store()
        let (one, other) = (
            try store.addFeed(url("https://a.org/")).feed.id, try store.addFeed(url("https://b.org/")).feed.id
        )
        #expect(try store.feeds().map(\.warnings) == [[], []])
        try read(store, one, ["no title", "labelled a\r\nb"])
        try read(store, other, [])
        #expect(try bench.store().feeds().map(\.warnings) == [["no title", "labelled a b"], []])
    }

    @Test("POD-5: the next document that is read has its own, and none where nothing is wrong any more")
    func replaced() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        for warnings in [["no title", "no items"], ["no items"], []] {
            try read(store, id, warnings)
            #expect(try store.feed(id)?.warnings == warnings)
        }
    }

    @Test("POD-5: an unchanged answer, a failure, an end, a move and a page of the archive leave them")
    func untouched() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        try read(store, id, ["no title"])
        try store.recordUnchanged(id, now: bench.now)
        try store.recordRefreshFailure(id, message: "a web page", nextAttemptAt: bench.now)
        try store.markGone(id, message: "HTTP 410")
        try store.moveFeed(id, to: url("https://b.org/"))
        var page = try document(["2"])
        page.warnings = ["no items"]
        _ = try store.commitPage(page, of: id, now: bench.now)
        #expect(try store.feed(id)?.warnings == ["no title"])
    }

    @Test("POD-5: they change with the episodes of their document, or not at all")
    func oneTransaction() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        try read(store, id, ["no title"])
        try bench.sql(
            "CREATE TRIGGER t BEFORE INSERT ON episodes BEGIN SELECT RAISE(ABORT, 'injected'); END")
        var parsed = try document(["1", "2"])
        parsed.warnings = ["no items"]
        #expect(throws: PodcastError.self) {
            try store.commit(parsed, validators: Validators(), to: id, now: bench.now)
        }
        #expect(try store.feed(id)?.warnings == ["no title"])
        #expect(try store.episodes().count == 1)
    }

    @Test("POD-5, POD-16: of two subscriptions that become one the one that stays has its own")
    func joined() throws {
        let store = try bench.store()
        let former = try store.addFeed(url("https://a.org/")).feed.id
        let survivor = try store.addFeed(url("https://b.org/")).feed.id
        try read(store, former, ["no title"])
        try read(store, survivor, ["no items"])
        #expect(try store.joinFeed(former, into: survivor))
        #expect(try store.mergeJoined().map(\.warnings) == [["no title"]])
        #expect(try store.feeds().map(\.warnings) == [["no items"]])
    }

    @Test("POD-5: a feed that is subscribed anew begins without the warnings it had")
    func anew() throws {
        let store = try bench.store()
        let address = try url("https://a.org/")
        let id = try store.addFeed(address).feed.id
        try read(store, id, ["no title"])
        #expect(try store.removeFeed(id))
        _ = try store.addFeed(address)
        #expect(try store.feeds().map(\.warnings) == [[]])
    }
}
