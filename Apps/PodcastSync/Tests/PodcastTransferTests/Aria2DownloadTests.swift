import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

@Suite("Downloads by aria2", .timeLimit(.minutes(15))) struct Aria2DownloadTests {
    @Test("POD-10: a file comes whole, as a part first, and aria2 ends once it has nothing left to do")
    func whole() async throws {
        let bench = try Aria2Bench()
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        let engine = bench.engine()
        let receipt = try await engine.download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.bytes == 3_000_000 && receipt.resumedFrom == 0)
        #expect(receipt.contentType == "audio/mpeg")
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
        #expect(bench.server.log.map(\.range) == ["bytes=0-255", nil])
        #expect(bench.folder.isInUse)
        await engine.confirm(bench.request("/a.mp3"))
        await engine.stop()
        #expect(!bench.folder.exists && !bench.folder.isInUse)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.library.path) == ["episode.mp3"])
    }

    @Test("aria2 names itself to hosts as the app does")
    func userAgent() async throws {
        let bench = try Aria2Bench()
        let agents = Gathered<String?>()
        bench.server.route("/a.mp3") { request in
            agents.add(request[header: "User-Agent"])
            return audio(Aria2Bench.body)
        }
        _ = try await bench.engine().download(bench.request("/a.mp3")) { _ in }
        #expect(agents.values.count == 2 && Set(agents.values).count == 1)
        #expect(agents.values.last??.wholeMatch(of: /podcast-sync\/\d+\.\d+\.\d+/) != nil)
    }

    @Test("POD-13: progress comes at whole percents only, each once and in order")
    func progress() async throws {
        let bench = try Aria2Bench()
        let slow = audio(Aria2Bench.body).with(.drip(bytes: 300_000, every: .milliseconds(60)))
        bench.server.route("/a.mp3") { $0[header: "Range"] == nil ? slow : audio(Aria2Bench.body) }
        let told = Gathered<DownloadProgress>()
        _ = try await bench.engine().download(bench.request("/a.mp3")) { told.add($0) }
        let percents = told.values.map(\.percent)
        #expect(percents == Array(Set(percents)).sorted())
        #expect(percents.last == 100 && percents.count > 2)
        #expect(told.values.allSatisfy { $0.totalBytes == 3_000_000 })
    }

    @Test(
        "POD-10: documents that stand where an episode should are failed, as by the other engine",
        arguments: [
            ("application/json", "{\"error\": \"gone\"}"), ("text/xml", "<Error/>"), ("text/plain", "sorry"),
            ("audio/mpeg", "<?xml version=\"1.0\"?><Error/>"), ("Text/HTML;charset=x", "hello"),
            ("application/octet-stream", "\n <!DOCTYPE html><p>Sign in"), ("audio/mpeg", ""),
        ])
    func documents(_ type: String, _ body: String) async throws {
        let bench = try Aria2Bench()
        bench.server.route("/a.mp3", Response(body: Array(body.utf8), contentType: type, etag: "\"a\""))
        let request = bench.request("/a.mp3")
        let expected = await failure(of: DataTaskDownloadEngine(client: bench.client), request)
        #expect(expected != nil)
        #expect(await failure(of: bench.engine(), request) == expected)
        #expect(bench.isEmpty)
    }

    @Test("POD-10: a page that aria2 gets where our look saw an episode is failed, and forgotten by aria2")
    func pageAfterLook() async throws {
        let bench = try Aria2Bench()
        bench.server.route("/a.mp3") { request in
            request[header: "Range"] == "bytes=0-255"
                ? audio(Aria2Bench.body) : Response(body: Response.html().body, contentType: "audio/mpeg")
        }
        let engine = bench.engine()
        let location = bench.server.origin + "/a.mp3"
        #expect(await failure(of: engine, bench.request("/a.mp3")) == .html(location))
        #expect(bench.isEmpty)
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        #expect(await failure(of: engine, bench.request("/a.mp3")) == nil)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-10: a body that is always short is failed with its reason, and its part is kept")
    func short() async throws {
        let bench = try Aria2Bench()
        let cut = audio(Aria2Bench.body).with(.cut(after: 200_000))
        bench.server.route("/a.mp3") { $0[header: "Range"] == "bytes=0-255" ? audio(Aria2Bench.body) : cut }
        let error = await failure(of: bench.engine(), bench.request("/a.mp3"))
        guard case .truncated(bench.server.origin + "/a.mp3", let received, 3_000_000) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let part = try #require(bench.bytes(bench.part))
        #expect(received > 0 && part.count >= 200_000 && part == Array(Aria2Bench.body[..<part.count]))
        #expect(!bench.isFinished)
        // The other engine goes on from it.
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        await bench.engine().stop()
        let receipt = try await DataTaskDownloadEngine(client: bench.client)
            .download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.resumedFrom == part.count)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-10: aria2 goes on from the part of the other engine, under the validator that it has")
    func otherPart() async throws {
        let bench = try Aria2Bench()
        let cut = audio(Aria2Bench.body).with(.cut(after: 1_000_000))
        bench.server.route("/a.mp3", cut)
        _ = await failure(of: DataTaskDownloadEngine(client: bench.client), bench.request("/a.mp3"))
        let kept = try #require(bench.bytes(bench.part)).count
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        let receipt = try await bench.engine().download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.resumedFrom == kept / 16_384 * 16_384 && kept > 900_000)
        let last = try #require(bench.server.log.last)
        #expect(last.ifRange == "\"a\"" && last.status == 206)
        // What is not a whole block is fetched again.
        #expect(last.range == "bytes=\(kept / 16_384 * 16_384)-2999999")
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-10: a part of other bytes is thrown away before aria2 begins")
    func changedBefore() async throws {
        let bench = try Aria2Bench()
        try Data(noise(1_000_000, seed: 2)).write(to: bench.part)
        let record = #"{"etag":"\"b\"","total":3000000}"#
        try Data(record.utf8).write(to: bench.library.appendingPathComponent("episode.mp3.part.json"))
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        let receipt = try await bench.engine().download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.resumedFrom == 0)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-10: bytes that change while aria2 is at them are never mixed; the next try is whole")
    func changedMeanwhile() async throws {
        let bench = try Aria2Bench()
        let changed = noise(3_000_000, seed: 2)
        let cut = audio(Aria2Bench.body).with(.cut(after: 1_000_000))
        bench.server.route("/a.mp3") { request in
            switch request[header: "Range"] {
            case "bytes=0-255": audio(Aria2Bench.body)
            case nil: cut
            default: audio(changed, etag: "\"b\"")
            }
        }
        let engine = bench.engine()
        #expect(
            await failure(of: engine, bench.request("/a.mp3"))
                == .badAnswer(bench.server.origin + "/a.mp3", reason: "it has other bytes than before"))
        #expect(bench.isEmpty)
        bench.server.route("/a.mp3", audio(changed, etag: "\"b\""))
        #expect(await failure(of: engine, bench.request("/a.mp3")) == nil)
        #expect(bench.bytes(bench.file) == changed)
    }

    @Test("POD-10: where nothing tells bytes from others, what broke begins anew")
    func noValidator() async throws {
        let bench = try Aria2Bench()
        let cut = audio(Aria2Bench.body, etag: nil).with(.cut(after: 1_000_000))
        bench.server.route("/a.mp3") { request in
            request[header: "Range"] == "bytes=0-255" ? audio(Aria2Bench.body, etag: nil) : cut
        }
        let engine = bench.engine()
        #expect(await failure(of: engine, bench.request("/a.mp3")) != nil)
        bench.server.route("/a.mp3", audio(Aria2Bench.body, etag: nil))
        #expect(await failure(of: engine, bench.request("/a.mp3")) == nil)
        #expect(bench.ranges(of: "/a.mp3") == [nil, nil])
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-9: a refusal is told with its Retry-After, whether our look or aria2 meets it")
    func refusal() async throws {
        let bench = try Aria2Bench()
        let location = bench.server.origin + "/a.mp3"
        let busy = Response.status(503, headers: ["Retry-After": "120"])
        bench.server.route("/a.mp3", busy)
        let engine = bench.engine()
        let expected = TransferError.status(503, location, retryAfter: "120")
        #expect(await failure(of: engine, bench.request("/a.mp3")) == expected)
        #expect(!bench.folder.exists)

        bench.server.route("/a.mp3", inTurn: [audio(Aria2Bench.body), busy])
        #expect(await failure(of: engine, bench.request("/a.mp3")) == expected)
        bench.server.route("/a.mp3", inTurn: [audio(Aria2Bench.body), .status(404)])
        #expect(
            await failure(of: engine, bench.request("/a.mp3")) == .status(404, location, retryAfter: nil))
        bench.server.route("/a.mp3", inTurn: [audio(Aria2Bench.body), .status(500)])
        #expect(
            await failure(of: engine, bench.request("/a.mp3")) == .status(500, location, retryAfter: nil))
        #expect(bench.isEmpty)
    }
}

extension LoopbackServer {
    /// Gives a path one answer after another, and the last for ever.
    fileprivate func route(_ path: String, inTurn answers: [Response]) {
        let taken = Gathered<Void>()
        route(path) { _ in
            taken.add(())
            return answers[min(taken.values.count, answers.count) - 1]
        }
    }
}
