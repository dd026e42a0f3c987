import Foundation
import PodcastServer
import Testing

@Suite("The session that README shows", .timeLimit(.minutes(10)))
struct RecordingTests {
    @Test("Each command of it answers what README shows, but for the line about progress")
    func session() async throws {
        let steps = try Self.steps()
        #expect(steps.count > 8)
        let program = try Program()
        let server = try LoopbackServer()
        defer {
            server.stop()
            program.remove()
        }
        try FolderSite(directory: Self.root.appendingPathComponent("Apps/PodcastSync/Recording/feeds"))
            .install(on: server)
        var code: Int32 = 0
        for step in steps {
            if step.words == ["echo", "$?"] {
                #expect(step.shown == ["\(code)"])
                continue
            }
            #expect(step.words.first == "podcast-sync")
            let words = step.words.dropFirst().map {
                $0.replacing("127.0.0.1:8765", with: "127.0.0.1:\(server.port)")
            }
            let result = try await program.run(Array(words))
            code = result.code
            let said = (result.lines + result.complaintLines).map {
                Self.steady(
                    $0.replacing("127.0.0.1:\(server.port)", with: "127.0.0.1:8765")
                        .replacing(program.folder.path + "/data", with: "/home/you/.local/share"))
            }
            let shown = step.shown.map(Self.steady).filter { !$0.hasSuffix(" left") }
            // A terminal shows both streams, as they come.
            #expect(said.sorted() == shown.sorted(), "\(step.words)")
        }
    }

    /// A command with what was to be seen of it.
    private struct Step {
        let words: [String]
        var shown: [String] = []
    }

    private static var root: URL {
        (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    }

    private static func steps() throws -> [Step] {
        let page = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let pieces = page.components(separatedBy: "<!-- session -->")
        let part = try #require(pieces.count > 1 ? pieces[1] : nil).components(separatedBy: "```")
        var steps: [Step] = []
        for line in try #require(part.count > 1 ? part[1] : nil).split(separator: "\n").dropFirst() {
            if line.hasPrefix("$ ") {
                steps.append(Step(words: words(of: line.dropFirst(2))))
            } else {
                steps[steps.count - 1].shown.append(String(line))
            }
        }
        return steps
    }

    /// As the shell parts them, with single quotes.
    private static func words(of line: Substring) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { place, piece in
            place % 2 == 1 ? [String(piece)] : piece.split(separator: " ").map(String.init)
        }
    }

    /// Without the moments, which are others each time.
    private static func steady(_ line: some StringProtocol) -> String {
        String(line).replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "MOMENT")
    }
}
