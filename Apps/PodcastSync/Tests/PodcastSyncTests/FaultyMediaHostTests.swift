import CogTesting
import Foundation
import PodcastModel
import PodcastServer
import Testing

@testable import PodcastSync

/// What a run makes of an episode whose host misbehaves.
@MainActor
@Suite("An episode whose host misbehaves", .timeLimit(.minutes(15)))
struct FaultyMediaHostTests {
    /// One way to misbehave, and what comes of it.
    nonisolated struct Case: Sendable, CustomTestStringConvertible {
        let faults: [Fault]
        let message: String
        /// What the next attempt asks for, and how it is answered.
        var next: (range: String?, statuses: [Int]) = (nil, [200])

        var testDescription: String { "\(faults)" }
    }

    nonisolated private static let cases = [
        Case(
            faults: [.cut(after: 20_000)], message: "FILE ended after 20000 of 50000 bytes",
            next: ("bytes=20000-", [206])),
        // Its length was a lie, so that nothing says that the part is of the same file.
        Case(
            faults: [.length(off: 100)], message: "FILE ended after 50000 of 50100 bytes",
            next: ("bytes=50000-", [416, 200])),
        Case(faults: [.reset(after: 0)], message: "FILE ended after 0 of 50000 bytes"),
        Case(faults: [.noAnswer], message: "bad answer from FILE: Empty reply from server"),
        Case(faults: [.statusLine("banana")], message: "bad answer from FILE: "),
        Case(faults: [.longHeader(bytes: 1 << 20)], message: "bad answer from FILE: its head is too long"),
        Case(faults: [.gzip(.labelOnly)], message: "bad answer from FILE: it came as gzip"),
        Case(faults: [.gzip(.truncated)], message: "bad answer from FILE: it came as gzip"),
        Case(
            faults: [.gzip(.unlabelled)], message: "bad answer from FILE: it is gzip, and does not say so"),
        Case(
            faults: [.ranges(.unasked)], message: "bad answer from FILE: a range came that nobody asked for"),
        Case(faults: [.page], message: "FILE is a web page"),
        Case(faults: [.empty], message: "FILE is empty"),
        Case(faults: [.notModified()], message: "HTTP 304 from FILE"),
        Case(faults: [.status(404)], message: "HTTP 404 from FILE"),
        Case(faults: [.status(410)], message: "HTTP 410 from FILE"),
        Case(faults: [.status(503)], message: "HTTP 503 from FILE"),
        Case(faults: [.redirect(302, .loop)], message: "too many redirects at FILE"),
        Case(
            faults: [.cut(after: 20_000), .version(1)], message: "FILE ended after 20000 of 50000 bytes",
            next: ("bytes=20000-", [200])),
    ]

