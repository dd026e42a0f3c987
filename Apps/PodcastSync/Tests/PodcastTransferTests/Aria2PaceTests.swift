import Foundation
import PodcastServer
import TestClocks
import Testing

@testable import PodcastTransfer

@Suite("A host that is slow, by aria2", .timeLimit(.minutes(15))) struct Aria2PaceTests {
    private let time = TestClock()
    private let host = TestClock()
    /// In percents that differ for each piece that a slow host sends.
    private let body = noise(90_000)

    private func bench() throws -> Aria2Bench { try Aria2Bench(clock: time, serverClock: host) }

    @Test(
        "POD-10: a host that sends next to nothing is failed by aria2 as in the app: told, its place free, its part gone on with"
    )
    func drops() async throws {
        let bench = try bench()
        bench.server.route("/a.mp3", audio(body).with(.drip(bytes: 1_000, every: .seconds(30))))
        let download = Download(bench.engine(), bench.request("/a.mp3"))
        await download.reaches(1)
        try await pass()
        for percent in [2, 3] {
            try await host.waitForScheduledSleep()
            host.advance(by: .seconds(30))
            await download.reaches(percent)
        }
        try await pass()
        #expect(await download.error == .tooSlow(bench.server.origin + "/a.mp3"))
        #expect(bench.bytes(bench.part) == Array(body[..<3_000]))
        #expect(bench.bytes(bench.library.appendingPathComponent("episode.mp3.part.aria2")) == nil)
        let engine = bench.engine()
        #expect(try await engine.outstanding() == [])
        bench.server.route("/a.mp3", audio(body))
        #expect(await failure(of: engine, bench.request("/a.mp3")) == nil)
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a host that rests for long, and sends a little in every minute, is waited for by aria2")
    func slow() async throws {
        let bench = try bench()
        bench.server.route("/a.mp3", audio(body).with(.drip(bytes: 30_000, every: .seconds(50))))
        let download = Download(bench.engine(), bench.request("/a.mp3"))
        for percent in [33, 66] {
            await download.reaches(percent)
            try await pass()
            try await host.waitForScheduledSleep()
            host.advance(by: .seconds(50))
        }
        #expect(await download.error == nil)
        #expect(bench.ranges(of: "/a.mp3") == [nil])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test(
        "POD-10: of a part that goes on only what comes anew is measured, not the block that aria2 asks for again"
    )
    func resumed() async throws {
        let bench = try bench()
        try Data(body[..<30_000]).write(to: bench.part)
        try Data(#"{"etag":"\"a\"","total":90000}"#.utf8)
            .write(to: bench.library.appendingPathComponent("episode.mp3.part.json"))
        // Too little in a minute to reach the end of the old part in one, and enough to be waited for.
        bench.server.route("/a.mp3", audio(body).with(.drip(bytes: 5_000, every: .seconds(50))))
        let download = Download(bench.engine(), bench.request("/a.mp3"))
        await download.reaches(23)
        try await pass()
        try await host.waitForScheduledSleep()
        host.advance(by: .seconds(50))
        await download.reaches(29)
        try await pass()
        #expect(bench.ranges(of: "/a.mp3").last == "bytes=16384-89999")
        download.cancel()
        #expect(await download.error == .cancelled)
    }

    /// A minute, once it is looked after the body: the look before it may have been watched as well.
    private func pass() async throws {
        while time.sleeperCount == 0 { try await time.waitForScheduledSleep() }
        time.advance(by: .seconds(60))
    }
}
