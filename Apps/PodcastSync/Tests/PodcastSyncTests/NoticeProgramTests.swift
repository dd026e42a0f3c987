import CogTesting
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Synchronization
import Testing

@testable import PodcastSync

@Suite("The command that is told of what came", .timeLimit(.minutes(15)))
final class NoticeProgramTests {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-notice-\(UUID().uuidString)", isDirectory: true)
    private let clock = TestClock()

    deinit { try? FileManager.default.removeItem(at: directory) }

    @Test("POD-14: one that hangs is ended after five minutes, and is owed still")
    func hangs() async throws {
        let (store, notice) = try library()
        let run = run("\(ready); sleep 10000 & wait", store, notice)
        await isReady()
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(NoticeProgram.longest))
        #expect(
            await run.value == [
                "the command of --notify took longer than 300 seconds and was ended; the next run tries it again"
            ])
        #expect(try store.notices().map(\.episode) == [notice.id])
    }

    @Test("POD-14: one that will not end is ended by force")
    func stubborn() async throws {
        let (store, notice) = try library()
        let run = run("trap '' TERM; \(ready); while :; do sleep 10000; done", store, notice)
        await isReady()
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(NoticeProgram.longest))
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(5))
        #expect(await run.value.count == 1)
    }

    @Test("POD-14: one that is cut off ends with all it started, reports nothing, and is owed still")
    func cancelled() async throws {
        let (store, notice) = try library()
        // What it started holds the pipe's other end until it has ended.
        let run = run("(\(ready); exec sleep 10000) & wait", store, notice)
        await isReady()
        run.cancel()
        #expect(await run.value == [])
        #expect(try store.notices().map(\.episode) == [notice.id])
    }

    @Test("POD-14: one that calls it a good end to be cut off is owed still")
    func cutOffWell() async throws {
        let (store, notice) = try library()
        let run = run("trap 'exit 0' TERM; \(ready); sleep 10000 & wait", store, notice)
        await isReady()
        run.cancel()
        #expect(await run.value == [])
        #expect(try store.notices().map(\.episode) == [notice.id])
    }

    @Test("POD-15: no name or password is told")
    func secrets() async throws {
        let (store, notice) = try library(address: "https://me:secret@e.org/1.mp3")
        let file = directory.appendingPathComponent("told")
        let run = run("cat > '\(file.path)'", store, notice)
        #expect(await run.value == [nil])
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains(#""url":"https://e.org/1.mp3""#))
        #expect(!text.contains("secret"))
        #expect(try store.notices() == [])
    }

    @Test("One that reads nothing, or ends before it could, is no failure")
    func deaf() async throws {
        let (store, notice) = try library()
        #expect(await run("exec <&-; true", store, notice).value == [nil])
    }

    @Test("POD-14: it has none of the program's open files and connections, only its three streams")
    func descriptors() async throws {
        let (store, notice) = try library()
        // Foundation leaves both ends of it to whatever is started.
        let pipe = Pipe()
        let file = directory.appendingPathComponent("told")
        #expect(await run("ls /proc/self/fd >'\(file.path)'", store, notice).value == [nil])
        // The fourth is that by which it lists them.
        let told = try String(contentsOf: file, encoding: .utf8)
        #expect(told == "0\n1\n2\n3\n")
        withExtendedLifetime(pipe) {}
    }

    /// What a command does to say that it runs.
    private var ready: String { "echo > '\(fifo.path)'" }
    private var fifo: URL { directory.appendingPathComponent("fifo") }

    private func isReady() async {
        let path = fifo.path
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        // A thread of its own: it blocks until the command writes.
        Thread.detachNewThread {
            _ = try? String(contentsOfFile: path, encoding: .utf8)
            end.finish()
        }
        for await _ in never {}
    }

    /// The reasons that it reports.
    private func run(_ command: String, _ store: Store, _ notice: Notice) -> Task<[String?], Never> {
        mkfifo(fifo.path, 0o600)
        let clock = clock
        let program = NoticeProgram(
            command: command, store: store, directory: directory,
            environment: Environment(now: { Date() }, random: { 0 }, clock: clock))
        return Task {
            let reasons = Mutex<[String?]>([])
            await program.run(notice) { event in
                guard case .ended(let result) = event else { return }
                reasons.withLock { $0.append(result.reason) }
            }
            return reasons.withLock { $0 }
        }
    }

    private func library(address: String = "https://e.org/1.mp3") throws -> (Store, Notice) {
        let store = try Store(directory: directory)
        let feed = try store.addFeed(try #require(URL(string: "https://e.org/"))).feed
        let item = ParsedItem(
            identity: "guid:1", title: "One", enclosure: Enclosure(url: try #require(URL(string: address))))
        let episode = try #require(
            try store.commit(
                ParsedFeed(format: .rss, title: "Feed", items: [item]), validators: Validators(),
                to: feed.id, now: Date(timeIntervalSince1970: 0)
            ).first)
        _ = try store.finishDownload(episode.id, fileName: "One.mp3", bytes: 1, owesNotice: true)
        return (
            store,
            Notice(
                episode: episode, feed: feed, file: EpisodeFile(folder: feed.folder, name: "One.mp3"),
                bytes: 1)
        )
    }
}
