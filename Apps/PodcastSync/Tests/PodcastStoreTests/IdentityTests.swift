import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite struct IdentityTests {
    private let bench = Bench()

    /// Parses `items` as RSS and commits them.
    @discardableResult
    private func commit(_ store: Store, _ id: FeedID, _ items: String) throws -> [Episode] {
        let text = "<rss><channel><title>Show</title>\(items)</channel></rss>"
        let parsed = try FeedParser.parse(Array(text.utf8), finalURL: url("https://e.org/feed"))
        return try store.commit(parsed, validators: Validators(), to: id, now: bench.now)
    }

    private func item(_ guid: String?, _ enclosure: String, title: String = "T", date: String? = nil)
        -> String
    {
        let name = guid.map { "<guid>\($0)</guid>" } ?? ""
        let when = date.map { "<pubDate>\($0)</pubDate>" } ?? ""
        return
            "<item>\(name)<title>\(title)</title>\(when)<enclosure url=\"https://e.org/\(enclosure)\"/></item>"
    }

    private func finish(_ store: Store, _ id: EpisodeID) throws {
        try store.setDownload(id, .downloaded(fileName: store.assignFile(id).name, bytes: 7))
    }

    private let here = DownloadState.downloaded(fileName: "T.mp3", bytes: 7)

    @Test("POD-1: two feeds with one guid over one enclosure are two episodes with a file each")
    func twoFeeds() throws {
        let store = try bench.store()
        let feeds = try ["a", "b"].map { try store.addFeed(url("https://\($0).org/")).feed.id }
        let one = try #require(try commit(store, feeds[0], item("1", "x.mp3")).first).id
        try finish(store, one)
        let two = try #require(try commit(store, feeds[1], item("1", "x.mp3")).first).id
        #expect(try store.sharers(of: one) == [one])
        #expect(try store.episodes().map(\.download) == [here, .none])
        try store.setDownload(one, .skipped(.user))
        #expect(try store.episodes().map(\.download) == [.skipped(.user), .none])
        #expect(try [one, two].map { try store.assignFile($0).folder } == ["Show", "Show (2)"])
    }

    @Test("POD-1: one guid twice in a document is one episode, the newer item")
    func doubledGUID() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        try commit(
            store, id,
            item("1", "new.mp3", title: "New", date: "2 Jan 2020 00:00 GMT")
                + item("1", "old.mp3", title: "Old", date: "1 Jan 2020 00:00 GMT"))
        #expect(try store.episodes().map(\.title) == ["New"])
        #expect(try store.episodes().map(\.enclosureURL) == [url("https://e.org/new.mp3")])
    }

    @Test("POD-1: two guids over one enclosure are two episodes and one file, whose state is both's")
    func oneFile() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try commit(
            store, id, item("1", "x.mp3") + item("2", "x.mp3", title: "U") + item("3", "y.mp3")
        )
        .map(\.id)
        #expect(ids.count == 3)
        #expect(try store.sharers(of: ids[1]) == [ids[0], ids[1]])
        #expect(try ids.map { try store.assignFile($0).name } == ["T.mp3", "T.mp3", "T (2).mp3"])
        try finish(store, ids[1])
        #expect(try store.episodes().map(\.download) == [here, here, .none])
        try store.setDownload(ids[0], .skipped(.user))
        #expect(try bench.store().episodes().map(\.download) == [.skipped(.user), .skipped(.user), .none])
        #expect(try store.sharers(of: EpisodeID(99)).isEmpty)
    }

    @Test(
        "POD-1: a later guid over an enclosure that is here is here at once, and a failed one waits as long")
    func laterGUID() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let both = item("1", "x.mp3") + item("2", "y.mp3")
        let old = try commit(store, id, both).map(\.id)
        try finish(store, old[0])
        let failed = DownloadState.failed(reason: "short", nextAttemptAt: bench.now)
        try store.setDownload(old[1], failed)
        let new = try commit(store, id, both + item("3", "x.mp3") + item("4", "y.mp3"))
        #expect(new.map(\.download) == [here, failed])
        #expect(try store.assignFile(new[0].id).name == "T.mp3")
        #expect(try store.episodes().map(\.attempts) == [0, 1, 0, 1])
    }

    @Test("POD-4: a later guid over an enclosure that was skipped is skipped for the same reason")
    func laterGUIDOverSkipped() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let old = try commit(store, id, item("1", "x.mp3")).map(\.id)
        let name = try store.assignFile(old[0]).name
        try store.setDownload(old[0], .skipped(.cleanup, leftover: name))
        let new = try commit(store, id, item("1", "x.mp3") + item("2", "x.mp3"))
        #expect(new.map(\.download) == [.skipped(.cleanup, leftover: name)])
    }

    @Test("POD-1: of several that stand over an enclosure the one that is here counts")
    func oneIsHere() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try commit(store, id, item("1", "x.mp3") + item("2", "y.mp3")).map(\.id)
        try store.setDownload(ids[0], .skipped(.user))
        try finish(store, ids[1])
        let new = try commit(store, id, item("1", "x.mp3") + item("2", "x.mp3") + item("3", "x.mp3"))
        #expect(new.map(\.download) == [here])
        #expect(try store.episodes().map(\.download) == [.skipped(.user), here, here])
    }

    @Test("POD-1: new guids over the same enclosures are the same episodes, in order where several share one")
    func renamed() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let old = try commit(store, id, item("1", "x.mp3") + item("2", "x.mp3") + item("3", "y.mp3")).map(
            \.id)
        try finish(store, old[2])
        #expect(try commit(store, id, item("a", "x.mp3") + item("b", "x.mp3") + item("c", "y.mp3")).isEmpty)
        let now = try store.episodes()
        #expect(now.map(\.id) == old)
        #expect(now.map(\.identity) == ["guid:a", "guid:b", "guid:c"])
        #expect(now.map(\.download) == [.none, .none, here])
        #expect(now.map(\.absent) == [false, false, false])
    }

    @Test("POD-1: an episode known by its enclosure alone is the same one after a move to https")
    func https() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let plain = "<item><title>T</title><enclosure url=\"http://e.org/x.mp3\"/></item>"
        let old = try commit(store, id, plain).map(\.id)
        #expect(try commit(store, id, item(nil, "x.mp3")).isEmpty)
        #expect(try store.episodes().map(\.id) == old)
        #expect(try store.episodes().map(\.identity) == ["enclosure:https://e.org/x.mp3"])
    }

    @Test("POD-1: a changed enclosure query under one guid leaves the file that is here")
    func changedQuery() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let old = try #require(try commit(store, id, item("1", "x.mp3?t=1")).first).id
        try finish(store, old)
        #expect(try commit(store, id, item("1", "x.mp3?t=2", title: "Other")).isEmpty)
        #expect(try store.episodes().map(\.download) == [here])
        #expect(try store.assignFile(old).name == "T.mp3")
        #expect(try store.episodes().map(\.enclosureURL) == [url("https://e.org/x.mp3?t=2")])
    }

    @Test("POD-1: an identity twice in what a caller commits is one episode, the first")
    func doubledCommit() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let parsed = try document(["1", "1"])
        #expect(try store.commit(parsed, validators: Validators(), to: id, now: bench.now).count == 1)
        #expect(try store.commit(parsed, validators: Validators(), to: id, now: bench.now).isEmpty)
    }

    @Test("POD-4: a tombstone stays through renames and returns of its episode")
    func tombstone() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let both = item("1", "x.mp3") + item("2", "y.mp3")
        let old = try commit(store, id, both).map(\.id)
        try store.setDownload(old[0], .skipped(.user))
        try commit(store, id, item("2", "y.mp3"))
        #expect(try store.episodes().map(\.absent) == [true, false])
        #expect(try commit(store, id, item("new", "x.mp3") + item("2", "y.mp3")).isEmpty)
        #expect(try store.episodes().map(\.download) == [.skipped(.user), .none])
        #expect(try store.episodes().map(\.absent) == [false, false])
    }
}
