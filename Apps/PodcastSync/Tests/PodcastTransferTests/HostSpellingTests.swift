import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

@Suite("Hosts of this machine, however they are spelled", .timeLimit(.minutes(15))) struct HostSpellingTests {
    static let four = [
        "127.0.0.1", "127.1", "2130706433", "0x7f.1", "127.0.0.1.", "localhost", "１２７.０.０.１",
        "127%E3%80%820.0.1",
    ]
    static let six = [
        "[::1]", "[0:0:0:0:0:0:0:1]", "[::1%25lo]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    ]
    /// A name that not every system knows.
    static let rooted = ["localhost."]

    @Test("POD-7: feeds and media of one that may be asked come, by each engine", arguments: four)
    func allowed(_ host: String) async throws {
        let bench = try SpelledBench(host, HostPolicy(allowsPrivateHosts: true))
        let feed = try await bench.client.document(bench.url("/feed"))
        #expect(String(decoding: feed.bytes, as: UTF8.self) == "<rss/>")
        for engine in bench.engines {
            #expect(await failure(of: engine, bench.request(feedHost: "example.org")) == nil, "\(engine)")
            #expect(bench.aria2.bytes(bench.aria2.file) == SpelledBench.body)
            await engine.confirm(bench.request(feedHost: "example.org"))
            try FileManager.default.removeItem(at: bench.aria2.file)
        }
    }

    #if os(Linux)
        @Test("An address of IPv6 in numbers is said to be none that this system asks", arguments: six)
        func numbers(_ host: String) async throws {
            let bench = try SpelledBench(host, HostPolicy(allowsPrivateHosts: true))
            let plain = host.replacing("%25", with: "%")
            let told = TransferError.unreachable(
                host: "\(plain):\(bench.server.port)",
                reason: "an address of IPv6 in numbers cannot be asked on this system; use a name of it")
            #expect(await bench.client.failure(of: bench.url("/feed")) == told)
            for engine in bench.engines {
                #expect(await failure(of: engine, bench.request(feedHost: "example.org")) == told)
            }
        }
    #endif

    @Test(
        "POD-7: one that may not be asked is not, by no engine and no redirect",
        arguments: four + six + rooted)
    func refused(_ host: String) async throws {
        let bench = try SpelledBench(host, HostPolicy())
        let request = FeedRequest(url: bench.url("/feed"), feedHost: "example.org")
        await #expect(throws: TransferError.self) { try await bench.client.fetch(request) }
        for engine in bench.engines {
            guard case .refused = await failure(of: engine, bench.request(feedHost: "example.org")) else {
                Issue.record("\(engine)")
                continue
            }
        }
        #expect(bench.server.log.isEmpty && !bench.aria2.folder.exists)
        // The feed's own host is another one, but for its own spellings.
        let start = try LoopbackServer()
        defer { start.stop() }
        start.route("/a.mp3", .redirect(302, to: bench.url("/a.mp3").absoluteString))
        for engine in bench.engines {
            let led = DownloadRequest(
                id: DownloadID(1), url: start.url("/a.mp3"), destination: bench.aria2.file,
                feedHost: "127.0.0.1")
            let error = await failure(of: engine, led)
            if SpelledBench.isFour(host) {
                #expect(error == nil)
                await engine.confirm(led)
            } else {
                guard case .refused = error else {
                    Issue.record("\(engine)")
                    continue
                }
                #expect(bench.server.log.isEmpty)
            }
        }
    }

    @Test(
        "POD-7: a redirect to an international host asks that in the letters of IDNA, whatever bytes it has")
    func redirect() async throws {
        let bench = try Bench()
        for place in ["http://müller.invalid/", "http://m%C3%BCller.invalid/"] {
            bench.server.route("/feed", .redirect(to: place))
            guard case .unreachable(_, let reason) = await bench.fetchFailure("/feed") else {
                Issue.record("it was reached")
                continue
            }
            #expect(reason.contains("xn--mller-kva.invalid"))
        }
        bench.server.route("/feed", .redirect(to: "http://１２７.０.０.１:\(bench.server.port)/there"))
        bench.server.route("/there", .text("<rss/>"))
        #expect(try await bench.document("/feed").finalURL == bench.server.url("/there"))
    }

    @Test("POD-15: credentials of a host are those of each of its spellings")
    func credentials() throws {
        let netrc = Netrc("machine müller.example login eve password sesame")
        for text in [
            "http://müller.example/", "http://XN--mller-kva.example/", "http://m%C3%BCller.example/",
        ] {
            #expect(netrc.authorization(for: try #require(URL(string: text))) != nil, "\(text)")
        }
    }
}

/// A server under a spelling of its host, and both engines.
private final class SpelledBench {
    static let body = noise(50_000)

    let server: LoopbackServer
    let aria2: Aria2Bench
    private let origin: String

    init(_ host: String, _ policy: HostPolicy) throws {
        server = try LoopbackServer(on: HostSpellingTests.six.contains(host) ? .six : .four)
        aria2 = try Aria2Bench(policy: policy)
        origin = "http://\(host):\(server.port)"
        server.route("/feed", .text("<rss/>"))
        server.route("/a.mp3", audio(Self.body))
    }

    deinit { server.stop() }

    /// Whether a spelling is one of 127.0.0.1 itself.
    static func isFour(_ host: String) -> Bool { !host.hasPrefix("[") && !host.hasPrefix("localhost") }

    var client: HTTPClient { aria2.client }
    var engines: [any DownloadEngine] { [DataTaskDownloadEngine(client: client), aria2.engine()] }

    func url(_ path: String) -> URL {
        guard let url = URL(string: origin + path) else { fatalError("\(origin) is no origin") }
        return url
    }

    func request(feedHost: String) -> DownloadRequest {
        DownloadRequest(
            id: DownloadID(1), url: url("/a.mp3"), destination: aria2.file, feedHost: feedHost)
    }
}
