import Foundation
import PodcastServer
import Testing

@Suite("Warnings from the command line", .timeLimit(.minutes(10)))
struct WarningCommandTests {
    @Test(
        "POD-5: status and list tell what is wrong with a feed until it is read and nothing is; doctor does not"
    )
    func wholeLife() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let good = Feeds.rss("Show", 1, on: server)
        let bad = good.replacing("<title>Show</title>", with: "<title>Fish & chips</title>")
        server.route("/show.xml", .text("x" + bad, etag: "\"1\""))
        let library = ["--library", program.library.path]
        func warnings(_ command: String) async throws -> [String]? {
            let answer = try await program.run([command, "--json"] + library).json()
            return (answer["feeds"] as? [[String: Any]])?.first?["warnings"] as? [String]
        }
        let told = ["bytes before the document were passed over", "a bare & was read as itself"]

        _ = try await program.run(["subscribe", server.url("/show.xml").absoluteString] + library)
        // An answer that nothing changed, and one that fails.
        for answer in [nil, Response(status: 500)] {
            if let answer { server.route("/show.xml", answer) }
            _ = try await program.run(["refresh"] + library)
            #expect(try await warnings("status") == told)
            #expect(try await warnings("list") == told)
        }
        #expect(server.log.map(\.status) == [200, 304, 500])
        let lines = try await program.run(["status"] + library).lines
        #expect(lines.count == 5 && lines[2].hasPrefix("\tlast error: HTTP 500"))
        #expect(lines[3] == "\twarnings: \(told.joined(separator: "; "))")

        server.route("/show.xml", .text("x" + bad, etag: "\"2\""))
        _ = try await program.run(["refresh", "1"] + library)
        #expect(try await program.run(["doctor"] + library).code == 0)

        server.route("/show.xml", .text(good, etag: "\"3\""))
        _ = try await program.run(["refresh"] + library)
        #expect(try await warnings("status") == [])
        #expect(try await program.run(["status"] + library).lines.count == 3)
    }
}
