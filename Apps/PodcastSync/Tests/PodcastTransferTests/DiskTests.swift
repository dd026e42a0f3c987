import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct DiskTests {
    #if os(Linux)
        @Test(
            "POD-10: an ended download holds nothing, though a process that is being started has its descriptor"
        )
        func endedWhileStarting() async throws {
            let bench = try Bench()
            let gate = StallGate()
            var response = audio(noise(50_000))
            response.faults = [.cut(after: 20_000), .stall(gate)]
            bench.server.route("/a.mp3", response)
            let (engine, request) = (bench.engine, bench.request("/a.mp3"))
            let download = Task { await engine.failure(of: request) }
            await gate.reached()
            let other = try duplicate(of: bench.part)
            defer { close(other) }
            gate.open()
            #expect(await download.value != nil)
            bench.server.route("/a.mp3", audio(noise(50_000)))
            #expect(try await bench.download("/a.mp3").resumedFrom == 20_000)
        }
    #endif

    // The limit belongs to a process, so the test has one of its own.
    @Test("POD-10: a disk that fills up amid a body keeps the part, which goes on when there is room")
    func fillsUp() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let bench = try Bench()
            let body = noise(200_000)
            bench.server.route("/a.mp3", audio(body))
            try limitFiles(to: 70_000)
            let error = await bench.downloadFailure("/a.mp3")
            #expect(error == .fileSystem(path: bench.part.path, operation: "write", code: EFBIG))
            #expect(!bench.isFinished)
            #expect(bench.bytes(bench.part) == Array(body[..<70_000]))
            try limitFiles(to: 1_000_000)
            #expect(try await bench.download("/a.mp3").resumedFrom == 70_000)
            #expect(bench.bytes(bench.file) == body)
        }
    }

    @Test("POD-10: a second download of one destination is refused and does the first no harm")
    func twice() async throws {
        let bench = try Bench()
        let body = noise(100_000)
        let gate = StallGate()
        var stalled = audio(body)
        stalled.faults = [.stall(gate, after: 50_000)]
        bench.server.route("/a.mp3", stalled)
        let (engine, request) = (bench.engine, bench.request("/a.mp3"))
        let first = Task { await engine.failure(of: request) }
        await gate.reached()
        let error = await bench.downloadFailure("/a.mp3")
        #expect(error == .fileSystem(path: bench.part.path, operation: "lock", code: EWOULDBLOCK))
        gate.open()
        #expect(await first.value == nil)
        #expect(bench.bytes(bench.file) == body)
        #expect(bench.server.log.count == 1)
    }

    @Test("POD-10: a file that is here stays whole until another whole one takes its place")
    func replaced() async throws {
        let bench = try Bench()
        try Data(noise(10)).write(to: bench.file)
        var response = audio(noise(50_000))
        response.faults = [.cut(after: 20_000)]
        bench.server.route("/a.mp3", response)
        _ = await bench.downloadFailure("/a.mp3")
        #expect(bench.bytes(bench.file) == noise(10))
        response.faults = []
        bench.server.route("/a.mp3", response)
        _ = try await bench.download("/a.mp3")
        #expect(bench.bytes(bench.file) == noise(50_000))
    }

    @Test(
        "POD-10: documents that stand where an episode should are failed, whatever they are called",
        arguments: [
            ("application/json", "{\"error\": \"gone\"}"), ("application/problem+json; charset=utf-8", "{}"),
            ("text/xml", "<Error/>"), ("audio/mpeg", "<?xml version=\"1.0\"?><Error/>"),
            ("application/octet-stream", "\n <!DOCTYPE html><p>Sign in"), ("Text/HTML;charset=x", "hello"),
        ])
    func documents(_ type: String, _ body: String) async throws {
        let bench = try Bench()
        bench.server.route("/a.mp3", Response(body: Array(body.utf8), contentType: type, etag: "\"a\""))
        let error = await bench.downloadFailure("/a.mp3")
        switch error {
        case .html, .badAnswer: break
        default: Issue.record("\(String(describing: error))")
        }
        #expect(bench.isEmpty)
    }

    @Test("POD-10: a document in pieces is told as soon as it begins to be one")
    func documentInPieces() async throws {
        let bench = try Bench()
        let gate = StallGate()
        var response = Response(body: Array("<!DOCTYPE html><p>Sign in".utf8), contentType: "audio/mpeg")
        response.faults = [.stall(gate, after: 3)]
        bench.server.route("/a.mp3", response)
        let (engine, request) = (bench.engine, bench.request("/a.mp3"))
        let download = Task { await engine.failure(of: request) }
        await gate.reached()
        gate.open()
        #expect(await download.value == .html(bench.server.origin + "/a.mp3"))
        #expect(bench.isEmpty)
    }
}

/// Sets how long the process's files may become.
private func limitFiles(to bytes: Int) throws {
    var limit = rlimit()
    #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    try #require(getrlimit(resource, &limit) == 0)
    limit.rlim_cur = rlim_t(bytes)
    try #require(setrlimit(resource, &limit) == 0)
}
