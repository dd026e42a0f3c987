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

    @Test("POD-9: what waited for its turn at a busy host is not sent once that host asked for a pause")
    func pausedMeanwhile() async throws {
        let busy = try BusyHost()
        async let one = busy.client.document(busy.url)
        await busy.gate.reached()
        async let two = busy.client.failure(of: busy.redirecting.url("/feed"))
        try await busy.letTimePass()
        let until = Date(timeIntervalSince1970: 4_000_000_000)
        busy.pauses.add(until)
        busy.gate.open()
        _ = try await one
        #expect(await two == .paused(busy.url.absoluteString, until: until))
        #expect(busy.host.log.count == 1)
    }

    @Test(
        "POD-14: what waits for its turn at a busy host ends as cancelled, by its caller or with its client",
        arguments: [true, false])
    func cancelled(byClosing: Bool) async throws {
        let busy = try BusyHost()
        async let one = busy.client.failure(of: busy.url)
        await busy.gate.reached()
        let two = Task { await busy.client.failure(of: busy.redirecting.url("/feed")) }
        let three = Task { await busy.client.failure(of: busy.url) }
        try await busy.letTimePass()
        three.cancel()
        #expect(await three.value == .cancelled)
        byClosing ? busy.client.close() : two.cancel()
        #expect(await two.value == .cancelled)
        busy.gate.open()
        #expect(await one == (byClosing ? .cancelled : nil))
        #expect(busy.host.log.count == 1)
    }

    @Test("POD-9: a place at a host is free again, however what had it ended")
    func places() async throws {
        let busy = try BusyHost()
        let one = Task { await busy.client.failure(of: busy.url) }
        await busy.gate.reached()
        one.cancel()
        #expect(await one.value == .cancelled)
        busy.gate.open()
        for path in ["/loop", "/private", "/500"] {
            _ = await busy.client.failure(of: busy.redirecting.url(path))
        }
        #expect(await busy.client.failure(of: busy.redirecting.url("/feed")) == nil)
        #expect(await busy.client.failure(of: busy.url) == nil)
    }
}

/// A host that holds on to the one request it may have, and another that redirects to it.
private final class BusyHost: Sendable {
    let host: LoopbackServer
    let redirecting: LoopbackServer
    let client: HTTPClient
    let gate = StallGate()
    /// Until when the host asked to be left alone.
    let pauses = Gathered<Date>()

    init() throws {
        (host, redirecting) = (try LoopbackServer(), try LoopbackServer())
        let (pauses, port) = (pauses, Int(host.port))
        client = HTTPClient(
            policy: HostPolicy(allowsPrivateHosts: true), connectionsPerHost: 1,
            pause: { $0.port == port ? pauses.values.last : nil })
        var response = Response.text("<rss/>")
        response.faults = [.stall(gate)]
        host.route("/feed", response)
        redirecting.route("/feed", .redirect(302, to: host.url("/feed").absoluteString))
        redirecting.route("/loop", .redirect(302, to: "/loop"))
        redirecting.route("/private", .redirect(302, to: "ftp://127.0.0.1/"))
        redirecting.route("/500", .status(500))
        redirecting.route("/else", .text("<rss/>"))
    }

    deinit {
        client.close()
        gate.open()
        host.stop()
        redirecting.stop()
    }

    var url: URL { host.url("/feed") }

    /// Time for others to come where they should not.
    func letTimePass() async throws {
        for _ in 0..<20 { _ = try await client.document(redirecting.url("/else")) }
    }
}
