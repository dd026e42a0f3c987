import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct RedirectTests {
    @Test("POD-9: a permanent redirect tells the new address, a temporary one does not")
    func redirects() async throws {
        let bench = try Bench()
        bench.server.route("/new", .text("<rss/>"))
        bench.server.route("/301", .redirect(301, to: "/new"))
        bench.server.route("/302", .redirect(302, to: "/new"))
        bench.server.route("/loop", .redirect(302, to: "/loop"))
        for (path, moved) in [("/301", bench.server.url("/new")), ("/302", nil)] {
            let document = try await bench.document(path)
            #expect(document.finalURL == bench.server.url("/new"))
            #expect(document.permanentURL == moved)
        }
        #expect(bench.server.log.count == 4)
        let error = await bench.fetchFailure("/loop")
        #expect(bench.server.log(of: "/loop").count <= 21)
        #expect(error == .tooManyRedirects(bench.server.origin + "/loop"))
    }

    @Test(
        "POD-9: a fetch that is cancelled, or whose client closes, amid redirects ends as cancelled",
        arguments: [true, false])
    func cancelled(byClosing: Bool) async throws {
        for count in 1...15 {
            let bench = try Bench()
            let (client, server) = (bench.client, bench.server)
            let fetch = startCancellable { cancel in
                server.route("/loop") { _ in
                    if server.log.count == count { byClosing ? client.close() : cancel() }
                    return .redirect(302, to: "/loop")
                }
                return await client.failure(of: server.url("/loop"))
            }
            #expect(await fetch.value == .cancelled)
        }
    }

    @Test("POD-8: validators are those of the answer that redirects led to, and are asked with through them")
    func redirectedValidators() async throws {
        let bench = try Bench()
        var redirect = Response.redirect(302, to: "/new")
        redirect.headers["ETag"] = "\"of the redirect\""
        bench.server.route("/feed", redirect)
        bench.server.route("/new", .text("<rss/>", etag: "\"v1\""))
        let document = try await bench.document("/feed")
        #expect(document.etag == "\"v1\"")
        let again = FeedRequest(url: bench.server.url("/feed"), etag: document.etag)
        #expect(try await bench.client.fetch(again).isNotModified)
        #expect(bench.server.log.map(\.status) == [302, 200, 302, 304])
    }

    @Test("POD-15: credentials of the URL reach its host and no other, and no message")
    func credentials() async throws {
        let bench = try Bench()
        let other = try LoopbackServer()
        defer { other.stop() }
        other.route("/feed", .status(500))
        bench.server.route("/feed", .redirect(301, to: other.url("/feed?token=secret").absoluteString))
        let url = try #require(URL(string: "http://ann:pw@127.0.0.1:\(bench.server.port)/feed"))
        let error = await bench.client.failure(of: url)
        #expect(bench.server.log.map(\.authorization) == ["Basic YW5uOnB3"])
        #expect(other.log.map(\.authorization) == [nil])
        #expect(error == .status(500, other.origin + "/feed", retryAfter: nil))
    }
}
