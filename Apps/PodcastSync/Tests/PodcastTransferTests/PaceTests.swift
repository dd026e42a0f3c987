import Foundation
import PodcastServer
import PodcastTransfer
import TestClocks
import Testing

@Suite(.timeLimit(.minutes(15))) struct PaceTests {
    private let time = TestClock()
    private let host = TestClock()
    private let body = noise(90_000)

    @Test("POD-10: a host that sends next to nothing is failed, told, and its part kept and gone on with")
    func drops() async throws {
        let bench = try Bench(clock: time, serverClock: host)
        // A drop each half minute keeps a connection from being idle.
        bench.server.route("/a.mp3", audio(body).with(.drip(bytes: 1_000, every: .seconds(30))))
        let download = Download(bench.engine, bench.request("/a.mp3"))
        await download.reaches(1)
        try await pass()
        for percent in [2, 3] {
            try await host.waitForScheduledSleep()
            host.advance(by: .seconds(30))
            await download.reaches(percent)
        }
        try await pass()
        #expect(await download.error == .tooSlow(bench.server.origin + "/a.mp3"))
        #expect(
            TransferError.tooSlow("URL").description
                == "URL sends next to nothing: less than 4096 bytes in a minute")
        #expect(bench.bytes(bench.part) == Array(body[..<3_000]))
        bench.server.route("/a.mp3", audio(body))
        #expect(try await bench.download("/a.mp3").resumedFrom == 3_000)
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a host that is slow, and sends a little in every minute, is waited for and asked once")
    func slow() async throws {
        let bench = try Bench(clock: time, serverClock: host)
        bench.server.route("/a.mp3", audio(body).with(.drip(bytes: 30_000, every: .seconds(50))))
        let download = Download(bench.engine, bench.request("/a.mp3"))
        for percent in [33, 66] {
            await download.reaches(percent)
            try await pass()
            try await host.waitForScheduledSleep()
            host.advance(by: .seconds(50))
        }
        #expect(await download.error == nil)
        #expect(bench.server.log.map(\.bytes) == [90_000])
        #expect(bench.bytes(bench.file) == body)
    }

    private func pass() async throws {
        try await time.waitForScheduledSleep()
        time.advance(by: .seconds(60))
    }
}

/// A download that goes on beside its test.
final class Download {
    private let task: Task<TransferError?, Never>
    private var percents: AsyncStream<Int>.Iterator

    init(_ engine: any DownloadEngine, _ request: DownloadRequest) {
        let (stream, told) = AsyncStream.makeStream(of: Int.self)
        percents = stream.makeAsyncIterator()
        task = Task { await engine.failure(of: request) { told.yield($0.percent) } }
    }

    /// Waits until it is so far.
    func reaches(_ percent: Int) async {
        while let next = await percents.next(), next < percent {}
    }

    func cancel() { task.cancel() }

    var error: TransferError? { get async { await task.value } }
}
