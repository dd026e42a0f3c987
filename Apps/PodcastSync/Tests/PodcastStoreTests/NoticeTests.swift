import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

/// What somebody is still to be told of.
@Suite struct NoticeTests {
    private let bench = Bench()

    private func library() throws -> (store: Store, feed: FeedID, ids: [EpisodeID]) {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let new = try store.commit(
            document(["1", "2", "3"]), validators: Validators(), to: feed, now: bench.now)
        return (store, feed, new.map(\.id))
    }

    private func came(_ id: EpisodeID, _ store: Store, owesNotice: Bool = true) throws {
        #expect(
            try store.finishDownload(
                id, fileName: "\(id.rawValue).mp3", bytes: 7, owesNotice: owesNotice)
                == .noted(name: "\(id.rawValue).mp3"))
    }

    @Test("A notice is owed from when the file came, in that order, across restarts, until it is given")
    func order() throws {
        let (store, feed, ids) = try library()
        try came(ids[2], store)
        try came(ids[1], store, owesNotice: false)
        try came(ids[0], store)
        let owed = [ids[2], ids[0]].map { OwedNotice(episode: $0, feed: feed) }
        #expect(try bench.store().notices() == owed)
        try store.endNotice(ids[2])
        try store.endNotice(ids[2])
        #expect(try bench.store().notices() == [owed[1]])
        // What comes again is told again, after what came meanwhile.
        for id in [ids[1], ids[0]] {
            try store.setDownload(id, .none)
            try came(id, store)
        }
        #expect(try store.notices().map(\.episode) == [ids[1], ids[0]])
    }

    @Test("Nobody is told of a file that has gone, or of a feed that left the library")
    func gone() throws {
        let (store, feed, ids) = try library()
        for id in ids { try came(id, store) }
        try store.setSkipped(ids[0], true)
        try store.setDownload(ids[1], .none)
        #expect(try store.notices().map(\.episode) == [ids[2]])
        _ = try store.removeFeed(feed)
        #expect(try store.notices() == [])
        #expect(
            try store.finishDownload(ids[2], fileName: "3.mp3", bytes: 7, owesNotice: true)
                == .unclaimed(.unknown))
        #expect(try store.notices() == [])
    }
}
