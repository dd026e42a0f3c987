import CogGraph
import CogTesting
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("The doctor")
struct DoctorTests {
    private let bench = DoctorBench()

    @Test("A sound library has no finding, with a resumable part and with nothing downloaded yet")
    func sound() throws {
        let store = try bench.library()
        #expect(try bench.examine().findings == [])
        try bench.place("Show/T3.mp3.part", "x")
        try bench.place("Show/T3.mp3.part.json", "{}")
        _ = try store.assignFile(EpisodeID(3))
        let doctor = try bench.examine()
        #expect(doctor.findings == [])
        #expect((doctor.feeds, doctor.episodes, doctor.files) == (1, 3, 1))
        #expect(doctor.holder == nil)
    }

    @Test("A file that is gone or of another size is found, with the command that gets it again")
    func files() throws {
        _ = try bench.library()
        try bench.place("Show/T1.mp3", "1234")
        let size = try #require(try bench.examine().findings.first)
        #expect(
            size
                == Finding(
                    kind: .wrongSize, place: "Show/T1.mp3",
                    what: "has 4 bytes and had 7 when it was downloaded",
                    advice: "podcast-sync download 1 gets it again"))
        try FileManager.default.removeItem(at: bench.file("Show/T1.mp3"))
        let missing = try bench.examine()
        #expect(missing.findings.map(\.kind) == [.missingFile])
        #expect(missing.findings.map(\.place) == ["Show/T1.mp3"])
        #expect(missing.files == 0)
    }

    @Test(
        "What nothing knows is found, in a feed's folder and beside it, and the library's own files are not; a folder of no feed is named alone"
    )
    func unknown() throws {
        _ = try bench.library()
        try bench.place("Show/notes.txt", "x")
        try bench.place("Old show/1.mp3", "x")
        try bench.place("stray.mp3", "x")
        try bench.place("library.sqlite-wal", "")
        let doctor = try bench.examine()
        #expect(doctor.findings.map(\.kind) == [.unknownFile, .unknownFile])
        #expect(doctor.findings.map(\.place) == ["Show/notes.txt", "stray.mp3"])
        #expect(doctor.foldersOfNoFeed == ["Old show"])
    }

    @Test("An unfinished download of what is not wanted, and a file that was skipped, are found")
    func strays() throws {
        let store = try bench.library()
        _ = try store.assignFile(EpisodeID(2))
        try store.setPolicy(Policy(newest: .limited(1)))
        try bench.place("Show/T2.mp3.part", "x")
        #expect(try bench.examine().findings.map(\.kind) == [.strayPart])
        try store.setSkipped(EpisodeID(1), true)
        #expect(try bench.examine().findings.map(\.kind) == [.leftover, .strayPart])
    }

    @Test("POD-14: what a killed process left beside a file whose end it had noted is no unfinished download")
    func notedEnd() throws {
        _ = try bench.library()
        try bench.place("Show/T1.mp3.part.json", "{}")
        #expect(try bench.examine().findings == [])
        try bench.place("Show/T1.mp3.part", "x")
        #expect(try bench.examine().findings.map(\.kind) == [.strayPart])
    }

    @Test("A file that is not recorded is found unless a download is about to take its place")
    func unrecorded() throws {
        let store = try bench.library()
        try bench.place("Show/\(try store.assignFile(EpisodeID(2)).name)", "x")
        #expect(try bench.examine().findings == [])
        try store.setPolicy(Policy(newest: .limited(1)))
        #expect(try bench.examine().findings.map(\.what) == ["is there and not recorded"])
    }

    @Test(
        "POD-9: a paused host, a feed that is gone and one that failed are found, and a pause that is over is not"
    )
    func hosts() throws {
        let store = try bench.library()
        try store.pauseHost(
            HostPause(host: "e.org:443", until: bench.now.addingTimeInterval(60)), now: bench.now)
        try store.pauseHost(HostPause(host: "f.org:443", until: bench.now), now: bench.now)
        let other = try store.addFeed(bench.url("https://b.org/")).feed.id
        try store.markGone(other, message: "410")
        try store.recordRefreshFailure(FeedID(1), message: "timed out", nextAttemptAt: bench.now)
        let findings = try bench.examine().findings
        #expect(findings.map(\.kind) == [.feedFailed, .feedGone, .hostPaused])
        #expect(findings.map(\.place) == ["Show", "b.org", "e.org:443"])
    }

    @Test("POD-12: a pattern that cannot be used is found, since it decides nothing")
    func pattern() throws {
        let store = try bench.library()
        try store.setPolicy(Policy(including: .limited("(")), for: FeedID(1))
        let findings = try bench.examine().findings
        #expect(findings.map(\.kind) == [.pattern])
        #expect(findings.map(\.place) == ["Show"])
        #expect(findings.map { $0.what.hasPrefix("the pattern '(' cannot be used: expected ')'") } == [true])
    }

    @Test(
        "POD-12: a pattern that takes too long is found once for each feed, and what is undecided is in place"
    )
    func slowPattern() throws {
        let store = try bench.library()
        let part = try store.assignFile(EpisodeID(2)).name
        try store.setPolicy(Policy(excluding: .limited(DoctorBench.slow)))
        try bench.place("Show/\(part).part", "x")
        let findings = try bench.examine().findings
        #expect(findings.map(\.kind) == [.pattern])
        #expect(findings.map(\.place) == ["Show"])
        #expect(
            findings.map(\.what)
                == ["the pattern '\(DoctorBench.slow.text)' takes too long on 3 titles, such as 'T1'"])
    }

    @Test("A damaged store is found before anything that it says is believed")
    func damaged() throws {
        _ = try bench.library()
        try FileManager.default.removeItem(at: bench.file("Show/T1.mp3"))
        try bench.sql(
            "PRAGMA foreign_keys = OFF; UPDATE episodes SET feed = 9 WHERE id = 2; "
                + "UPDATE episodes SET state = 'lost' WHERE id = 3; UPDATE episodes SET file_name = NULL WHERE id = 1"
        )
        let findings = try bench.examine().findings
        #expect(Set(findings.map(\.kind)) == [.store])
        #expect(
            findings.map(\.what) == [
                "a reference leads nowhere: episodes 2 to feeds", "an unknown state: episode 3 is lost",
                "a file without a name: episode 1",
            ])
    }

    @Test("A page that was written over is found")
    func overwrittenPage() throws {
        do { _ = try bench.library(many: 400) }
        var bytes = try Data(contentsOf: bench.file("library.sqlite"))
        let page = 4096
        try #require(bytes.count > 20 * page)
        for place in bytes.count - 8 * page..<bytes.count - page { bytes[place] = 0xA5 }
        try bytes.write(to: bench.file("library.sqlite"))
        let findings = try bench.examine().findings
        #expect(!findings.isEmpty)
        #expect(Set(findings.map(\.kind)) == [.store])
    }

    @Test("Who uses the library is told, and is no finding")
    func holder() throws {
        _ = try bench.library()
        let lock = try LibraryLock(directory: bench.directory, command: "sync")
        let doctor = try bench.examine()
        #expect(doctor.holder == "process \(getpid()) (sync)")
        #expect(doctor.findings == [])
        lock.release()
        #expect(try bench.examine().holder == nil)
    }

    @Test("A folder that cannot be read is found, and the others are looked at all the same")
    func unreadableFolder() throws {
        let store = try bench.library()
        let other = try store.addFeed(bench.url("https://b.org/")).feed
        // Not even root reads a file as a folder.
        try bench.place(other.folder, "x")
        let doctor = try bench.examine()
        #expect(doctor.findings.map(\.kind) == [.unreadableFolder])
        #expect(doctor.findings.map(\.place) == ["b.org"])
        #expect(doctor.files == 1)
    }

    @Test("The page about podcast-sync names every kind of finding")
    func documented() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let page = try String(
            contentsOf: root.appendingPathComponent("Docs/podcast-sync.md"), encoding: .utf8)
        for kind in Finding.Kind.allCases { #expect(page.contains("`\(kind.rawValue)`")) }
    }

    @Test("A library that cannot be written is read all the same, and the doctor says so")
    func readOnly() async {
        // Its own process, since root may write everywhere, and cannot become itself again.
        await #expect(processExitsWith: .success) { @MainActor in
            let bench = DoctorBench()
            do { _ = try bench.library() }
            let modes: [(String, Int)] = [
                ("library.sqlite", 0o444), ("Show/T1.mp3", 0o444), ("Show", 0o555), ("", 0o555),
            ]
            for (name, mode) in modes {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: bench.file(name).path)
            }
            if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let doctor = try bench.examine()
            #expect(doctor.findings.map(\.kind) == [.notWritable, .notWritable])
            #expect(doctor.findings.map(\.place) == [".", "library.sqlite"])
            #expect(doctor.episodes == 3)
            let store = try Store(reading: bench.directory)
            #expect(try store.feeds().map(\.title) == ["Show"])
            let error = #expect(throws: PodcastError.self) { try store.setKept(EpisodeID(1), true) }
            #expect(error?.exitCode == .store)
            #expect(throws: PodcastError.self) { try Store(directory: bench.directory) }
        }
    }

    @Test("An older library that cannot be migrated where it is says so")
    func readOnlyOlder() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let bench = DoctorBench()
            do { _ = try bench.library() }
            try bench.sql("PRAGMA user_version = 1")
            for (name, mode) in [("library.sqlite", 0o444), ("", 0o555)] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: bench.file(name).path)
            }
            if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let error = #expect(throws: PodcastError.self) { try Store(reading: bench.directory) }
            #expect(error?.what.hasPrefix("the library has schema 1 and cannot be brought to ") == true)
            #expect(error?.advice == "use it once where it can be written")
        }
    }
}
