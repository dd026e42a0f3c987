import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite struct FolderTests {
    private let bench = Bench()

    private func folders(_ store: Store) throws -> [String] { try store.feeds().map(\.folder) }

    private func commit(_ store: Store, _ id: FeedID, _ parsed: ParsedFeed) throws -> [Episode] {
        try store.commit(parsed, validators: Validators(), to: id, now: bench.now)
    }

    @Test("POD-11: a feed's folder is named from its title at the first parse, for good and across restarts")
    func title() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://cdn.example.org/1"), title: "From a list").feed.id
        let episode = try #require(try commit(store, id, document(["1"], title: "Tea: Time")).first)
        #expect(try folders(store) == ["Tea - Time"])
        #expect(try store.assignFile(episode.id) == EpisodeFile(folder: "Tea - Time", name: "Same.mp3"))
        _ = try commit(store, id, document(["1"], title: "Renamed"))
        #expect(try store.feeds().map(\.title) == ["Renamed"])
        #expect(try folders(bench.store()) == ["Tea - Time"])
    }

    @Test("POD-11: a feed without a title keeps the one it was given, else its host's name")
    func untitled() throws {
        let store = try bench.store()
        let given = try store.addFeed(url("https://a.example.org/1"), title: "Given").feed.id
        let bare = try store.addFeed(url("https://b.example.org/1")).feed.id
        var parsed = try document(["1"], title: "cdn.example.org")
        parsed.isUntitled = true
        for id in [given, bare] { _ = try commit(store, id, parsed) }
        #expect(try folders(store) == ["Given", "b.example.org"])
        #expect(try store.feeds().map(\.title) == ["Given", "b.example.org"])
        _ = try commit(store, bare, document(["1"], title: "Late"))
        #expect(try folders(store) == ["Given", "b.example.org"])
    }

    @Test(
        "POD-11: folders of one title are distinct, whatever the case, and from what the library keeps there")
    func collisions() throws {
        let store = try bench.store()
        for (place, title) in ["Show", "SHOW", "show", "Library.sqlite", "library.lock"].enumerated() {
            let id = try store.addFeed(url("https://a.org/\(place)")).feed.id
            _ = try commit(store, id, document(["1"], title: title))
        }
        #expect(
            try folders(store)
                == ["Show", "SHOW (2)", "show (3)", "Library.sqlite (2)", "library.lock (2)"])
    }

    @Test("POD-11: a feed may take the very name that it had before it was parsed")
    func sameName() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/1")).feed.id
        _ = try commit(store, id, document(["1"], title: "a.org"))
        #expect(try folders(store) == ["a.org"])
    }

    @Test("POD-11: a library from before keeps every folder that has files in it")
    func migrated() throws {
        try bench.sql(SchemaOne.script)
        let store = try bench.store()
        #expect(try folders(store) == ["a.org", "b.org"])
        for id in try store.feeds().map(\.id) { _ = try commit(store, id, document(["1"], title: "Title")) }
        #expect(try folders(store) == ["a.org", "Title"])
        #expect(
            try store.episodes(FeedID(1)).map(\.download) == [.downloaded(fileName: "Same.mp3", bytes: 7)])
    }

    @Test("POD-9: moving a feed onto another's address is refused in words and changes nothing")
    func moveOnto() throws {
        let store = try bench.store()
        let one = try store.addFeed(url("https://a.org/1"), title: "One").feed
        let two = try store.addFeed(url("https://a.org/2"), title: "Two").feed
        let error = #expect(throws: PodcastError.self) { try store.moveFeed(two.id, to: one.url) }
        #expect(
            error?.description
                == "feed 2: its new address is subscribed already as feed 1, One; unsubscribe one of the two")
        #expect(error?.exitCode == .someFailed)
        #expect(try store.feeds() == [one, two])
    }

    @Test("POD-9: a moved feed keeps its folder and episodes and asks anew; a move to where it is is none")
    func move() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/1")).feed.id
        _ = try store.commit(document(["1"]), validators: Validators(etag: "x"), to: id, now: bench.now)
        try store.moveFeed(id, to: url("https://a.org/1"))
        #expect(try store.feeds().map(\.etag) == ["x"])
        try store.moveFeed(id, to: url("https://b.org/1"))
        #expect(try store.feeds().map(\.url) == [url("https://b.org/1")])
        #expect(try store.feeds().map(\.validators) == [Validators()])
        #expect(try folders(store) == ["Show"])
        #expect(try store.episodes(id).count == 1)
    }
}
