import Foundation
import PodcastServer
import PodcastTransfer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct RedirectLimitTests {
    @Test(
        "POD-9: no more requests ask one host at once than the limit says, those that redirects led there too"
    )
    func targets() async throws {
        let (first, second, third) = (try LoopbackServer(), try LoopbackServer(), try LoopbackServer())
        let client = HTTPClient(policy: HostPolicy(allowsPrivateHosts: true), connectionsPerHost: 1)
        defer {
            client.close()
            for server in [first, second, third] { server.stop() }
        }
        let gate = StallGate()
        let atOnce = Mutex((now: 0, most: 0))
        third.routeOthers { _ in
            atOnce.withLock { count in
                count.now += 1
                count.most = max(count.most, count.now)
            }
            var response = Response.text("<rss/>")
            response.faults = [.stall(gate)]
            return response
        }
        for server in [first, second] {
            server.route("/feed", .redirect(302, to: third.url("/\(server.port)").absoluteString))
            server.route("/else", .text("<rss/>"))
        }
        async let one = client.document(first.url("/feed"))
        async let two = client.document(second.url("/feed"))
        await gate.reached()
        // Time for the other to come, if it may.
        for _ in 0..<20 {
            for server in [first, second] { _ = try await client.document(server.url("/else")) }
        }
        #expect(atOnce.withLock { $0.most } == 1)
        gate.open()
        _ = try await (one, two)
        #expect(third.log.count == 2)
    }
}
