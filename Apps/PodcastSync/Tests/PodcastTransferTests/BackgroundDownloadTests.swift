import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Downloads by background sessions", .timeLimit(.minutes(15)))
struct BackgroundDownloadTests {
    private let bench: Bench
    private let automatic = ScriptedBackgroundSession()
    private let asked = ScriptedBackgroundSession()
    private let id = DownloadID(1)
    private let body = noise(50_000)

    init() throws {
        bench = try Bench()
        bench.server.route("/a.mp3", audio(body))
    }

    /// An app that has just started.
    private func app(_ client: HTTPClient? = nil) -> BackgroundDownloadEngine {
        let engine = BackgroundDownloadEngine(
            client: client ?? bench.client, library: bench.folder, automatic: automatic, asked: asked)
        engine.start()
        return engine
    }

    private func request(
        _ path: String = "/a.mp3", isDiscretionary: Bool = false, feedHost: String? = nil
    ) -> DownloadRequest {
        DownloadRequest(
            id: id, url: bench.server.url(path), destination: bench.file, feedHost: feedHost,
            isDiscretionary: isDiscretionary)
    }

    /// Somebody who waits for a download.
    private func begin(
        _ engine: BackgroundDownloadEngine, _ request: DownloadRequest,
        progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) -> Task<DownloadReceipt, any Error> {
        Task { try await engine.download(request, progress: progress) }
    }

