import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct FetchTests {
    @Test("POD-8: an unchanged feed is asked for once, with its validators, and is not modified")
    func notModified() async throws {
        let bench = try Bench()
        let date = "Mon, 01 Jan 2024 00:00:00 GMT"
        bench.server.route("/feed", .text("<rss/>", etag: "\"v1\"", lastModified: date))
        let document = try await bench.document("/feed")
        #expect(document.bytes == Array("<rss/>".utf8))
        #expect(document.etag == "\"v1\"")
        #expect(document.lastModified == date)
        let second = try await bench.client.fetch(
            FeedRequest(
                url: bench.server.url("/feed"), etag: document.etag, lastModified: document.lastModified))
        #expect(second.isNotModified)
        #expect(bench.server.log.map(\.status) == [200, 304])
        #expect(bench.server.log.last?.ifNoneMatch == "\"v1\"")
        #expect(bench.server.log.last?.ifModifiedSince == date)
    }

    @Test("POD-8: a gzip body and a chunked body arrive decoded")
    func encodings() async throws {
        let bench = try Bench()
        let text = String(repeating: "<item>tea</item>", count: 20_000)
        var response = Response.text(text)
        response.isGzipped = true
        bench.server.route("/gzip", response)
        response.isGzipped = false
        response.isChunked = true
        bench.server.route("/chunked", response)
        for path in ["/gzip", "/chunked"] {
            let document = try await bench.document(path)
            #expect(document.bytes == Array(text.utf8))
        }
    }

    @Test("POD-8: nothing changed is no answer to a request that did not ask")
    func unaskedNotModified() async throws {
        let bench = try Bench()
        bench.server.route("/feed", Response(status: 304))
        let error = await bench.fetchFailure("/feed")
        guard case .badAnswer(bench.server.origin + "/feed", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let asked = FeedRequest(url: bench.server.url("/feed"), lastModified: "Mon, 01 Jan 2024 00:00:00 GMT")
        #expect(try await bench.client.fetch(asked).isNotModified)
    }

    @Test("POD-8: a 401 is an answer, it does not hang")
    func unauthorized() async throws {
        let bench = try Bench()
        bench.server.route("/feed", .unauthorized())
        let error = await bench.fetchFailure("/feed")
        #expect(error == .status(401, bench.server.origin + "/feed", retryAfter: nil))
        #expect(bench.server.log.count == 1)
    }

    @Test("POD-8: failed answers say what failed and where")
    func failures() async throws {
        let bench = try Bench()
        bench.server.route("/500", .status(500))
        bench.server.route("/503", .status(503, headers: ["Retry-After": "7"]))
        let origin = bench.server.origin
        let expected: [(String, TransferError)] = [
            ("/500", .status(500, origin + "/500", retryAfter: nil)),
            ("/503", .status(503, origin + "/503", retryAfter: "7")),
        ]
        for (path, reason) in expected {
            let error = await bench.fetchFailure(path)
            #expect(error == reason)
        }
    }

    @Test("POD-8: an unreachable host fails with its name")
    func unreachable() async throws {
        let gone = try LoopbackServer()
        let url = gone.url("/feed")
        gone.stop()
        let bench = try Bench()
        let error = await bench.client.failure(of: url)
        guard case .unreachable(let host, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(host == "127.0.0.1:\(gone.port)")
    }

    @Test("POD-7: a body over the limit is cut off, with and without a length")
    func tooLarge() async throws {
        let bench = try Bench()
        var response = Response.text(String(repeating: "x", count: 100_000))
        bench.server.route("/long", response)
        response.isChunked = true
        bench.server.route("/endless", response)
        response.isChunked = false
        response.isGzipped = true
        bench.server.route("/gzip", response)
        for path in ["/long", "/endless", "/gzip"] {
            let request = FeedRequest(url: bench.server.url(path))
            await #expect(throws: TransferError.tooLarge(bench.server.origin + path, limit: 50_000)) {
                () async throws in _ = try await bench.client.fetch(request, maximumBytes: 50_000)
            }
        }
    }

    @Test("POD-14: cancelling the task ends a stalled fetch")
    func cancelled() async throws {
        let bench = try Bench()
        let gate = StallGate()
        var response = Response.text("<rss/>")
        response.faults = [.stall(gate)]
        bench.server.route("/feed", response)
        let (client, url) = (bench.client, bench.server.url("/feed"))
        let fetch = Task { await client.failure(of: url) }
        await gate.reached()
        fetch.cancel()
        #expect(await fetch.value == .cancelled)
    }

    @Test("POD-14: a closed client refuses work")
    func closed() async throws {
        let bench = try Bench()
        bench.client.close()
        let error = await bench.fetchFailure("/feed")
        #expect(error == .closed)
        #expect(bench.server.log.isEmpty)
    }
}
