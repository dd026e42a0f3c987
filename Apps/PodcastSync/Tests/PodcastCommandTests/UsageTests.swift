import Foundation
import PodcastServer
import Testing

@Suite("How the program is called", .timeLimit(.minutes(10)))
struct UsageTests {
    @Test(
        "Bad usage is one line on standard error that says what and where, and exits 2",
        arguments: [
            (["frobnicate"], "podcast-sync: 'frobnicate': there is no such command; see podcast-sync --help"),
            (
                ["help", "frobnicate"],
                "podcast-sync: 'frobnicate': there is no such command; see podcast-sync --help"
            ),
            ([], "podcast-sync: the command line: no command; see podcast-sync --help"),
            (
                ["sync", "--once", "--zealously"],
                "podcast-sync: sync: takes no option '--zealously'; see podcast-sync sync --help"
            ),
            (
                ["--quiet", "sync"],
                "podcast-sync: '--quiet': is no command, which comes before its options; "
                    + "see podcast-sync --help"
            ),
            (
                ["refresh", "--jobs", "0"],
                "podcast-sync: refresh: --jobs needs a number from 1 up, not '0'; "
                    + "see podcast-sync refresh --help"
            ),
            (
                ["subscribe", "--", "--help"],
                "podcast-sync: subscribe: '--help' is no http or https address; "
                    + "see podcast-sync subscribe --help"
            ),
            (["sync"], "podcast-sync: sync: needs --once or --watch; see podcast-sync sync --help"),
            (["subscribe"], "podcast-sync: subscribe: needs URL; see podcast-sync subscribe --help"),
            (
                ["subscribe", "example.com/feed"],
                "podcast-sync: subscribe: 'example.com/feed' is no http or https address; "
                    + "did you mean https://example.com/feed?"
            ),
            (
                ["subscribe", "ftp://example.com/feed"],
                "podcast-sync: subscribe: 'ftp://example.com/feed' is no http or https address; "
                    + "see podcast-sync subscribe --help"
            ),
            (
                ["subscribe", "https://example.com:99999/feed"],
                "podcast-sync: subscribe: 'https://example.com:99999/feed' is no http or https address; "
                    + "see podcast-sync subscribe --help"
            ),
            (
                ["status", "--library", "\u{FFFD}"],
                "podcast-sync: status: '\u{FFFD}' is not UTF-8; see podcast-sync status --help"
            ),
            (["status", "x"], "podcast-sync: status: 'x' is one too many; see podcast-sync status --help"),
            (
                ["sync", "--once", "--jobs", "none"],
                "podcast-sync: sync: --jobs needs a number from 1 up, not 'none'; "
                    + "see podcast-sync sync --help"
            ),
            (
                ["policy", "some"],
                "podcast-sync: policy: 'some' is neither all, default, nor a number from 0 up; "
                    + "see podcast-sync policy --help"
            ),
            (["sync", "--library"], "podcast-sync: sync: --library needs DIR; see podcast-sync sync --help"),
            (
                ["sync", "--once=yes"],
                "podcast-sync: sync: --once takes no value; see podcast-sync sync --help"
            ),
        ])
    func usage(arguments: [String], message: String) async throws {
        let program = try Program()
        defer { program.remove() }
        let result = try await program.run(arguments)
        #expect(result.code == 2)
        #expect(result.complaints == message + "\n")
        #expect(result.output == "")
    }

