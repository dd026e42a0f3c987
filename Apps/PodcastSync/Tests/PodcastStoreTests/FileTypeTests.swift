import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite("Files whose type the response tells")
struct FileTypeTests {
    private let bench = Bench()

    /// A feed "Show" of items with one title, over these addresses and of these types.
    private func library(_ media: [(String, String?)]) throws -> (Store, [EpisodeID]) {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let items = try media.enumerated().map { index, medium in
            ParsedItem(
                identity: "guid:\(index)", title: "Same",
                enclosure: Enclosure(url: try url(medium.0), type: medium.1))
        }
        let ids = try store.commit(
            ParsedFeed(format: .rss, title: "Show", items: items), validators: Validators(), to: feed,
            now: bench.now
        ).map(\.id)
        return (store, ids)
    }

    private func finish(
        _ store: Store, _ id: EpisodeID, _ type: String?, onDisk: Set<String> = []
    ) throws -> Arrival {
        try store.finishDownload(
            id, fileName: try store.assignFile(id).name, bytes: 7, type: type, owesNotice: true
        ) { onDisk.contains($0) }
    }

    private func show(_ name: String) -> EpisodeFile { EpisodeFile(folder: "Show", name: name) }

    @Test(
        "POD-6: what neither its feed nor its address tells gets the extension of what its response says",
        arguments: [
            ("audio/mpeg", "mp3"), ("Audio/MPEG; charset=binary", "mp3"), (" audio/mpeg ", "mp3"),
            ("audio/mp4", "m4a"), ("audio/x-m4a", "m4a"), ("audio/ogg; codecs=opus", "ogg"),
            ("audio/opus", "opus"), ("audio/aacp", "aac"), ("video/mp4", "mp4"), ("video/quicktime", "mov"),
            ("application/octet-stream", nil), ("audio/unheard-of", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func response(type: String?, end: String?) throws {
        let (store, ids) = try library([("https://e.org/1", nil)])
        let arrival = try finish(store, ids[0], type)
        let name = "Same." + (end ?? "media")
        let moves = end == nil ? [] : [FileMove(id: 1, old: show("Same.media"), new: show(name))]
        #expect(arrival == .noted(name: name, move: moves.first))
        #expect(try bench.store().fileMoves() == moves)
        #expect(try bench.store().episodes().map(\.download) == [.downloaded(fileName: name, bytes: 7)])
        #expect(try store.notices().count == 1)
    }

    @Test(
        "POD-6: an address or a feed that tells the type is believed before the response is",
        arguments: [
            ("https://e.org/1.ogg", nil, "ogg"), ("https://e.org/1", "audio/x-m4a", "m4a"),
            ("https://e.org/1.php", "audio/ogg", "ogg"),
        ] as [(String, String?, String)])
    func order(address: String, type: String?, end: String) throws {
        let (store, ids) = try library([(address, type)])
        #expect(try finish(store, ids[0], "audio/mpeg") == .noted(name: "Same.\(end)"))
        #expect(try store.fileMoves() == [])
    }

    @Test(
        "POD-6: a type that the feed tells only after the file was named is believed before the response is")
    func toldLater() throws {
        let (store, ids) = try library([("https://e.org/1", nil)])
        #expect(try store.assignFile(ids[0]).name == "Same.media")
        _ = try library([("https://e.org/1", "audio/ogg")])
        #expect(
            try finish(store, ids[0], "audio/mpeg") == .noted(name: "Same.ogg", move: store.fileMoves().first)
        )
        #expect(try store.fileMoves().map(\.new) == [show("Same.ogg")])
    }

    @Test("POD-11: the name that a response leads to is no other episode's, and no other file's")
    func distinct() throws {
        let (store, ids) = try library([
            ("https://e.org/1", nil), ("https://e.org/2.mp3", nil), ("https://e.org/3", nil),
        ])
        #expect(
            try ids.map { try store.assignFile($0).name } == ["Same.media", "Same.mp3", "Same (2).media"])
        _ = try finish(store, ids[0], "audio/mpeg")
        _ = try finish(store, ids[2], "audio/mpeg", onDisk: ["Same (2) (2).mp3"])
        #expect(
            try store.fileMoves().map(\.new) == [show("Same (2).mp3"), show("Same (2) (3).mp3")])
        #expect(
            try ids.map { try store.assignFile($0).name } == ["Same (2).mp3", "Same.mp3", "Same (2) (3).mp3"])
    }

    @Test("POD-1: episodes over one enclosure share the file that got its type")
    func shared() throws {
        let (store, ids) = try library([("https://e.org/1", nil), ("https://e.org/1", nil)])
        _ = try finish(store, ids[1], "audio/mpeg")
        #expect(try ids.map { try store.assignFile($0).name } == ["Same.mp3", "Same.mp3"])
        #expect(
            try store.episodes().map(\.download)
                == Array(repeating: .downloaded(fileName: "Same.mp3", bytes: 7), count: 2))
        #expect(try store.fileMoves().count == 1)
    }

    @Test("POD-10: the name, the state and the move are noted together, or nothing is")
    func oneTransaction() throws {
        let (store, ids) = try library([("https://e.org/1", nil)])
        _ = try store.assignFile(ids[0])
        try bench.sql(
            "CREATE TRIGGER t BEFORE INSERT ON notices BEGIN SELECT RAISE(ABORT, 'injected'); END")
        #expect(throws: PodcastError.self) { try finish(store, ids[0], "audio/mpeg") }
        #expect(try store.fileMoves() == [])
        #expect(try store.assignFile(ids[0]).name == "Same.media")
        #expect(try store.episodes().map(\.download) == [.none])
    }

    @Test("POD-13: what came for nobody keeps its name")
    func unclaimed() throws {
        let (store, ids) = try library([("https://e.org/1", nil)])
        _ = try store.assignFile(ids[0])
        try store.setSkipped(ids[0], true)
        #expect(try finish(store, ids[0], "audio/mpeg") == .unclaimed(.unwanted))
        #expect(try store.fileMoves() == [])
        #expect(try store.episodes().map(\.download) == [.skipped(.user, leftover: "Same.media")])
    }
}
