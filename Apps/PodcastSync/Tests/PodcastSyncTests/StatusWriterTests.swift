import CogGraph
import CogTesting
import Foundation
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

@MainActor
@Suite("What a run tells other processes", .timeLimit(.minutes(15)))
final class StatusWriterTests {
    private let start = RefreshBench.start
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-status-\(UUID().uuidString)", isDirectory: true)

    isolated deinit { try? FileManager.default.removeItem(at: directory) }

    @Test("How far the run is can be read while it has the library, and not once it has ended")
    func life() throws {
        let lock = try LibraryLock(directory: directory, command: "sync")
        let writer = writer()
        #expect(RunningWork(in: directory) == nil)
        writer.note(RunProgress(feedsDone: 1, feeds: 2, bytes: 5), rate: 2_000)
        let work = try #require(RunningWork(in: directory))
        #expect(work.process == getpid())
        #expect(work.command == "sync")
        #expect(work.since == start)
        #expect(work.text == "1 of 2 feeds, 5 bytes, 2 kB/s")
        writer.stop()
        #expect(RunningWork(in: directory) == nil)
        // One that comes late, as a turn may while the services stop, shows nothing.
        writer.note(RunProgress(feeds: 3), rate: nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["library.lock"])
        lock.release()
    }

    @Test("The last word of a killed process is not believed: the library is free, or another's")
    func killed() throws {
        let lock = try LibraryLock(directory: directory, command: "sync")
        writer().note(RunProgress(feeds: 1), rate: nil)
        lock.release()
        #expect(RunningWork(in: directory) == nil)
        let other = open(directory.appendingPathComponent("library.lock").path, O_RDWR | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(RunningWork(in: directory) != nil)
        let text = Array("process \(getpid())0 (sync)\n".utf8)
        pwrite(other, text, text.count, 0)
        #expect(RunningWork(in: directory) == nil)
    }

    @Test("A file that is no such word, or that cannot be written, is nothing to fail of")
    func hostile() throws {
        let lock = try LibraryLock(directory: directory, command: "sync")
        let file = directory.appendingPathComponent("library.running.json")
        for text in ["", "{", "[1]", #"{"process": "x"}"#] {
            try Data(text.utf8).write(to: file)
            #expect(RunningWork(in: directory) == nil)
        }
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let writer = writer()
        writer.note(RunProgress(feeds: 1), rate: nil)
        writer.stop()
        #expect(RunningWork(in: directory) == nil)
        lock.release()
    }

    private func writer() -> StatusWriter {
        StatusWriter(directory: directory, command: "sync", terminal: nil, since: start)
    }
}
