import Foundation
import PodcastServer
import PodcastTransfer
import Testing

#if os(Linux)
    @Suite(.timeLimit(.minutes(15))) struct MemoryTests {
        // Memory belongs to a process, so the client has one of its own.
        @Test("POD-10: a body that comes faster than it is written waits at the host, not in memory")
        func backPressure() async throws {
            let size = 100 << 20
            let server = try LoopbackServer()
            defer { server.stop() }
            server.route("/a.mp3", audio(Array(repeating: 7, count: size)))
            await #expect(processExitsWith: .success) {
                [url = server.url("/a.mp3") as URL, size = size as Int] in
                let bench = try Bench(idleTimeout: 600)
                let receipt = try await DataTaskDownloadEngine(client: bench.client).download(
                    DownloadRequest(id: DownloadID(1), url: url, destination: bench.file)
                ) { _ in }
                #expect(receipt.bytes == size)
                #expect(try peakMemory() < 80 << 10)
            }
            #expect(server.log.map(\.status) == [200])
        }

        @Test(
            "POD-7: a feed of 100 MB ends at its limit, in bounded memory, with a length, without, and packed",
            arguments: [(false, false), (true, false), (true, true)])
        func largeFeed(isChunked: Bool, isGzipped: Bool) async throws {
            let server = try LoopbackServer()
            defer { server.stop() }
            var answer = Response(body: Array(repeating: 0x20, count: 100_000_000), contentType: "text/xml")
            (answer.isChunked, answer.isGzipped) = (isChunked, isGzipped)
            server.route("/feed", answer)
            await #expect(processExitsWith: .success) {
                [url = server.url("/feed") as URL] in
                // On a busy machine it takes a while until so much is packed.
                let bench = try Bench(idleTimeout: 600)
                let before = try peakMemory()
                await #expect(throws: TransferError.tooLarge(url.absoluteString, limit: 64 << 20)) {
                    try await bench.client.fetch(FeedRequest(url: url))
                }
                // The session reads on until it hears that it is to end, and holds the body twice at times.
                #expect(try peakMemory() - before < 160 << 10)
            }
        }

        @Test("POD-14: a download whose host is held back can be cancelled")
        func cancelHeldBack() async throws {
            let bench = try Bench()
            bench.server.route("/a.mp3", audio(Array(repeating: 7, count: 60 << 20)))
            let (engine, request) = (bench.engine, bench.request("/a.mp3"))
            let download = startCancellable { cancel in
                await engine.failure(of: request) { if $0.percent == 20 { cancel() } }
            }
            #expect(await download.value == .cancelled)
            #expect(!bench.isFinished)
        }
    }

    /// The most memory that the process has had, in KiB.
    private func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/)?.1)
        return try #require(Int(peak))
    }
#endif