    @Test("Every command of the overview takes --help, which shows --json and exits 0")
    func help() async throws {
        let program = try Program()
        defer { program.remove() }
        let overview = try await program.run("--help")
        #expect(overview.code == 0)
        let commands = HelpText(overview.output).commands
        #expect(
            commands == [
                "subscribe", "unsubscribe", "list", "import", "export", "refresh", "episodes", "plan", "sync",
                "download", "skip", "keep", "clean", "policy", "status", "doctor",
                "serve", "demo",
            ])
        for command in commands {
            let result = try await program.run(command, "--help")
            #expect(result.code == 0)
            #expect(result.output.hasPrefix("usage: podcast-sync \(command)"))
            #expect(result.output.contains("--json"))
            #expect(result.complaints == "")
        }
    }

    @Test(
        "What is called wrongly does nothing of what it was called for",
        arguments: [
            (["--jobs", "0"], "--jobs needs a number from 1 up, not '0'"),
            (["--deadline", "0"], "--deadline needs a time like 90s, 10m, 2h or 1d, not '0'"),
            (["--netrc", "/nowhere"], "cannot read '/nowhere': No such file or directory"),
            (["--netrc", "/"], "cannot read '/': Is a directory"),
        ])
    func nothingDone(option: [String], problem: String) async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Show", 1, on: server)
        let library = ["--library", program.library.path]
        let address = server.url("/Show.xml").absoluteString
        let added = try await program.run(["subscribe", address] + option + library)
        #expect(added.code == 2)
        #expect(
            added.complaints == "podcast-sync: subscribe: \(problem); see podcast-sync subscribe --help\n")
        #expect(!FileManager.default.fileExists(atPath: program.library.path))
        _ = try await program.run(["subscribe", address] + library)
        #expect(try await program.run(["download", "1"] + option + library).code == 2)
        let episodes = try await program.run(["episodes", "--json"] + library).json()["episodes"]
        #expect((episodes as? [[String: Any]])?.first?["isAsked"] as? Bool == false)
    }

    @Test(
        "A command that has nothing to do without a library makes none, and says that there is none",
        arguments: [
            ["status"], ["episodes"], ["policy"], ["refresh"], ["refresh", "1"], ["sync", "--once"], ["list"],
            ["plan"], ["export"], ["clean"], ["unsubscribe", "1"], ["download", "1"], ["skip", "1"],
            ["keep", "1"], ["doctor"],
        ])
    func noLibrary(command: [String]) async throws {
        let program = try Program()
        defer { program.remove() }
        let result = try await program.run(command + ["--library", program.library.path])
        #expect(result.code == 3)
        #expect(
            result.complaints == "podcast-sync: \(program.library.path): there is no library; "
                + "subscribe to a feed first, or give another --library\n")
        #expect(!FileManager.default.fileExists(atPath: program.library.path))
    }

    @Test("With --json an error is one object on standard output, and the line on standard error as well")
    func errorInJSON() async throws {
        let program = try Program()
        defer { program.remove() }
        let library = program.library.path
        let missing = try await program.run("status", "--library", library, "--json")
        #expect(missing.code == 3)
        let error = try #require(try missing.json()["error"] as? [String: Any])
        #expect(error["what"] as? String == "there is no library")
        #expect(error["place"] as? String == library)
        #expect(error["advice"] as? String == "subscribe to a feed first, or give another --library")
        #expect(error["exitCode"] as? Int == 3)
        #expect(missing.complaintLines.count == 1)
        let wrong = try await program.run("policy", "--json", "some")
        #expect(wrong.code == 2)
        #expect((try wrong.json()["error"] as? [String: Any])?["exitCode"] as? Int == 2)
        let operand = try await program.run("policy", "some", "--", "--json")
        #expect(operand.output == "")
    }

    #if os(Linux)
        @Test("An answer that cannot be written is told, and is no success", arguments: [[], ["--json"]])
        func fullOutput(json: [String]) async throws {
            let program = try Program()
            defer { program.remove() }
            let words = ["policy", "3", "--library", program.library.path]
            let result = try await program.run(words + json, writingTo: "/dev/full")
            #expect(result.code == 1)
            #expect(
                result.complaints
                    == "podcast-sync: standard output: cannot write the answer: No space left on device\n")
        }
    #endif

    @Test("A port that is taken is one line that says so, and exits 2")
    func takenPort() async throws {
        let program = try Program()
        defer { program.remove() }
        _ = try program.file("feed.xml", "<rss><channel/></rss>")
        let server = try LoopbackServer()
        defer { server.stop() }
        let result = try await program.run("serve", program.folder.path, "--port", "\(server.port)")
        #expect(result.code == 2)
        #expect(
            result.complaints == "podcast-sync: serve: cannot listen on 127.0.0.1:\(server.port): "
                + "Address already in use; give another --port\n")
    }

    @Test("Without --library the library is podcast-sync in $XDG_DATA_HOME")
    func standardLibrary() async throws {
        let program = try Program()
        defer { program.remove() }
        _ = try await program.run("policy", "7")
        let status = try await program.run("status", "--json").json()
        #expect(status["library"] as? String == program.folder.path + "/data/podcast-sync")
    }
}
