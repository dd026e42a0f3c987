import Foundation
import PodcastServer
import Synchronization
import Testing

@Suite("What the program says of itself", .timeLimit(.minutes(10)))
struct HelpTests {
    @Test("The help of a command has its options, how it ends, and examples of what it and others take")
    func examples() async throws {
        let program = try Program()
        defer { program.remove() }
        var helps: [String: HelpText] = [:]
        let names = HelpText(try await program.run("help").output).commands
        for name in names { helps[name] = HelpText(try await program.run("help", name).output) }
        for (name, help) in helps {
            #expect(help.options.suffix(2) == ["--json", "--help"])
            #expect(help.exitCodes.isSuperset(of: [0]))
            #expect(help.examples.contains { $0.contains("podcast-sync \(name)") })
            for example in help.examples {
                let call = example.split(separator: " | ").first { $0.hasPrefix("podcast-sync ") }
                let words = try #require(call).split(separator: " ")
                let called = try #require(helps[String(words[1])], "\(example) calls no command")
                for option in words.dropFirst(2).prefix(while: { $0 != "||" }) where option.hasPrefix("--") {
                    #expect(called.options.contains(String(option)), "\(example) takes no \(option)")
                }
            }
            let others = try await program.run(name, "--help").lines.last { $0.hasPrefix("See also: ") }
            for other in try #require(others).dropFirst(10).split(separator: ", ") {
                #expect(names.contains(String(other)) && other != name)
            }
        }
    }

    @Test("No line of help is longer than a page of 110 columns has room for")
    func width() async throws {
        let program = try Program()
        defer { program.remove() }
        let overview = try await program.run("help").output
        var texts = [overview]
        for name in HelpText(overview).commands { texts.append(try await program.run("help", name).output) }
        for line in texts.flatMap({ $0.split(separator: "\n") }) { #expect(line.count <= 110, "\(line)") }
    }

    @Test("The manual page has every command and option, and nothing that roff would take for its own")
    func manPage() async throws {
        let program = try Program()
        defer { program.remove() }
        let page = try await program.run("help", "--man")
        #expect(page.code == 0)
        #expect(page.lines.first?.hasPrefix(".TH PODCAST-SYNC 1 ") == true)
        let macros = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I"]
        for line in page.lines where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(macros.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
        }
        for line in page.lines where !line.hasPrefix(".TH") {
            let bare = line.replacing("\\-", with: "").replacing("\\e", with: "").replacing("\\&", with: "")
                .replacing("\\fI", with: "").replacing("\\fR", with: "").replacing("\\[u2026]", with: "")
            #expect(!bare.contains("\\") && !bare.contains("-") && bare.utf8.count == bare.count, "\(line)")
        }
        let text = page.output.replacing("\\-", with: "-").replacing("\\[u2026]", with: "…")
        for name in HelpText(try await program.run("help").output).commands {
            #expect(text.contains("\n.SS \(name) "))
            for option in HelpText(try await program.run("help", name).output).options {
                #expect(text.contains("\n.B \(option)"), "\(option)")
            }
        }
        let titles = page.lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            titles == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS OF MANY COMMANDS", "EXIT STATUS",
                "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO",
            ])
    }

    @Test(
        "bash completes commands, and the options of each",
        arguments: [
            (["sy"], "sync"), (["sync", "--wa"], "--watch\n--wait"), (["help", "--m"], "--man"),
            (["unsubscribe", "--del"], "--delete"), (["list", "--del"], ""), (["import", "s"], ""),
        ])
    func completion(typed: [String], completed: String) async throws {
        let program = try Program()
        defer { program.remove() }
        let script = try await program.run("help", "--bash").output
        let asks =
            script + "COMP_WORDS=(podcast-sync \"$@\"); COMP_CWORD=$#; _podcast_sync\n"
            + "printf '%s\\n' \"${COMPREPLY[@]}\""
        // The program is only the script's name.
        let answer = try await program.run(typed, by: ["/bin/bash", "-c", asks])
        #expect(answer.output.trimmingCharacters(in: .newlines) == completed)
    }

    @Test("Help speaks JSON too: of one command what its text says, of all one after the other")
    func inJSON() async throws {
        let program = try Program()
        defer { program.remove() }
        let overview = try await program.run("help", "--json").json()
        let commands = try #require(overview["commands"] as? [[String: Any]])
        let names = HelpText(try await program.run("help").output).commands
        #expect(commands.map { $0["command"] as? String } == names)
        #expect(try await program.run("--help", "--json").json() as NSDictionary == overview as NSDictionary)
        for (name, command) in zip(names, commands) {
            let text = try await program.run("help", name).output
            for words in [["help", name, "--json"], ["help", "--json", name], [name, "--json", "--help"]] {
                #expect(try await program.run(words).json() as NSDictionary == command as NSDictionary)
            }
            let usage = try #require(command["usage"] as? String)
            #expect(text.hasPrefix("usage: \(usage)\n"))
            #expect(text.contains(try #require(command["details"] as? String)))
            let options = command["options"] as? [[String: Any]]
            #expect(options?.map { $0["name"] as? String } == HelpText(text).options)
            let examples = command["examples"] as? [[String: Any]]
            #expect(examples?.map { $0["line"] as? String } == HelpText(text).examples.map(String.init))
            let codes = command["exitCodes"] as? [[String: Any]]
            #expect(Set(codes?.compactMap { $0["code"] as? Int32 } ?? []) == HelpText(text).exitCodes)
            #expect((command["seeAlso"] as? [String])?.isEmpty == false)
        }
        for page in ["--man", "--bash"] {
            let refused = try await program.run("help", page, "--json")
            #expect(refused.code == 2)
            #expect(
                refused.complaints == "podcast-sync: help: \(page) is no answer in JSON; leave out --json\n")
        }
    }

    @Test("The version is told by --version, in JSON too, by the manual page, and to hosts; CHANGELOG has it")
    func version() async throws {
        let program = try Program()
        let server = try LoopbackServer()
        defer {
            server.stop()
            program.remove()
        }
        let told = try await program.run("--version")
        #expect(told.code == 0)
        let version = try #require(told.output.wholeMatch(of: /podcast-sync (\d+\.\d+\.\d+)\n/)?.1)
        #expect(try await program.run("-V").output == told.output)
        let object = try await program.run("--version", "--json").json()
        #expect(object as? [String: String] == ["name": "podcast-sync", "version": String(version)])
        #expect(try await program.run("--version", "list").code == 2)
        #expect(
            try await program.run("help", "--man").lines.first?.contains("podcast-sync \(version)") == true)
        let agent = Mutex("")
        server.route("/feed") { request in
            agent.withLock { $0 = request[header: "User-Agent"] ?? "" }
            return .status(404)
        }
        _ = try await program.run("subscribe", server.url("/feed").absoluteString)
        #expect(agent.withLock { $0 } == "podcast-sync/\(version)")
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = changes.split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(newest?.hasPrefix("## \(version)") == true)
    }

    @Test("help takes one thing at most, and says what it does not know")
    func misused() async throws {
        let program = try Program()
        defer { program.remove() }
        let extra = try await program.run("help", "sync", "status")
        #expect(extra.code == 2)
        #expect(extra.complaints == "podcast-sync: help: 'status' is one too many; see podcast-sync --help\n")
        #expect(try await program.run("help", "--roff").code == 2)
    }
}
