import Foundation
import PodcastServer
import PodcastTransfer
import Testing

/// What a fetch makes of each way in which a host may misbehave.
@Suite(.timeLimit(.minutes(15))) struct FaultyFeedTests {
    @Test(
        "POD-8: a host that breaks off, says nothing or sends garbage is failed, asked once, and told as that",
        arguments: [
            (.cut(after: 2_000), "FEED ended after 2000 of 14011 bytes"),
            (.cut(after: 0), "FEED ended after 0 of 14011 bytes"),
            (.length(off: 100), "FEED ended after 14011 of 14111 bytes"),
            (.reset(after: 0), "FEED ended after 0 of 14011 bytes"),
            (.noAnswer, "bad answer from FEED: Empty reply from server"),
            (.statusLine("HTTP/1.1 banana"), "bad answer from FEED: Unsupported HTTP version in response"),
            (.statusLine("220 ftp ready"), "bad answer from FEED: Received HTTP/0.9 when not allowed"),
            (.statusLine(""), "bad answer from FEED: Received HTTP/0.9 when not allowed"),
            (
                .statusLine("HTTP/1.1 99 x"),
                "bad answer from FEED: Unsupported response code in HTTP response"
            ),
            (.longHeader(bytes: 2 << 20), "bad answer from FEED: its head is too long"),
            (
                .gzip(.labelOnly),
                "bad answer from FEED: it is not encoded as it says: "
                    + "Error while processing content unencoding: incorrect header check"
            ),
            (.gzip(.unlabelled), "bad answer from FEED: it is gzip, and does not say so"),
            (.ranges(.unasked), "HTTP 206 from FEED"), (.empty, "FEED is empty"),
            (.page, "FEED is a web page"),
            (
                .notModified(etag: "\"new\""),
                "bad answer from FEED: it says that nothing changed, and was not asked"
            ),
            (.status(404), "HTTP 404 from FEED"), (.status(410), "HTTP 410 from FEED"),
            (.redirect(302, .loop), "too many redirects at FEED"),
            (.redirect(308, .chain(25)), "too many redirects at FEED"),
        ] as [(Fault, String)])
    func broken(_ fault: Fault, _ message: String) async throws {
        let bench = try Bench()
        bench.server.route("/feed", feed.with(fault))
        let error = await bench.fetchFailure("/feed")
        let told = error?.description.replacingOccurrences(of: bench.server.origin + "/feed", with: "FEED")
        #expect(told == message)
        #expect(bench.server.log.filter { $0.status != 302 && $0.status != 308 }.count <= 1)
        #expect(bench.server.log.count <= 21)
    }

    @Test("POD-8: a connection that is reset amid a body is a body that ended there")
    func reset() async throws {
        let bench = try Bench()
        bench.server.route("/feed", feed.with(.reset(after: 2_000)))
        // How much of it arrives before the end does is the system's affair.
        guard case .truncated(_, ...2_000, expected: 14_011) = await bench.fetchFailure("/feed") else {
            Issue.record("it did not end")
            return
        }
    }

    @Test("POD-8: chunks and encoded bodies that end early are failed")
    func encodedCut() async throws {
        let bench = try Bench()
        var response = feed.with(.cut(after: 7_000))
        response.isChunked = true
        bench.server.route("/chunked", response)
        response.isChunked = false
        response.isGzipped = true
        bench.server.route("/gzip", response)
        for path in ["/chunked", "/gzip"] {
            guard case .truncated(bench.server.origin + path, _, _) = await bench.fetchFailure(path) else {
                Issue.record("\(path) did not end")
                continue
            }
        }
    }

    @Test(
        "POD-8: what a host may do in good faith is read",
        arguments: [
            .redirect(307, .chain(5)), .drip(bytes: 1_000, every: .zero), .version(3), .latency(.zero),
            .longHeader(bytes: 8_000), .ranges(.ignored), .header("Content-Type", "image/png"),
        ] as [Fault])
    func goodFaith(_ fault: Fault) async throws {
        let bench = try Bench()
        bench.server.route("/feed", feed.with(fault))
        let bytes = try await bench.document("/feed").bytes
        #expect(bytes.starts(with: feed.body))
    }

    @Test("POD-8: a body longer than its length is read as long as it says")
    func tooLong() async throws {
        let bench = try Bench()
        bench.server.route("/feed", feed.with(.length(off: -100)))
        let bytes = try await bench.document("/feed").bytes
        #expect(bytes == Array(feed.body.dropLast(100)))
    }

    private let feed = Response.text(
        "<rss>" + String(repeating: "<item/>", count: 2_000) + "</rss>", etag: "\"v1\"")
}
