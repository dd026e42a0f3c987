import Foundation
import PodcastServer
import Testing

@Suite("Two subscriptions become one while aria2 is at work for them", .timeLimit(.minutes(10)))
final class Aria2JoinTests {
    private let program: Program
    private let server: LoopbackServer
    private let library: [String]
    private var sync: [String] { ["sync", "--once", "--engine", "aria2"] + library }
    private let body = Array(repeating: Array("episode ".utf8), count: 400_000).flatMap { $0 }

    init() throws {
        program = try Program()
        server = try LoopbackServer()
        library = ["--library", program.library.path]
    }

    deinit {
        program.remove()
        server.stop()
    }

    /// Has a sync that is stopped leave the one episode of the feed `Old` to aria2, half of it here.
    private func abandon(_ signal: Int32, at gate: StallGate) async throws {
        feed("Old", ["1"])
        stall(at: gate)
        try await subscribe("Old")
        try await stop(signal, at: gate)
        #expect(program.aria2 != nil)
    }

    private func feed(_ title: String, _ episodes: [String]) {
        let items = episodes.map { name in
            "<item><title>Part \(name)</title><guid>\(name)</guid>"
                + "<enclosure url=\"\(server.origin)/\(name).mp3\" type=\"audio/mpeg\"/></item>"
        }
        server.route(
            "/\(title).xml",
            .text("<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"))
    }

    private func stall(at gate: StallGate) {
        let media = Response(body: body, contentType: "audio/mpeg", etag: "\"1\"")
        server.route("/1.mp3") { request in
            let isLook = request[header: "Range"]?.hasPrefix("bytes=0-") == true
            return isLook ? media : media.with(.stall(gate, after: 2_000_000))
        }
    }

    private func subscribe(_ title: String) async throws {
        let address = server.url("/\(title).xml").absoluteString
        #expect(try await program.run(["subscribe", address] + library).code == 0)
    }

    private func stop(_ signal: Int32, at gate: StallGate) async throws {
        _ = try await program.run(sync) { process in
            await gate.reached()
            kill(process.processIdentifier, signal)
        }
    }

    private func files(_ folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(
            atPath: program.library.appendingPathComponent(folder).path
        ).sorted()
    }

    private func size(_ path: String) throws -> Int {
        let file = program.library.appendingPathComponent(path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.size] as? Int)
    }

    /// Where the last request for the episode began.
    private var resumed: Int? {
        let range = server.log(of: "/1.mp3").last { $0.range != "bytes=0-255" }?.range
        return range.flatMap { Int($0.dropFirst(6).prefix { $0.isNumber }) }
    }

    private func isWhole(_ path: String) -> Bool {
        let file = program.library.appendingPathComponent(path)
        return FileManager.default.contents(atPath: file.path).map { [UInt8]($0) } == body
    }

    @Test(
        "POD-16: what aria2 is at moves with its podcast and goes on there, and nothing comes again",
        arguments: [SIGTERM, SIGKILL])
    func moved(_ signal: Int32) async throws {
        let gate = StallGate()
        try await abandon(signal, at: gate)
        feed("New", ["1"])
        try await subscribe("New")
        server.route("/Old.xml", .redirect(301, to: "/New.xml"))
        #expect(try await program.run(["refresh"] + library).code == 0)
        #expect(files("Old") == nil)
        #expect(files("New") == ["Part 1.mp3.part", "Part 1.mp3.part.json"])
        let kept = try size("New/Part 1.mp3.part")
        gate.open()
        let next = try await program.run(sync)
        #expect(next.code == 0 && next.complaints.isEmpty)
        #expect(next.lines.last == "1 feed, 1 episode, 1 downloaded, 0 failed")
        #expect(files("Old") == nil && files("New") == ["Part 1.mp3"] && isWhole("New/Part 1.mp3"))
        #expect(kept > 1_000_000 && resumed == kept / 16_384 * 16_384)
        #expect(program.aria2 == nil)
        #expect(try await program.run(["doctor"] + library).code == 0)
    }

    @Test("POD-16: what the podcast does not have any more where it moved ends, and leaves nothing")
    func absent() async throws {
        let gate = StallGate()
        try await abandon(SIGTERM, at: gate)
        feed("New", ["2"])
        server.route("/2.mp3", Response(body: body, contentType: "audio/mpeg", etag: "\"2\""))
        try await subscribe("New")
        // Its publisher says that it is the same one.
        for title in ["Old", "New"] { guid(title, title == "Old" ? "1" : "2") }
        _ = try await program.run(["refresh"] + library)
        server.route("/Old.xml", .redirect(301, to: "/New.xml"))
        #expect(try await program.run(["refresh"] + library).code == 0)
        gate.open()
        let next = try await program.run(sync)
        #expect(next.code == 0)
        #expect(files("Old") == nil && files("New") == ["Part 2.mp3"])
        #expect(program.aria2 == nil)
        #expect(try await program.run(["doctor"] + library).code == 0)
    }

    private func guid(_ title: String, _ name: String) {
        server.route(
            "/\(title).xml",
            .text(
                "<rss version=\"2.0\" xmlns:podcast=\"https://podcastindex.org/namespace/1.0\"><channel>"
                    + "<title>\(title)</title><podcast:guid>show</podcast:guid><item><title>Part \(name)</title>"
                    + "<guid>\(name)</guid><enclosure url=\"\(server.origin)/\(name).mp3\" type=\"audio/mpeg\"/>"
                    + "</item></channel></rss>"))
    }

    @Test("POD-16: of a file that aria2 is at for both what is longer is gone on with, and the other is gone")
    func both() async throws {
        let gate = StallGate()
        try await abandon(SIGTERM, at: gate)
        let longer = try size("Old/Part 1.mp3.part")
        feed("New", ["1"])
        try await subscribe("New")
        let other = StallGate()
        let media = Response(body: body, contentType: "audio/mpeg", etag: "\"1\"")
        server.route("/1.mp3") { request in
            let isLook = request[header: "Range"]?.hasPrefix("bytes=0-") == true
            return isLook ? media : media.with(.stall(other, after: 100_000))
        }
        try await stop(SIGTERM, at: other)
        #expect(files("New") == ["Part 1.mp3.part", "Part 1.mp3.part.json"])
        server.route("/Old.xml", .redirect(301, to: "/New.xml"))
        #expect(try await program.run(["refresh"] + library).code == 0)
        #expect(files("Old") == nil)
        gate.open()
        other.open()
        let next = try await program.run(sync)
        #expect(next.code == 0)
        #expect(files("Old") == nil && files("New") == ["Part 1.mp3"] && isWhole("New/Part 1.mp3"))
        #expect(try #require(resumed) >= longer / 16_384 * 16_384)
        #expect(program.aria2 == nil)
        #expect(try await program.run(["doctor"] + library).code == 0)
    }
}
