import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct DownloadTests {
    @Test("POD-10: a whole body becomes the file and leaves no part")
    func whole() async throws {
        let bench = try Bench()
        let body = noise(3_000_000)
        bench.server.route("/a.mp3", audio(body))
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.bytes == 3_000_000)
        #expect(receipt.contentType == "audio/mpeg")
        #expect(receipt.resumedFrom == 0)
        #expect(bench.bytes(bench.file) == body)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["episode.mp3"])
    }

    @Test("POD-14: a file whose end nobody confirmed is told again and not fetched again, a confirmed one is")
    func unconfirmed() async throws {
        let bench = try Bench()
        bench.server.route("/a.mp3", audio(noise(10_000)))
        let request = bench.request("/a.mp3")
        _ = try await bench.engine.download(request) { _ in }
        // A process that ended here noted nothing.
        bench.server.route("/a.mp3", audio(noise(20_000)))
        let told = try await bench.engine.download(request) { _ in }
        #expect(told.bytes == 10_000)
        #expect(told.resumedFrom == 10_000)
        #expect(told.contentType == "audio/mpeg")
        #expect(bench.server.log.count == 1)
        bench.engine.confirm(request)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["episode.mp3"])
        #expect(try await bench.download("/a.mp3").bytes == 20_000)
        #expect(bench.server.log.count == 2)
    }

    @Test("POD-14: an unfinished download over an older file tells nothing of that file")
    func unfinishedOverOlder() async throws {
        let bench = try Bench()
        try Data("older".utf8).write(to: bench.file)
        try bench.leavePart(Array(noise(10_000)[..<4_000]), total: 10_000)
        bench.server.route("/a.mp3", audio(noise(10_000)))
        #expect(try await bench.download("/a.mp3").resumedFrom == 4_000)
        #expect(bench.bytes(bench.file) == noise(10_000))
    }

    @Test("POD-10: a short body is failed, never done, and resumes where it was cut")
    func cutThenResumed() async throws {
        let bench = try Bench()
        let body = noise(200_000)
        var cut = audio(body)
        cut.faults = [.cut(after: 70_000)]
        bench.server.route("/a.mp3", cut)
        let error = await bench.downloadFailure("/a.mp3")
        #expect(
            error == .truncated(bench.server.origin + "/a.mp3", received: 70_000, expected: 200_000))
        #expect(!bench.isFinished)
        #expect(bench.bytes(bench.part) == Array(body[..<70_000]))

        bench.server.route("/a.mp3", audio(body))
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.resumedFrom == 70_000)
        #expect(bench.server.log.last?.range == "bytes=70000-")
        #expect(bench.server.log.last?.ifRange == "\"a\"")
        #expect(bench.server.log.map(\.status) == [200, 206])
        #expect(bench.server.log.last?.bytes == 130_000)
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a changed file starts again from zero")
    func changed() async throws {
        let bench = try Bench()
        var cut = audio(noise(50_000))
        cut.faults = [.cut(after: 20_000)]
        bench.server.route("/a.mp3", cut)
        _ = await bench.downloadFailure("/a.mp3")
        let other = noise(40_000, seed: 2)
        bench.server.route("/a.mp3", audio(other, etag: "\"b\""))
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.resumedFrom == 0)
        #expect(bench.server.log.map(\.status) == [200, 200])
        #expect(bench.bytes(bench.file) == other)
    }

    @Test("POD-10: a part without a strong validator is not resumed")
    func withoutValidator() async throws {
        let bench = try Bench()
        let body = noise(50_000)
        var cut = audio(body, etag: "W/\"a\"")
        cut.faults = [.cut(after: 20_000)]
        bench.server.route("/a.mp3", cut)
        _ = await bench.downloadFailure("/a.mp3")
        bench.server.route("/a.mp3", audio(body, etag: "W/\"a\""))
        _ = try await bench.download("/a.mp3")
        #expect(bench.server.log.map(\.range) == [nil, nil])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a part that is whole is finished by a 416, one too long starts again")
    func unsatisfied() async throws {
        let bench = try Bench()
        let body = noise(5_000)
        bench.server.route("/a.mp3", audio(body))
        try bench.leavePart(body, total: 5_000)
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.resumedFrom == 5_000)
        #expect(bench.server.log.map(\.status) == [416])
        #expect(bench.bytes(bench.file) == body)

        try bench.leavePart(body + [1], total: 5_000)
        _ = try await bench.download("/a.mp3")
        #expect(bench.server.log.map(\.status) == [416, 416, 200])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: web pages, empty bodies and error statuses are failed and leave no file")
    func refused() async throws {
        let bench = try Bench()
        let origin = bench.server.origin
        bench.server.route("/html", .html())
        bench.server.route("/text", .text("Error: no such file\n", contentType: "text/plain"))
        var endless = audio(noise(10))
        endless.headers["Content-Length"] = "99999999999999999999"
        bench.server.route("/endless", endless)
        bench.server.route("/lie", Response(body: Response.html().body, contentType: "audio/mpeg"))
        bench.server.route("/empty", audio([]))
        var chunked = audio([])
        chunked.isChunked = true
        bench.server.route("/nothing", chunked)
        bench.server.route("/404", .status(404))
        bench.server.route("/401", .unauthorized())
        let expected: [(String, TransferError)] = [
            ("/text", .badAnswer(origin + "/text", reason: "it is plain text, and no episode")),
            ("/endless", .badAnswer(origin + "/endless", reason: "its length is '99999999999999999999'")),
            ("/html", .html(origin + "/html")), ("/lie", .html(origin + "/lie")),
            ("/empty", .empty(origin + "/empty")), ("/nothing", .empty(origin + "/nothing")),
            ("/404", .status(404, origin + "/404", retryAfter: nil)),
            ("/401", .status(401, origin + "/401", retryAfter: nil)),
        ]
        for (path, reason) in expected {
            let error = await bench.downloadFailure(path)
            #expect(error == reason)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).isEmpty)
    }

    @Test("POD-10: an error answer to a resume keeps the part")
    func errorKeepsPart() async throws {
        let bench = try Bench()
        try bench.leavePart(noise(1_000), total: 5_000)
        bench.server.route("/a.mp3", .status(500))
        _ = await bench.downloadFailure("/a.mp3")
        bench.server.route("/a.mp3", .html())
        _ = await bench.downloadFailure("/a.mp3")
        #expect(bench.bytes(bench.part) == noise(1_000))
    }

    @Test("POD-10: a missing folder fails with its path")
    func missingFolder() async throws {
        let bench = try Bench()
        let file = bench.folder.appendingPathComponent("gone/a.mp3")
        let error = await bench.engine.failure(
            of: DownloadRequest(id: DownloadID(1), url: bench.server.url("/a.mp3"), destination: file))
        #expect(
            error == .fileSystem(path: file.path + ".part", operation: "open", code: ENOENT))
    }

    @Test("POD-11: a name of 255 bytes is downloaded")
    func longName() async throws {
        let bench = try Bench()
        let body = noise(1_000)
        bench.server.route("/a.mp3", audio(body))
        let file = bench.folder.appendingPathComponent(String(repeating: "n", count: 251) + ".mp3")
        _ = try await DataTaskDownloadEngine(client: bench.client).download(
            DownloadRequest(id: DownloadID(1), url: bench.server.url("/a.mp3"), destination: file)
        ) { _ in }
        #expect(bench.bytes(file) == body)
    }

    @Test("POD-13: progress comes at whole percents only, each once and in order")
    func progress() async throws {
        let bench = try Bench()
        bench.server.route("/a.mp3", audio(noise(2_000_000)))
        let told = Gathered<DownloadProgress>()
        _ = try await bench.download("/a.mp3") { told.add($0) }
        let percents = told.values.map(\.percent)
        #expect(percents == Array(Set(percents)).sorted())
        #expect(percents.last == 100)
        #expect(told.values.allSatisfy { $0.totalBytes == 2_000_000 })
    }

    @Test("POD-14: cancelling keeps the part, and the next download goes on from it")
    func paused() async throws {
        let bench = try Bench()
        let body = noise(2_000_000)
        let gate = StallGate()
        var stalled = audio(body)
        stalled.faults = [.stall(gate, after: 1_000_000)]
        bench.server.route("/a.mp3", stalled)
        let (engine, request) = (bench.engine, bench.request("/a.mp3"))
        let download = startCancellable { cancel in
            await engine.failure(of: request) { if $0.percent >= 40 { cancel() } }
        }
        #expect(await download.value == .cancelled)
        #expect(!bench.isFinished)
        let kept = try #require(bench.bytes(bench.part))
        #expect(kept.count >= 800_000)
        #expect(kept == Array(body[..<kept.count]))

        bench.server.route("/a.mp3", audio(body))
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.resumedFrom == kept.count)
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-14: after SIGKILL amid a transfer the part is what was told, and the next goes on from there")
    func killed() async throws {
        let bench = try Bench()
        let body = noise(4_000_000)
        bench.server.route("/a.mp3", audio(body))
        let (url, path) = (bench.server.url("/a.mp3"), bench.file.path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as URL, path = path as String] in
            let client = HTTPClient(policy: HostPolicy(allowsPrivateHosts: true))
            let request = DownloadRequest(
                id: DownloadID(1), url: url, destination: URL(fileURLWithPath: path))
            _ = try await DataTaskDownloadEngine(client: client).download(request) { progress in
                if progress.percent >= 50 { kill(getpid(), SIGKILL) }
            }
        }
        #expect(!bench.isFinished)
        let part = try #require(bench.bytes(bench.part))
        #expect(part.count >= 2_000_000 && part == Array(body[..<part.count]))
        #expect(try await bench.download("/a.mp3").resumedFrom == part.count)
        #expect(bench.server.log.map(\.status) == [200, 206])
        #expect(bench.bytes(bench.file) == body)
    }
}
