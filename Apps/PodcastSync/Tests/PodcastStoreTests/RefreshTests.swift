import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite struct RefreshTests {
    private let bench = Bench()
    private let validators = Validators(etag: "\"v1\"", lastModified: "Mon, 01 Jan 2024 00:00:00 GMT")

    @Test("POD-8: a failed refresh keeps episodes, validators and the time of the last good one")
    func failed() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        _ = try store.commit(document(["1"]), validators: validators, to: id, now: bench.now)
        let before = try store.episodes()
        try store.recordRefreshFailure(id, message: "a web page", nextAttemptAt: bench.now)
        let after = try #require(try bench.store().feeds().first)
        #expect(after.validators == validators)
        #expect(after.lastRefreshed == bench.now)
        #expect(after.lastError == "a web page")
        #expect(try store.episodes() == before)
    }

    @Test("POD-8: an unchanged feed keeps its validators, and its last failure is over")
    func unchanged() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        _ = try store.commit(document(["1"]), validators: validators, to: id, now: bench.now)
        try store.recordRefreshFailure(id, message: "timed out", nextAttemptAt: bench.now)
        let later = bench.now.addingTimeInterval(60)
        try store.recordUnchanged(id, now: later)
        let feed = try #require(try store.feeds().first)
        #expect(feed.validators == validators)
        #expect(feed.lastRefreshed == later)
        #expect(feed.lastError == nil)
        #expect(try store.episodes().map(\.absent) == [false])
    }

    @Test("POD-8: a feed without items is committed with its validators and takes no episode away")
    func withoutItems() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        _ = try store.commit(document(["1"]), validators: Validators(), to: id, now: bench.now)
        #expect(try store.commit(document([]), validators: validators, to: id, now: bench.now).isEmpty)
        #expect(try store.feeds().map(\.validators) == [validators])
        #expect(try store.episodes().map(\.absent) == [false])
    }

    @Test("POD-8: an answer without validators takes the old ones away")
    func withoutValidators() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        _ = try store.commit(document(["1"]), validators: validators, to: id, now: bench.now)
        _ = try store.commit(document(["1"]), validators: Validators(), to: id, now: bench.now)
        #expect(try store.feeds().map(\.validators) == [Validators()])
    }

    @Test("POD-8: a commit to a feed that is gone from the library writes nothing")
    func unsubscribed() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        #expect(try store.removeFeed(id))
        let error = #expect(throws: PodcastError.self) {
            try store.commit(document(["1"]), validators: validators, to: id, now: bench.now)
        }
        #expect(error?.description == "feed 1: is not subscribed any more")
        #expect(error?.exitCode == .someFailed)
        #expect(try store.episodes().isEmpty)
        #expect(try !store.removeFeed(id))
    }

    @Test(
        "POD-8: subscribing again, in any spelling of the address, is told and changes nothing",
        arguments: [
            "https://a.org/x?b=1", "HTTPS://A.ORG/x?b=1", "https://a.org:443/x?b=1",
            "https://a.org/x?b=1#top",
        ])
    func twice(_ spelling: String) throws {
        let store = try bench.store()
        let first = try store.addFeed(url("https://a.org/x?b=1"), title: "A").feed
        #expect(try store.addFeed(url(spelling), title: "B") == .existing(first))
        #expect(try store.feeds() == [first])
    }

    @Test(
        "POD-8: addresses that may be different feeds are different subscriptions",
        arguments: [
            "https://a.org/X?b=1", "http://a.org/x?b=1", "https://a.org:80/x?b=1", "https://a.org/x?B=1",
        ])
    func other(_ spelling: String) throws {
        let store = try bench.store()
        _ = try store.addFeed(url("https://a.org/x?b=1"))
        _ = try store.addFeed(url(spelling))
        #expect(try store.feeds().count == 2)
    }

    @Test("POD-4: what vanished and returns as it was is present again")
    func returned() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        for names in [["1", "2"], ["1"], ["1", "2"]] {
            _ = try store.commit(document(names), validators: validators, to: id, now: bench.now)
        }
        #expect(try store.episodes().map(\.absent) == [false, false])
    }

    @Test("POD-1: each thing that a publisher changes is taken over, and the first sighting stays")
    func changes() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        var parsed = try document(["1"])
        let other = try url("https://e.org/2.mp3")
        let changes: [(inout ParsedItem) -> Void] = [
            { _ in }, { $0.title = "Other" }, { $0.published = Date(timeIntervalSince1970: 5) },
            { $0.enclosure?.url = other }, { $0.enclosure?.type = "audio/mpeg" },
            { $0.enclosure?.length = 9 }, { $0.published = nil }, { $0.enclosure = nil },
        ]
        for (step, change) in changes.enumerated() {
            change(&parsed.items[0])
            let now = bench.now.addingTimeInterval(Double(step))
            _ = try store.commit(parsed, validators: validators, to: id, now: now)
            let item = parsed.items[0]
            #expect(
                try store.episodes() == [
                    Episode(
                        id: EpisodeID(1), feed: id, identity: item.identity, title: item.title,
                        published: item.published, firstSeen: bench.now, enclosureURL: item.enclosure?.url,
                        type: item.enclosure?.type, lengthHint: item.enclosure?.length)
                ])
        }
    }

    @Test("POD-8: what a commit confirmed outlives a process that is killed at once")
    func killed() async throws {
        let folder = bench.directory.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let store = try Store(directory: URL(fileURLWithPath: folder))
            let id = try store.addFeed(url("https://a.org/")).feed.id
            let ids = try store.commit(
                document(["1", "2"]), validators: Validators(etag: "x"), to: id,
                now: Date(timeIntervalSince1970: 1)
            ).map(\.id)
            try store.setDownload(ids[0], .downloaded(fileName: "x.mp3", bytes: 7))
            kill(getpid(), SIGKILL)
        }
        let store = try bench.store()
        #expect(try store.feeds().map(\.etag) == ["x"])
        #expect(try store.episodes().map(\.download) == [.downloaded(fileName: "x.mp3", bytes: 7), .none])
    }
}