    @Test(
        "POD-10: an episode whose host misbehaves is failed with its reason, never done, and fetched later",
        arguments: cases)
    func failed(_ example: Case) async throws {
        let bench = try RefreshBench()
        let good = audio(50_000)
        var faulty = good
        faulty.faults = example.faults
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\""))
        bench.server.route("/1.mp3", faulty)
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        let first = try await bench.run(RunRequest(downloads: .wanted))
        #expect(first.exitCode == .someFailed && first.downloaded == 0)
        let told = first.failures.map {
            $0.replacingOccurrences(of: bench.server.origin + "/1.mp3", with: "FILE")
        }
        #expect(told.count == 1 && told.first?.hasPrefix("1.mp3: " + example.message) == true, "\(told)")
        #expect(!FileManager.default.fileExists(atPath: bench.file("Show/1.mp3.mp3").path))
        guard case .failed(_, let next) = try bench.store.episodes().first?.download else {
            Issue.record("it was not failed")
            return
        }
        #expect(next == bench.now.addingTimeInterval(60))

        let before = bench.server.log(of: "/1.mp3").count
        bench.server.route("/1.mp3", good)
        _ = try await bench.run(RunRequest(downloads: .wanted))
        #expect(bench.server.log(of: "/1.mp3").count == before, "it did not rest")
        bench.clock.advance(by: .seconds(60))
        let second = try await bench.run(RunRequest(downloads: .wanted))
        #expect(second.exitCode == .done && second.downloaded == 1)
        #expect(try [UInt8](Data(contentsOf: bench.file("Show/1.mp3.mp3"))) == good.body)
        let last = bench.server.log(of: "/1.mp3").dropFirst(before)
        #expect(last.first?.range == example.next.range)
        #expect(last.map(\.status) == example.next.statuses)
        #expect(bench.server.log(of: "/feed").map(\.status) == [200, 304, 304])
    }

    @Test(
        "POD-10: whatever a host does with ranges, the file becomes the whole one",
        arguments: [
            (.ignored, [200]), (.unconditional, [206]), (.shifted, [206, 200]), (.wrongTotal, [206, 200]),
            (.unlabelled, [206, 200]), (.refused, [416, 200]), (.short, [206]), (.unasked, [206]),
        ] as [(Fault.RangeLie, [Int])])
    func ranges(_ lie: Fault.RangeLie, _ statuses: [Int]) async throws {
        let bench = try RefreshBench()
        let good = audio(50_000)
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\""))
        bench.server.route("/1.mp3", good.with(.cut(after: 20_000)))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        _ = try await bench.run(RunRequest(downloads: .wanted))
        bench.server.route("/1.mp3", good.with(.ranges(lie)))
        bench.clock.advance(by: .seconds(60))
        var done = try await bench.run(RunRequest(downloads: .wanted))
        #expect(bench.server.log(of: "/1.mp3").map(\.status) == [200] + statuses)
        if lie == .short {
            #expect(done.failures.first?.hasSuffix("/1.mp3 ended after 35000 of 50000 bytes") == true)
            bench.server.route("/1.mp3", good)
            bench.clock.advance(by: .seconds(120))
            done = try await bench.run(RunRequest(downloads: .wanted))
            #expect(bench.server.log.last?.range == "bytes=35000-")
        }
        #expect(done.downloaded == 1)
        #expect(try [UInt8](Data(contentsOf: bench.file("Show/1.mp3.mp3"))) == good.body)
        if statuses.count == 1, lie != .ignored {
            let bytes = bench.server.log(of: "/1.mp3").map(\.bytes).reduce(0, +)
            #expect(bytes == 50_000, "bytes came twice")
        }
    }

    @Test(
        "POD-10: a range of another version is not added to the part of this one, also where If-Range is ignored"
    )
    func changedAndUnconditional() async throws {
        let bench = try RefreshBench()
        let good = audio(50_000)
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"]), etag: "\"v1\""))
        bench.server.route("/1.mp3", good.with(.cut(after: 20_000)))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        _ = try await bench.run(RunRequest(downloads: .wanted))
        bench.server.route("/1.mp3", good.with(.version(1), .ranges(.unconditional)))
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.run(RunRequest(downloads: .wanted)).downloaded == 1)
        #expect(bench.server.log(of: "/1.mp3").map(\.status) == [200, 206, 200])
        let bytes = try [UInt8](Data(contentsOf: bench.file("Show/1.mp3.mp3")))
        #expect(bytes.count == 50_000 && bytes.dropFirst(16) != good.body.dropFirst(16))
        #expect(zip(bytes, good.body).dropFirst(16).allSatisfy { $0.0 == $0.1 ^ 1 })
    }

    @Test("POD-10: an episode whose host redirects it to another, and that one answers late, is fetched once")
    func slowElsewhere() async throws {
        let time = TestClock()
        let bench = try RefreshBench()
        let other = try LoopbackServer(clock: time)
        defer { other.stop() }
        let good = audio(50_000)
        bench.server.route("/feed", .text(bench.rss("Show", ["/1.mp3"])))
        bench.server.route(
            "/1.mp3", audio(0).with(.redirect(302, .to(other.url("/there.mp3").absoluteString))))
        other.route(
            "/there.mp3", good.with(.latency(.seconds(40)), .drip(bytes: 20_000, every: .seconds(9))))
        _ = try bench.store.addFeed(bench.server.url("/feed"))
        async let summary = bench.run(RunRequest(downloads: .wanted))
        for wait in [40, 9, 9] {
            try await time.waitForScheduledSleep()
            time.advance(by: .seconds(wait))
        }
        #expect(try await summary.downloaded == 1)
        #expect(other.log.map(\.bytes) == [50_000])
        #expect(try [UInt8](Data(contentsOf: bench.file("Show/1.mp3.mp3"))) == good.body)
    }
}

/// So many bytes that stand for a recording.
func audio(_ count: Int) -> Response {
    Response(body: SeededBytes.make(count: count, seed: 5), contentType: "audio/mpeg", etag: "\"a\"")
}
