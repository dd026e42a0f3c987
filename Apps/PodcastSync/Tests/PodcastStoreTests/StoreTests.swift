import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite struct StoreTests {
    private let bench = Bench()
    private var now: Date { bench.now }

    @Test("POD-1: two feeds may use the same guid, and a second store reads it all")
    func sameGUID() throws {
        let store = try bench.store()
        let a = try store.addFeed(url("https://a.org/")).feed
        let b = try store.addFeed(url("https://b.org/")).feed
        #expect(
            try store.commit(document(["1"]), validators: Validators(etag: "x"), to: a.id, now: now).count
                == 1)
        #expect(try store.commit(document(["1"]), validators: Validators(), to: b.id, now: now).count == 1)
        let again = try bench.store()
        #expect(try again.episodes().count == 2)
        #expect(try again.feeds().map(\.etag) == ["x", nil])
    }

    @Test("POD-4: what vanished is absent, and an empty or partial document says nothing")
    func absent() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        _ = try store.commit(document(["1", "2"]), validators: Validators(), to: feed, now: now)
        _ = try store.commit(document([]), validators: Validators(), to: feed, now: now)
        _ = try store.commit(
            document(["1"], nextPage: url("https://a.org/2")), validators: Validators(), to: feed, now: now)
        #expect(try store.episodes(feed).map(\.absent) == [false, false])
        _ = try store.commit(document(["1"]), validators: Validators(), to: feed, now: now)
        #expect(try store.episodes(feed).map(\.absent) == [false, true])
    }

    @Test("POD-8: a commit that fails on one item changes nothing, validators included")
    func rollback() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        try bench.sql(
            "CREATE TRIGGER t BEFORE INSERT ON episodes WHEN NEW.identity = 'guid:2' BEGIN SELECT RAISE(ABORT, 'injected'); END"
        )
        let error = #expect(throws: PodcastError.self) {
            try store.commit(document(["1", "2"]), validators: Validators(etag: "x"), to: feed, now: now)
        }
        #expect(error?.exitCode == .store && error?.description.contains("injected") == true)
        #expect(try store.episodes(feed).isEmpty)
        #expect(try store.feeds().first?.etag == nil)
    }

    @Test("POD-10: a failed download keeps its reason, its next time and its count")
    func failed() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let id = try #require(
            store.commit(document(["1"]), validators: Validators(), to: feed, now: now).first
        )
        .id
        try store.setDownload(id, .failed(reason: "short", nextAttemptAt: now))
        try store.setDownload(id, .failed(reason: "short", nextAttemptAt: now))
        #expect(try store.episodes(feed).first?.download == .failed(reason: "short", nextAttemptAt: now))
        #expect(try store.episodes(feed).first?.attempts == 2)
        try store.setDownload(id, .downloaded(fileName: "x.mp3", bytes: 7))
        #expect(
            try bench.store().episodes(feed).first?.download
                == .downloaded(fileName: "x.mp3", bytes: 7))
        #expect(try !store.setDownload(EpisodeID(99), .skipped(.user)))
    }

    @Test("POD-4: the states of several episodes are written all or not at all")
    func several() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try store.commit(
            document(["1", "2", "3"]), validators: Validators(), to: feed, now: now
        ).map(\.id)
        let states = ids.map { ($0, DownloadState.skipped(.cleanup, leftover: nil)) }
        try bench.sql(
            """
            CREATE TRIGGER t BEFORE UPDATE ON episodes WHEN NEW.id = 3
            BEGIN SELECT RAISE(ABORT, 'injected'); END
            """)
        #expect(throws: PodcastError.self) { try store.setDownloads(states) }
        #expect(try store.episodes().map(\.download) == [.none, .none, .none])
        try bench.sql("DROP TRIGGER t")
        try store.setDownloads(states)
        #expect(try bench.store().episodes().map(\.download) == states.map(\.1))
    }

    @Test("POD-13: a file that came is noted once, and for nobody who is unknown, skipped or has it")
    func finished() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try store.commit(document(["1", "2"]), validators: Validators(), to: feed, now: now).map(
            \.id)
        #expect(try store.finishDownload(ids[0], fileName: "x.mp3", bytes: 7) == .noted(name: "x.mp3"))
        #expect(try store.finishDownload(ids[0], fileName: "y.mp3", bytes: 8) == .unclaimed(.here))
        try store.setSkipped(ids[1], true)
        #expect(try store.finishDownload(ids[1], fileName: "z.mp3", bytes: 9) == .unclaimed(.unwanted))
        #expect(
            try store.finishDownload(EpisodeID(99), fileName: "z.mp3", bytes: 9) == .unclaimed(.unknown))
        #expect(
            try store.episodes(feed).map(\.download) == [
                .downloaded(fileName: "x.mp3", bytes: 7), .skipped(.user),
            ])
    }

    @Test("POD-11: names collide for nobody and stay")
    func names() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try store.commit(document(["1", "2"]), validators: Validators(), to: feed, now: now).map(
            \.id)
        #expect(try ids.map { try store.assignFile($0).name } == ["Same.mp3", "Same (2).mp3"])
        #expect(try store.assignFile(ids[1]).name == "Same (2).mp3")
    }

    @Test("POD-12: policies are global or a feed's own")
    func policies() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        #expect(try store.policies()[feed] == .standard)
        try store.setPolicy(Policy(newest: .unlimited))
        try store.setPolicy(Policy(newest: .limited(1)), for: feed)
        #expect(
            try store.policies()
                == Policies(global: Policy(newest: .unlimited), perFeed: [feed: Policy(newest: .limited(1))]))
    }
}
