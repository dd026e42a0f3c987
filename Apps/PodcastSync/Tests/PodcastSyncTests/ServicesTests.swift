import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import StoicServices
import Testing

@testable import PodcastSync

@Suite("The services of a run")
struct ServicesTests {
    @Test("Every transfer has ended when the run has, and the library is free")
    func order() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-services-\(UUID().uuidString)", isDirectory: true)
        let server = try LoopbackServer()
        let gate = StallGate()
        defer {
            gate.open()
            server.stop()
            try? FileManager.default.removeItem(at: directory)
        }
        var slow = Response.text("<rss><channel/></rss>")
        slow.faults = [.stall(gate)]
        server.route("/slow.xml", slow)
        let keys = LibraryServices()
        let graph = try keys.graph(
            directory: directory, options: RunOptions(command: "test", allowsPrivateHosts: true),
            limits: TransferLimits(),
            environment: Environment(
                now: { Date(timeIntervalSince1970: 0) }, random: { 0 }, clock: ContinuousClock()))
        let (refreshes, downloads) = try await graph.run { services in
            let feed = try services[keys.store].addFeed(server.url("/slow.xml")).feed
            let refreshes = services[keys.refreshes]
            Task { await refreshes.perform(RefreshJob(feed, number: 0)) }
            await gate.reached()
            #expect(throws: PodcastError.self) {
                try LibraryLock(directory: directory, command: "another")
            }
            return (services[keys.refreshes], services[keys.downloads])
        }
        #expect(refreshes.isOver && downloads.isOver)
        try LibraryLock(directory: directory, command: "another").release()
        // A paused refresh says nothing of its feed.
        #expect(try Store(directory: directory).feeds().map(\.lastError) == [nil])
    }
}
