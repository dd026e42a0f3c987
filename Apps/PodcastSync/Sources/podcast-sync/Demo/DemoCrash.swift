import Foundation
import PodcastModel
import PodcastServer
import StoicServices
import Synchronization

/// A sync in a process of its own, which is killed in the middle.
final class DemoCrash: Sendable {
    private enum Moment { case due, ended }

    /// How many episodes are asked for until then.
    private static let requests = 12

    private let site: DemoSite
    private let held: DemoSite.Episode
    private let gate = StallGate()
    private let requested = Mutex<[String]>([])
    private let moments: AsyncStream<Moment>
    private let moment: AsyncStream<Moment>.Continuation

    init(_ site: DemoSite) {
        self.site = site
        held = site.episodes[site.episodes.count / 8]
        (moments, moment) = AsyncStream.makeStream()
    }

    /// Notes a request before it is answered.
    func note(_ record: RequestRecord) {
        let isDue = requested.withLock { requested in
            guard site.episodes.contains(where: { $0.mediaPath == record.path }) else { return false }
            requested.append(record.path)
            return requested.count >= Self.requests && requested.contains(held.mediaPath)
        }
        if isDue { moment.yield(.due) }
    }

    /// Stops one episode half way, so that the kill finds something unfinished.
    func hold(on server: LoopbackServer) {
        let response = site.response(of: held)
        server.route(held.mediaPath, response.with(.stall(gate, after: response.body.count / 2)))
    }

    /// Lets what was stopped come whole from now on.
    func letGo() { gate.open() }

    /// Syncs a library by another process of this program, and kills that once it is due.
    ///
    /// - Throws: When it cannot be started or came to its end; `RunCancelled` on SIGINT and SIGTERM.
    func killSync(of library: URL) async throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [
            "sync", "--once", "--allow-private-hosts", "--quiet", "--library", library.path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { [moment] _ in moment.yield(.ended) }
        try process.run()
        var next = moments.makeAsyncIterator()
        let cancelled: RunCancelled?
        do {
            // A signal to this process ends the other, too.
            try await ServiceGraph(label: "podcast-sync demo") {}.run(stoppingOn: [.sigint, .sigterm]) {
                [moments] _ in
                for await _ in moments { break }
            }
            cancelled = nil
        } catch let error as RunCancelled {
            cancelled = error
        }
        kill(process.processIdentifier, SIGKILL)
        while process.isRunning, await next.next() != .ended {}
        if let cancelled { throw cancelled }
        guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
            throw PodcastError(
                .someFailed, "it ended with \(process.terminationStatus) before it could be killed",
                at: "the sync of the demo")
        }
    }
}