    @Test(
        "POD-14: what a policy wants is discretionary, what the user asked for is not",
        arguments: [true, false])
    func discretion(isDiscretionary: Bool) async throws {
        let engine = app()
        let request = request(isDiscretionary: isDiscretionary)
        let receipt = begin(engine, request)
        let (right, wrong) = isDiscretionary ? (automatic, asked) : (asked, automatic)
        await right.hasBegun()
        #expect(wrong.beginnings.isEmpty)
        let beginning = try #require(right.beginnings.first)
        #expect(beginning.tag.path == "episode.mp3")
        #expect(beginning.url == bench.server.url("/a.mp3"))
        #expect(beginning.headers["Accept-Encoding"] == "identity")
        try right.answer(id, body)
        let came = try await receipt.value
        #expect(came.bytes == Int64(body.count) && came.resumedFrom == 0 && came.contentType == "audio/mpeg")
        #expect(bench.bytes(bench.file) == body)
        engine.confirm(request)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["episode.mp3"])
        #expect(await engine.outstanding() == [])
    }

    @Test("POD-14: a transfer outlives its app; the next one waits for it and begins no other")
    func adopted() async throws {
        let first = app()
        let waiting = begin(first, request())
        await asked.hasBegun()
        waiting.cancel()
        #expect(await waiting.result.failure == .cancelled)
        first.stop()
        asked.appDies()
        let second = app()
        #expect(
            await second.outstanding()
                == [OutstandingDownload(id: id, destination: bench.file, phase: .running)])
        let percents = Gathered<Int>()
        let goesOn = begin(second, request()) { news in percents.add(news.percent) }
        // The first app looked, and the second for what is outstanding; at its next look it waits.
        for _ in 1...3 { await asked.wasLookedAt() }
        asked.progress(id, 25_000, of: 50_000)
        asked.progress(id, 25_001, of: 50_000)
        asked.progress(id, 60_000, of: 50_000)
        asked.progress(id, 1, of: nil)
        try asked.answer(id, body)
        #expect(try await goesOn.value.bytes == 50_000)
        #expect(asked.beginnings.count == 1)
        #expect(percents.values == [50, 100])
    }

    @Test("POD-14: what came while there was no app is a file at its next start, and is not fetched again")
    func replayed() async throws {
        let first = app()
        let waiting = begin(first, request())
        await asked.hasBegun()
        waiting.cancel()
        _ = await waiting.result
        asked.appDies()
        try asked.answer(id, body)
        #expect(!bench.isFinished)
        let second = app()
        #expect(bench.bytes(bench.file) == body)
        #expect(
            await second.outstanding()
                == [OutstandingDownload(id: id, destination: bench.file, phase: .ended)])
        // It may die once more before anybody has noted it.
        asked.appDies()
        let third = app()
        let requests = bench.server.log.count
        let receipt = try await third.download(request()) { _ in }
        #expect(receipt.bytes == 50_000 && receipt.resumedFrom == 50_000)
        #expect(bench.server.log.count == requests)
        third.confirm(request())
        #expect(asked.beginnings.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["episode.mp3"])
    }

    @Test("POD-10: a failure that came while there was no app is told by the next, once")
    func replayedFailure() async throws {
        let first = app()
        let waiting = begin(first, request())
        await asked.hasBegun()
        waiting.cancel()
        _ = await waiting.result
        asked.appDies()
        try asked.answer(id, [1], status: 503, headers: ["Retry-After": "120"])
        let second = app()
        #expect(await second.outstanding() == [])
        let place = bench.server.url("/a.mp3").absoluteString
        #expect(await second.failure(of: request()) == .status(503, place, retryAfter: "120"))
        let receipt = begin(second, request())
        await asked.hasBegun()
        try asked.answer(id, body)
        #expect(try await receipt.value.bytes == 50_000)
    }

    @Test("POD-12: a discretionary transfer that the user asks for goes on without delay, from where it was")
    func upgraded() async throws {
        let engine = app()
        let waiting = begin(engine, request(isDiscretionary: true))
        await automatic.hasBegun()
        waiting.cancel()
        _ = await waiting.result
        automatic.leave(Data("so far".utf8), of: id)
        let receipt = begin(engine, request())
        await asked.hasBegun()
        #expect(asked.beginnings.first?.resumeData == Data("so far".utf8))
        #expect(await automatic.transfers() == [])
        try asked.answer(id, body)
        #expect(try await receipt.value.bytes == 50_000)
    }

    @Test("POD-14: what is withdrawn ends, and goes on from there if it is wanted again")
    func withdrawn() async throws {
        let engine = app()
        asked.leave(Data("so far".utf8), of: id)
        for _ in 1...2 {
            let waiting = begin(engine, request())
            await asked.hasBegun()
            waiting.cancel()
            _ = await waiting.result
            await engine.withdraw(id, at: bench.file, keepingPart: true)
            #expect(await asked.transfers() == [])
        }
        #expect(asked.beginnings.map(\.resumeData) == [nil, Data("so far".utf8)])
        await engine.withdraw(id, at: bench.file, keepingPart: false)
        #expect(bench.isEmpty)
    }

    @Test("A transfer that the system ends is begun again from there, three times at most")
    func ended() async throws {
        let engine = app()
        let waiting = begin(engine, request())
        for time in 1...3 {
            await asked.hasBegun()
            asked.fail(id, .cancelled, resumeData: Data("\(time)".utf8))
        }
        let place = bench.server.url("/a.mp3").absoluteString
        #expect(
            await waiting.result.failure
                == .badAnswer(place, reason: "the system ended it 3 times"))
        #expect(asked.beginnings.map(\.resumeData) == [nil, Data("1".utf8), Data("2".utf8)])
    }

    @Test(
        "POD-10: no answer, and one that is no episode, are failed as by every engine, and leave no file",
        arguments: [
            ("<!DOCTYPE html><p>Sign in", 200, [:], "is a web page"),
            ("{}", 200, ["Content-Type": "application/json"], "it is application/json, and no episode"),
            ("gone", 200, ["Content-Type": "text/plain"], "it is plain text, and no episode"),
            ("abc", 200, ["Content-Length": "9"], "ended after 3 of 9 bytes"),
            ("abc", 200, ["Content-Length": "2"], "it sent 3 of 2 bytes"),
            ("abc", 200, ["Content-Encoding": "br"], "it came as br"),
            ("", 200, [:], "is empty"), ("gone", 410, [:], "HTTP 410"),
        ] as [(String, Int, [String: String], String)])
    func refused(body: String, status: Int, headers: [String: String], reason: String) async throws {
        let engine = app()
        let failure = begin(engine, request())
        await asked.hasBegun()
        try asked.answer(id, Array(body.utf8), status: status, headers: headers)
        let text = try #require(await failure.result.failure).description
        #expect(text.contains(reason))
        #expect(!bench.isFinished)
    }

    @Test("POD-10: errors of the system have their reasons")
    func errors() async throws {
        let engine = app()
        let reasons: [(URLError.Code, String)] = [
            (.timedOut, "timed out"), (.notConnectedToInternet, "cannot reach"),
            (.httpTooManyRedirects, "too many redirects"),
        ]
        for (code, reason) in reasons {
            let failure = begin(engine, request())
            await asked.hasBegun()
            asked.fail(id, code)
            #expect(try #require(await failure.result.failure).description.contains(reason))
        }
    }

    @Test("POD-7: an answer from a private host that nobody was asked about is thrown away")
    func elsewhere() async throws {
        let client = HTTPClient(policy: HostPolicy())
        defer { client.close() }
        let engine = app(client)
        let request = request(feedHost: "127.0.0.1")
        let failure = begin(engine, request)
        await asked.hasBegun()
        try asked.answer(id, body, from: URL(string: "http://192.168.0.1/router.mp3"))
        #expect(
            await failure.result.failure
                == .refused("http://192.168.0.1/router.mp3", reason: "192.168.0.1 is a private host"))
        #expect(bench.isEmpty)
    }

    @Test("POD-7: redirects are followed before the system is asked, under the policy")
    func redirected() async throws {
        bench.server.route("/moved.mp3", .redirect(302, to: "/a.mp3"))
        let engine = app()
        let receipt = begin(engine, request("/moved.mp3"))
        await asked.hasBegun()
        #expect(asked.beginnings.first?.url == bench.server.url("/a.mp3"))
        try asked.answer(id, body)
        _ = try await receipt.value
    }

    @Test("POD-15: what needs credentials is downloaded in this process, and the system hears of none")
    func credentials() async throws {
        let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(bench.server.port)/a.mp3"))
        let receipt = try await app().download(
            DownloadRequest(id: id, url: url, destination: bench.file)
        ) { _ in }
        #expect(receipt.bytes == 50_000)
        #expect(asked.beginnings.isEmpty && automatic.beginnings.isEmpty)
    }

    @Test("POD-14: another engine's part is gone on with, in this process")
    func otherPart() async throws {
        try bench.leavePart(Array(body.prefix(20_000)), total: 50_000)
        let receipt = try await app().download(request()) { _ in }
        #expect(receipt.resumedFrom == 20_000)
        #expect(bench.bytes(bench.file) == body)
        #expect(asked.beginnings.isEmpty)
    }

    @Test("A tag that leads out of the library, or is none, is not believed")
    func tags() throws {
        let outside = DownloadRequest(
            id: id, url: bench.server.url("/a.mp3"), destination: URL(fileURLWithPath: "/tmp/x.mp3"))
        #expect(BackgroundTag(outside, library: bench.folder) == nil)
        let tag = try #require(BackgroundTag(request(feedHost: "a.org"), library: bench.folder))
        #expect(BackgroundTag(taskDescription: tag.taskDescription) == tag)
        for text in [nil, "", "{}", tag.taskDescription.replacing("episode", with: "../episode")] {
            #expect(BackgroundTag(taskDescription: text) == nil)
        }
    }
}

extension Result where Failure == any Error {
    /// Why it is no success.
    fileprivate var failure: TransferError? {
        if case .failure(let error) = self { error as? TransferError } else { nil }
    }
}
