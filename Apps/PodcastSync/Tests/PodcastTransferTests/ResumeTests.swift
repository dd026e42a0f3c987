import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct ResumeTests {
    /// A host that honours a range whatever `If-Range` says, and what it says instead.
    private static let liars: [(String, [String: String])] = [
        ("another tag", ["ETag": "\"b\"", "Content-Range": "bytes 20000-49999/50000"]),
        ("another total", ["ETag": "\"a\"", "Content-Range": "bytes 20000-49999/50001"]),
        (
            "another date",
            ["Last-Modified": "Tue, 02 Jan 2024 00:00:00 GMT", "Content-Range": "bytes 20000-49999/50000"]
        ),
        ("another offset", ["ETag": "\"a\"", "Content-Range": "bytes 10000-39999/50000"]),
        ("no range", ["ETag": "\"a\""]),
        (
            "an encoding",
            ["ETag": "\"a\"", "Content-Range": "bytes 20000-49999/50000", "Content-Encoding": "br"]
        ),
    ]

    @Test(
        "POD-10: a range that may be of other bytes is thrown away and the file fetched anew",
        arguments: liars)
    func liar(_ what: String, _ headers: [String: String]) async throws {
        let bench = try Bench()
        let body = noise(50_000, seed: 2)
        bench.server.route("/a.mp3") { request in
            guard request[header: "Range"] != nil else { return audio(body) }
            return Response(
                status: 206, headers: headers, body: Array(body[20_000...]), contentType: "audio/mpeg")
        }
        try bench.leavePart(
            Array(noise(50_000)[..<20_000]), total: 50_000, lastModified: "Mon, 01 Jan 2024 00:00:00 GMT")
        let receipt = try await bench.download("/a.mp3")
        #expect(receipt.resumedFrom == 0)
        #expect(bench.server.log.map(\.range) == ["bytes=20000-", nil])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a part that is as long as another file is not taken for that one")
    func changedToSameLength() async throws {
        let bench = try Bench()
        let body = noise(5_000, seed: 2)
        bench.server.route("/a.mp3") { request in
            guard request[header: "Range"] != nil else { return audio(body, etag: "\"b\"") }
            return Response(status: 416, headers: ["Content-Range": "bytes */5000", "ETag": "\"b\""])
        }
        try bench.leavePart(noise(5_000), total: 5_000)
        _ = try await bench.download("/a.mp3")
        #expect(bench.server.log.map(\.status) == [416, 200])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a weak tag is not asked with, a date beside it is")
    func weakTag() async throws {
        let bench = try Bench()
        let body = noise(50_000)
        let date = "Mon, 01 Jan 2024 00:00:00 GMT"
        var response = audio(body, etag: "W/\"a\"")
        response.lastModified = date
        response.faults = [.cut(after: 20_000)]
        bench.server.route("/a.mp3", response)
        _ = await bench.downloadFailure("/a.mp3")
        response.faults = []
        bench.server.route("/a.mp3", response)
        #expect(try await bench.download("/a.mp3").resumedFrom == 20_000)
        #expect(bench.server.log.map(\.ifRange) == [nil, date])
        #expect(bench.bytes(bench.file) == body)
    }

    @Test("POD-10: a download that was gone on with and cut off again tells the bytes of the file")
    func cutAgain() async throws {
        let bench = try Bench()
        let body = noise(50_000)
        try bench.leavePart(Array(body[..<20_000]), total: 50_000)
        bench.server.route("/a.mp3", audio(body).with(.cut(after: 10_000)))
        let error = await bench.downloadFailure("/a.mp3")
        #expect(
            error == .truncated(bench.server.origin + "/a.mp3", received: 30_000, expected: 50_000))
    }

    @Test("POD-10: without a length the end of the chunks is the end, and a cut in them none")
    func unknownLength() async throws {
        let bench = try Bench()
        let body = noise(50_000)
        var response = audio(body)
        response.isChunked = true
        response.faults = [.cut(after: 30_000)]
        bench.server.route("/a.mp3", response)
        let error = await bench.downloadFailure("/a.mp3")
        guard case .truncated(_, _, expected: nil) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!bench.isFinished)
        response.faults = []
        bench.server.route("/a.mp3", response)
        let told = Gathered<DownloadProgress>()
        #expect(try await bench.download("/a.mp3") { told.add($0) }.bytes == 50_000)
        #expect(bench.bytes(bench.file) == body)
    }
}
