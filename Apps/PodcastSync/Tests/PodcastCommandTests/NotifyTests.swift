import Foundation
import PodcastServer
import Testing

@Suite("Telling of what came", .timeLimit(.minutes(10)))
struct NotifyTests {
    /// A feed of three episodes, and a command that appends what it is told to a file.
    private struct Bench {
        let program: Program
        let server: LoopbackServer

        init() async throws {
            (program, server) = (try Program(), try LoopbackServer())
            Feeds.serve("Show", 3, on: server)
            let result = try await program.run(
                "subscribe", server.url("/Show.xml").absoluteString, "--library", program.library.path)
            #expect(result.code == 0)
        }

        func sync(_ command: String, _ options: String...) async throws -> Program.Result {
            try await program.run(
                ["sync", "--once", "--jobs", "1", "--library", program.library.path, "--notify", command]
                    + options)
        }

        var told: URL { program.folder.appendingPathComponent("told") }
        var tells: String { "cat >> '\(told.path)'" }

        /// What the command was told, line by line.
        func messages() throws -> [[String: Any]] {
            guard let text = try? String(contentsOf: told, encoding: .utf8) else { return [] }
            return try text.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        func remove() {
            program.remove()
            server.stop()
        }
    }

    @Test("POD-13: the command is told of each episode that came, once, in order, after the file is whole")
    func told() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        let library = bench.program.library.path
        let result = try await bench.sync(
            #"test "$(wc -c < "$PODCAST_FILE")" -gt 1000 && echo "$PODCAST_FEED: $PODCAST_EPISODE" && "#
                + bench.tells, "--json")
        #expect(result.code == 0)
        let messages = try bench.messages()
        #expect(messages.map { $0["title"] as? String } == ["Part 3", "Part 2", "Part 1"])
        let last = try #require(messages.last)
        #expect(last["episode"] as? Int == 1)
        #expect(last["feed"] as? Int == 1)
        #expect(last["feedTitle"] as? String == "Show")
        #expect(last["path"] as? String == library + "/Show/Part 1.mp3")
        #expect(last["bytes"] as? Int == Feeds.bytes("Show", 1).count)
        #expect(last["published"] as? String == "2024-01-01T06:00:00Z")
        #expect(last["url"] as? String == bench.server.url("/media/Show/1.mp3").absoluteString)
        // What the command says must not stand in the middle of the answer.
        #expect(result.complaints == "Show: Part 3\nShow: Part 2\nShow: Part 1\n")
        let notices = try result.json()["notices"] as? [[String: Any]]
        #expect(notices?.map { $0["title"] as? String } == ["Part 3", "Part 2", "Part 1"])
        #expect(try await bench.sync(bench.tells).code == 0)
        #expect(try bench.messages().count == 3)
    }

    @Test("A command that fails is told of, exits 1, and hears it again from the next run that has one")
    func failing() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        let failed = try await bench.sync("exit 3")
        #expect(failed.code == 1)
        #expect(failed.complaintLines.count == 3)
        #expect(
            failed.complaintLines.first
                == "podcast-sync: Part 3: the command of --notify ended with code 3; the next run tries it again"
        )
        #expect(failed.lines.last == "1 feed, 3 episodes, 3 downloaded, 3 failed")
        let signalled = try await bench.sync("kill -9 $$", "--json")
        let notices = try signalled.json()["notices"] as? [[String: Any]]
        #expect((notices?.first?["reason"] as? String)?.contains("was ended by signal 9") == true)
        _ = try await bench.program.run("sync", "--once", "--library", bench.program.library.path)
        #expect(try await bench.sync(bench.tells).code == 0)
        #expect(try bench.messages().map { $0["title"] as? String } == ["Part 3", "Part 2", "Part 1"])
    }

    @Test("POD-14: a notice that a crash cut off is given by the next run, and those before it are not")
    func crash() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        // The shell's parent is the program.
        let dies = #"test "$PODCAST_EPISODE" = 'Part 2' && kill -9 $PPID; "# + bench.tells
        #expect(try await bench.sync(dies).code == -9)
        #expect(try await bench.sync(bench.tells).code == 0)
        let titles = try bench.messages().map { $0["title"] as? String }
        // The command that saw the crash had the time to end, or had it not.
        #expect(titles.filter { $0 == "Part 3" }.count == 1)
        #expect(titles.filter { $0 == "Part 1" }.count == 1)
        #expect(titles.last == "Part 1")
        #expect(titles.contains("Part 2"))
    }

    @Test("POD-12: a file that cleanup is about to take is told of first, while it is here")
    func cleanup() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        #expect(try await bench.sync("exit 1").code == 1)
        _ = try await bench.program.run("policy", "1", "--library", bench.program.library.path)
        let result = try await bench.sync(#"test -f "$PODCAST_FILE" && "# + bench.tells)
        #expect(result.code == 0)
        #expect(result.lines.last == "1 feed, 3 episodes, 0 downloaded, 0 failed, 2 removed")
        #expect(try bench.messages().count == 3)
    }

    @Test("POD-14: SIGTERM ends the command too, says what is left, and the next run gives the notice")
    func stopped() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        // The command's own parent is stopped by it, and it would not end by itself.
        let result = try await bench.sync("kill -TERM $PPID; sleep 10000 & wait")
        #expect(result.code == 130)
        #expect(result.complaintLines.last?.contains("interrupted with ") == true)
        #expect(try await bench.sync(bench.tells).code == 0)
        #expect(try bench.messages().map { $0["title"] as? String } == ["Part 3", "Part 2", "Part 1"])
    }

    @Test("--notify needs a command")
    func empty() async throws {
        let bench = try await Bench()
        defer { bench.remove() }
        let result = try await bench.sync("")
        #expect(result.code == 2)
        #expect(result.complaints.contains("--notify needs COMMAND"))
    }
}
