import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import PodcastSync
import Synchronization

/// A library, a server and a time of one test; chance always gives the longest rest.
@MainActor
final class RefreshBench {
    let server: LoopbackServer
    let store: Store
    let clock: TestClock
    /// How far the clock on the wall here is from the hosts'.
    let error = Mutex(0.0)
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("podcast-refresh-\(UUID().uuidString)", isDirectory: true)
    nonisolated static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// - Parameter serverClock: What the server waits by where it is slow.
    init(serverClock: any Clock<Duration> = ContinuousClock()) throws {
        let clock = TestClock()
        self.clock = clock
        server = try LoopbackServer(clock: serverClock, now: { Self.now(clock) })
        store = try Store(directory: directory)
    }

    isolated deinit {
        server.stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The time on the wall, which goes with the clock.
    var now: Date { Self.now(clock).addingTimeInterval(error.withLock { $0 }) }

    /// Sets the clock on the wall, and no other: so many seconds ahead of the hosts' or behind them.
    func setWall(_ seconds: TimeInterval) { error.withLock { $0 = seconds } }

    var environment: Environment {
        let clock = clock
        return Environment(
            now: { [self] in Self.now(clock).addingTimeInterval(error.withLock { $0 }) }, random: { 1 },
            clock: clock)
    }

    nonisolated private static func now(_ clock: TestClock) -> Date {
        start.addingTimeInterval(Double(clock.now.offset.components.seconds))
    }

    /// What a test changes before it runs.
    var options = RunOptions(command: "test", allowsPrivateHosts: true)

    func run(_ request: RunRequest = RunRequest(downloads: .none)) async throws -> RunSummary {
        try await LibraryRun(
            directory: directory, options: options, environment: environment
        ).run(request) { Cogs.forTesting(mechanisms: $0) }
    }

    /// The one feed of the library.
    func feed() throws -> Feed {
        guard let feed = try store.feeds().first else { throw CocoaError(.fileNoSuchFile) }
        return feed
    }

    /// A file of the library.
    func file(_ path: String) -> URL { directory.appendingPathComponent(path) }

    func host(of server: LoopbackServer) -> String { "127.0.0.1:\(server.port)" }

    /// An RSS feed over the paths of media.
    func rss(_ title: String, _ media: [String] = []) -> String {
        let items = media.map { path in
            """
            <item><title>\(path.dropFirst())</title><guid>\(path)</guid>
            <enclosure url="\(server.origin)\(path)" type="audio/mpeg"/></item>
            """
        }
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }
}

/// Gives a path one answer after another, and the last for ever.
extension LoopbackServer {
    func route(_ path: String, inTurn answers: [Response]) {
        let next = Mutex(0)
        route(path) { _ in
            let place = next.withLock { next in
                defer { next += 1 }
                return min(next, answers.count - 1)
            }
            return answers[place]
        }
    }
}
