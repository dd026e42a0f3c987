import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@Suite("Two subscriptions of one podcast")
struct JoinTests {
    private let bench = Bench()

    /// Two subscriptions, the first of which goes, with episodes by these names.
    private func pair(_ old: [String], _ new: [String], guids: String = "guid:") throws -> (
        Store, FeedID, FeedID
    ) {
        let store = try bench.store()
        let former = try store.addFeed(url("https://a.org/")).feed.id
        let survivor = try store.addFeed(url("https://b.org/")).feed.id
        _ = try store.commit(document(old), validators: Validators(), to: former, now: bench.now)
        _ = try store.commit(
            document(new, title: "New", guids: guids), validators: Validators(), to: survivor, now: bench.now)
        #expect(try store.joinFeed(former, into: survivor))
        return (store, former, survivor)
    }

    private func download(_ store: Store, _ id: EpisodeID) throws -> DownloadState {
        let state = DownloadState.downloaded(fileName: try store.assignFile(id).name, bytes: 7)
        try store.setDownload(id, state)
        return state
    }

    private func finish(_ store: Store, _ survivor: FeedID) throws -> [Episode] {
        #expect(try store.mergeJoined().count == 1)
        #expect(try store.feeds().map(\.id) == [survivor])
        #expect(try store.mergeJoined().isEmpty)
        let episodes = try store.episodes()
        #expect(episodes.allSatisfy { $0.feed == survivor })
        return episodes
    }

    @Test(
        "POD-16: what is here of either is here of the one, by guid or by enclosure",
        arguments: ["guid:", "other:"])
    func downloaded(guids: String) throws {
        let (store, _, survivor) = try pair(["1", "2", "3"], ["3", "2", "4"], guids: guids)
        let old = try store.episodes()
        _ = try download(store, old[0].id)
        _ = try download(store, old[1].id)
        let own = try download(store, old[3].id)
        let merged = try finish(store, survivor)
        #expect(merged.map(\.enclosureURL?.lastPathComponent) == ["1.mp3", "3.mp3", "2.mp3", "4.mp3"])
        #expect(merged.map(\.absent) == [true, false, false, false])
        // Its own file has the plain name there; what comes is called another.
        #expect(
            merged.map(\.download) == [
                .downloaded(fileName: "Same (2).mp3", bytes: 7), own,
                .downloaded(fileName: "Same (2) (2).mp3", bytes: 7), .none,
            ])
        let moves = try store.fileMoves()
        #expect(
            moves.map(\.old) == ["Same.mp3", "Same (2).mp3"].map { EpisodeFile(folder: "Show", name: $0) })
        #expect(
            moves.map(\.new)
                == ["Same (2).mp3", "Same (2) (2).mp3"].map { EpisodeFile(folder: "New", name: $0) })
        for move in moves { try store.endFileMove(move.id) }
        #expect(try store.fileMoves().isEmpty)
    }

    @Test(
        "POD-16: what the user kept, asked for or skipped of either stays so, and a file is worth a tombstone of none"
    )
    func choices() throws {
        let names = (1...6).map(String.init)
        let (store, _, survivor) = try pair(names, names)
        let old = try store.episodes()
        try store.setKept(old[0].id, true)
        try store.setAsked(old[1].id, true)
        try store.setSkipped(old[2].id, true)
        // Skipped in the one that stays, here and kept in the one that goes.
        try store.setSkipped(old[9].id, true)
        _ = try download(store, old[3].id)
        try store.setKept(old[3].id, true)
        // Here in the one that stays, skipped in the one that goes.
        let here = try download(store, old[10].id)
        try store.setSkipped(old[4].id, true)
        // Skipped in the one that stays, here and not kept in the one that goes.
        try store.setSkipped(old[11].id, true)
        _ = try download(store, old[5].id)
        let merged = try finish(store, survivor)
        #expect(merged.map(\.kept) == [true, false, false, true, false, false])
        #expect(merged.map(\.asked) == [false, true, false, false, false, false])
        #expect(merged[3].download == .downloaded(fileName: "Same (2).mp3", bytes: 7))
        #expect(
            [0, 1, 2, 4, 5].map { merged[$0].download } == [
                .none, .none, .skipped(.user), here, .skipped(.user),
            ])
    }

    @Test(
        "POD-16: an unfinished download goes along, and a failed one is tried as the one that stays would be")
    func parts() throws {
        let (store, _, survivor) = try pair(["1", "2"], ["1"])
        let old = try store.episodes()
        _ = try store.assignFile(old[0].id)
        try store.setDownload(old[1].id, .failed(reason: "short", nextAttemptAt: bench.now))
        let merged = try finish(store, survivor)
        #expect(try store.fileMoves().map(\.new) == [EpisodeFile(folder: "New", name: "Same.mp3")])
        #expect(try store.assignFile(old[2].id).name == "Same.mp3")
        #expect(merged.map(\.download) == [.failed(reason: "short", nextAttemptAt: bench.now), .none])
    }

    @Test("POD-16: limits are those of the one that stays, and of the other where that has none")
    func policies() throws {
        let (store, former, survivor) = try pair([], [])
        var policy = Policy()
        (policy.newest, policy.days) = (.limited(3), .limited(9))
        try store.setPolicy(policy, for: former)
        policy = Policy()
        policy.newest = .unlimited
        try store.setPolicy(policy, for: survivor)
        _ = try finish(store, survivor)
        let merged = try store.policies()[survivor]
        #expect(merged.newest == .unlimited && merged.days == .limited(9))
    }

    @Test("POD-16: none goes that another becomes one with, so that no two go into each other")
    func chains() throws {
        let (store, former, survivor) = try pair([], [])
        let third = try store.addFeed(url("https://c.org/")).feed.id
        #expect(try !store.joinFeed(survivor, into: former))
        #expect(try !store.joinFeed(survivor, into: third))
        #expect(try !store.joinFeed(third, into: former))
        #expect(try !store.joinFeed(third, into: third))
        #expect(try !store.joinFeed(third, into: FeedID(9)))
        #expect(try store.joinFeed(third, into: survivor))
        #expect(try store.mergeJoined().map(\.id) == [former, third])
        #expect(try store.feeds().map(\.id) == [survivor])
    }
}
