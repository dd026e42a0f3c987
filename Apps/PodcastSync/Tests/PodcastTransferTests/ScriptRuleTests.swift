import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct ScriptRuleTests {
    @Test(
        "demo: a star stands for any run of characters, slashes too, and the rest for itself",
        arguments: [
            ("/a", "/a", true), ("/a", "/a/", false), ("/a", "/", false), ("*", "/x/y", true),
            ("*", "", true),
            ("/m/*", "/m/x/1.mp3", true), ("/m/*", "/n/1.mp3", false), ("/m/*", "/m/", true),
            ("*.mp3", "/m/1.mp3", true), ("*.mp3", "/m/1.mp3.part", false), ("/*/1*", "/a/b/1c", true),
            ("/a*b*c", "/axbxbxc", true), ("/a*b*c", "/axbxbx", false), ("/?", "/x", false),
            ("**", "/x", true),
        ])
    func patterns(_ pattern: String, _ path: String, _ fits: Bool) {
        #expect(PathPattern(pattern).matches(path) == fits)
    }

    @Test("demo: a rule takes the requests that it names, and the first of several rules holds")
    func rules() async throws {
        let bench = try Bench()
        bench.server.routeOthers { _ in .text("<rss/>", etag: "\"v1\"") }
        bench.server.follow(
            ServerScript([
                ScriptRule(path: PathPattern("/b*"), requests: .first(2), faults: [.status(500)]),
                ScriptRule(path: PathPattern("/*"), requests: .nth(4), faults: [.status(501)]),
                ScriptRule(path: PathPattern("/*"), kind: .conditional, faults: [.status(502)]),
            ]))
        for (path, etag) in [
            ("/a", nil), ("/b", nil), ("/b", nil), ("/b", nil), ("/a", "\"v1\""), ("/a", nil),
        ] {
            let request = FeedRequest(url: bench.server.url(path), etag: etag)
            _ = try? await bench.client.fetch(request)
        }
        #expect(bench.server.log.map(\.status) == [200, 500, 500, 501, 502, 200])
        #expect(bench.server.log.map(\.rule) == [nil, 1, 1, 2, 3, nil])
        #expect(bench.server.log[3].description == "GET /b 501 11 rule 2")
    }

    @Test("demo: a chain of redirects is one request to the rule that began it, and ends at the answer")
    func chain() async throws {
        let bench = try Bench()
        bench.server.route("/feed", .text("<rss/>", etag: "\"v1\""))
        let chain = ScriptRule(
            path: PathPattern("/feed"), requests: .nth(2), faults: [.redirect(302, .chain(3))])
        bench.server.follow(ServerScript([chain]))
        for _ in 0..<3 { #expect(try await bench.document("/feed").etag == "\"v1\"") }
        #expect(bench.server.log.map(\.status) == [200, 302, 302, 302, 200, 200])
    }

    @Test("demo: a script changes a document each time, and it stays one")
    func changing() async throws {
        let bench = try Bench()
        bench.server.route("/feed", .text("<rss/>\n", etag: "\"a\""))
        let body = noise(500)
        bench.server.route("/a.mp3", audio(body))
        bench.server.follow(
            ServerScript([ScriptRule(path: PathPattern("*"), faults: [], changesEachTime: true)]))
        #expect(try await bench.document("/feed").etag == "\"a-v1\"")
        let second = try await bench.document("/feed")
        #expect(second.etag == "\"a-v2\"")
        #expect(String(decoding: second.bytes, as: UTF8.self) == "<rss/>\n<!-- version 2 -->\n")
        _ = try await bench.download("/a.mp3")
        let bytes = try #require(bench.bytes(bench.file))
        #expect(bytes.count == 500 && bytes != body && bytes.prefix(16) == body.prefix(16))
    }
}
