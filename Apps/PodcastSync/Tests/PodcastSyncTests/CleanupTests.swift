import CogGraph
import CogTesting
import Foundation
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("Cleanup")
struct CleanupTests {
    private let bench = DoctorBench()

    private func clean(_ removals: RunRequest.Removals = .unwanted) async throws -> RunSummary {
        try await LibraryRun(
            directory: bench.directory, options: RunOptions(command: "clean", allowsPrivateHosts: false)
        )
        .run(RunRequest(feeds: .only([]), removals: removals)) { Cogs.forTesting(mechanisms: $0) }
    }

    @Test("POD-12: a file that no policy wants goes with its part, and leaves a tombstone")
    func removes() async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(newest: .limited(0)))
        try bench.place("Show/T1.mp3.part", "12")
        let summary = try await clean()
        #expect(summary.removals.map(\.path) == ["Show/T1.mp3"])
        #expect(summary.removals.map(\.bytes) == [9])
        #expect(summary.exitCode == .done)
        #expect(try store.episodes().first?.download == .skipped(.cleanup))
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == [])
        #expect(try await clean().removals == [])
    }

    @Test(
        "POD-12: a cleanup of a thousand files looks through the library once, and no key is made for nothing"
    )
    func many() async throws {
        let store = try bench.library(here: 1_100)
        try store.setPolicy(Policy(newest: .limited(0)))
        var (runs, told): ([Cogs], [String]) = ([], [])
        let summary = try await LibraryRun(
            directory: bench.directory, options: RunOptions(command: "clean", allowsPrivateHosts: false)
        ).run(RunRequest(feeds: .only([]), removals: .unwanted)) { mechanisms in
            let cogs = Cogs.forTesting(mechanisms: mechanisms)
            cogs.onDiagnostic { told.append($0) }
            runs.append(cogs)
            return cogs
        }
        #expect(summary.removed.count == 1_100)
        #expect(try store.episodes().allSatisfy { $0.download == .skipped(.cleanup) })
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == [])
        let cogs = try #require(runs.first)
        #expect(cogs.inspect().turns.count { $0.name.hasPrefix("finishRemoval") } == 1)
        #expect(cogs.census(of: _partsCogs).rows.count <= 1)
        #expect(told == [])
    }

    @Test("POD-4, POD-12: files whose tombstones the store did not take stay, and those before them are gone")
    func halfTaken() async throws {
        let store = try bench.library(here: 2 * FileRemoval.together)
        try store.setPolicy(Policy(newest: .limited(0)))
        try bench.sql(
            """
            CREATE TRIGGER t BEFORE UPDATE ON episodes WHEN NEW.id = 100
            BEGIN SELECT RAISE(ABORT, 'injected'); END
            """)
        await #expect(throws: PodcastError.self) { try await clean() }
        let (gone, left) = (FileRemoval.together, FileRemoval.together)
        let states = try store.episodes().map(\.download)
        #expect(states.prefix(gone).allSatisfy { $0 == .skipped(.cleanup) })
        #expect(states.suffix(left).allSatisfy { if case .downloaded = $0 { true } else { false } })
        #expect(try LibraryFiles(bench.directory).entries(of: "Show").count == left)
        try bench.sql("DROP TRIGGER t")
        #expect(try await clean().removed.count == left)
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == [])
    }

    @Test("POD-14: what told of an end that the store has noted goes, and vouches for no other file")
    func noted() async throws {
        let store = try bench.library()
        try bench.place("Show/T1.mp3.part.json", "{}")
        #expect(try await clean(.none).removals == [])
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
        try bench.place("Show/T1.mp3.part.json", "{}")
        try bench.place("Show/T1.mp3", "1234")
        let episode = try #require(try store.episodes().first)
        try LibraryFiles(bench.directory).forgetIfNotWhole(episode, store)
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
    }

    @Test("POD-12: a file that no pattern decides about stays with its part, and the cleanup has failed")
    func undecided() async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(including: .limited(DoctorBench.slow)))
        try bench.place("Show/T1.mp3.part", "12")
        let summary = try await clean()
        #expect(summary.removals == [])
        #expect(summary.undecided.map(\.episodes) == [1])
        #expect(summary.exitCode == .someFailed)
        #expect(try LibraryFiles(bench.directory).entries(of: "Show").sorted() == ["T1.mp3", "T1.mp3.part"])
        #expect(try await clean(.skipped).exitCode == .done)
        try store.setPolicy(Policy(including: .limited("no such title")))
        #expect(try await clean().removed.map(\.path) == ["Show/T1.mp3"])
    }

    @Test("POD-12: what the user keeps stays, whatever the policy says, until it is given back")
    func keeps() async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(newest: .limited(0), budget: .limited(0)))
        try store.setKept(EpisodeID(1), true)
        #expect(try await clean().removals == [])
        try store.setKept(EpisodeID(1), false)
        #expect(try await clean().removed.count == 1)
    }

    @Test(
        "POD-4: a removal that a crash cut off, before or after the file went, is finished by the next",
        arguments: [true, false])
    func cutOff(fileIsThere: Bool) async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(newest: .unlimited))
        // What is in the store between the two writes of a removal.
        try store.setDownload(EpisodeID(1), .skipped(.cleanup, leftover: "T1.mp3"))
        if !fileIsThere { try FileManager.default.removeItem(at: bench.file("Show/T1.mp3")) }
        let summary = try await clean()
        #expect(summary.removed.map(\.bytes) == [fileIsThere ? 7 : 0])
        #expect(try store.episodes().first?.download == .skipped(.cleanup))
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == [])
    }

    @Test("POD-4: the tombstone is in the store before the file goes")
    func tombstoneFirst() async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(newest: .limited(0)))
        // A store that takes the tombstone and nothing after it is one whose process ended there.
        try bench.sql(
            "CREATE TRIGGER t BEFORE UPDATE ON episodes WHEN OLD.state = 'skipped' "
                + "BEGIN SELECT RAISE(ABORT, 'injected'); END")
        let error = await #expect(throws: PodcastError.self) { try await clean() }
        #expect(error?.exitCode == .store)
        #expect(try store.episodes().first?.download == .skipped(.cleanup, leftover: "T1.mp3"))
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == [])
        try bench.sql("DROP TRIGGER t")
        #expect(try await clean().removed.count == 1)
    }

    @Test("POD-4: a store that takes no tombstone keeps the file")
    func noTombstone() async throws {
        let store = try bench.library()
        try store.setPolicy(Policy(newest: .limited(0)))
        try bench.sql(
            "CREATE TRIGGER t BEFORE UPDATE ON episodes BEGIN SELECT RAISE(ABORT, 'injected'); END")
        await #expect(throws: PodcastError.self) { try await clean() }
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
    }

    @Test("POD-12: an unfinished download of what is not wanted goes alone, and its episode may come back")
    func strayPart() async throws {
        let store = try bench.library()
        _ = try store.assignFile(EpisodeID(2))
        for name in ["T2.mp3.part", "T2.mp3.part.json"] { try bench.place("Show/\(name)", "12") }
        #expect(try await clean().removals == [])
        try store.setPolicy(Policy(newest: .limited(1)))
        #expect(try await clean(.skipped).removals == [])
        let summary = try await clean()
        #expect(summary.removals.map(\.path) == ["Show/T2.mp3.part"])
        #expect(summary.removals.map(\.bytes) == [4])
        #expect(try store.episodes().map(\.download).last == DownloadState.none)
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
        #expect(try bench.examine().findings == [])
    }

    @Test("POD-14: a removal that was not begun when the run was stopped is for the next")
    func cancelled() async throws {
        let store = try bench.library()
        let removal = FileRemoval(store: store, directory: bench.directory)
        let job = RemovalJob(
            id: EpisodeID(1), feed: FeedID(1), title: "T1", file: EpisodeFile(folder: "Show", name: "T1.mp3"),
            reason: .cleanup,
            sharing: [EpisodeID(1)])
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await removal.run(Cleanup(id: 0, files: [job])) { event in Issue.record("reported \(event)") }
        }.value
        #expect(try store.episodes().first?.download == .downloaded(fileName: "T1.mp3", bytes: 7))
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
    }

    @Test(
        "POD-12: a file that is gone or of another size is forgotten when it is asked for, a whole one is not"
    )
    func forgets() throws {
        let store = try bench.library()
        let files = LibraryFiles(bench.directory)
        func ask() throws -> DownloadState? {
            let episode = try #require(try store.episodes().first)
            try files.forgetIfNotWhole(episode, store)
            return try store.episodes().first?.download
        }
        #expect(try ask() == .downloaded(fileName: "T1.mp3", bytes: 7))
        try bench.place("Show/T1.mp3", "1234")
        #expect(try ask() == DownloadState.none)
        try store.setDownload(EpisodeID(1), .downloaded(fileName: "T1.mp3", bytes: 7))
        try FileManager.default.removeItem(at: bench.file("Show/T1.mp3"))
        #expect(try ask() == DownloadState.none)
    }

    @Test("POD-12: a finished file that the store does not know of goes too where nothing wants it")
    func unrecorded() async throws {
        let store = try bench.library()
        _ = try store.assignFile(EpisodeID(2))
        try bench.place("Show/T2.mp3", "1234")
        try bench.place("Show/T2.mp3.part.json", "{}")
        #expect(try bench.examine().findings == [])
        try store.setPolicy(Policy(newest: .limited(1)))
        #expect(try await clean().removals.map(\.bytes) == [6])
        #expect(try LibraryFiles(bench.directory).entries(of: "Show") == ["T1.mp3"])
    }

    @Test("POD-12: a file that cannot be removed harms no other, is tried once, and stays to be removed")
    func fails() async throws {
        let store = try bench.library()
        let name = try store.assignFile(EpisodeID(2)).name
        try store.setDownload(EpisodeID(2), .downloaded(fileName: name, bytes: 7))
        try bench.place("Show/\(name)/inside", "x")
        try store.setPolicy(Policy(newest: .limited(0)))
        let summary = try await clean()
        #expect(summary.removed.map(\.path) == ["Show/T1.mp3"])
        #expect(summary.failures.count == 1)
        #expect(summary.exitCode == .someFailed)
        #expect(try store.episodes()[1].download == .skipped(.cleanup, leftover: name))
    }
}
