import Foundation
import PodcastServer
import Testing

@Suite("Watching and waiting", .timeLimit(.minutes(10)))
struct WatchCommandTests {
    @Test("POD-14: an idle watch asked to stop exits 0", arguments: [SIGTERM, SIGINT])
    func idle(signal: Int32) async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let gate = StallGate()
        var slow = Feeds.media("Show", 1)
        slow.faults = [.stall(gate)]
        server.route("/media/Show/1.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(
            ["subscribe", server.url("/Show.xml").absoluteString, "--no-refresh"] + library)
        let result = try await program.run(["sync", "--watch"] + library) { process in
            await gate.reached()
            gate.open()
            // The library is free once the run is over.
            let other = try await program.run(["policy", "--feed", "1", "9", "--wait"] + library)
            #expect(other.code == 0)
            kill(process.processIdentifier, signal)
        }
        #expect(result.code == 0)
    }

    @Test("POD-14: a watch that is stopped in the middle of a download exits 130 and keeps the part")
    func atWork() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let gate = StallGate()
        var slow = Feeds.media("Show", 1)
        slow.faults = [.stall(gate, after: 16_384)]
        server.route("/media/Show/1.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let result = try await program.run(["sync", "--watch"] + library) { process in
            await gate.reached()
            kill(process.processIdentifier, SIGTERM)
        }
        #expect(result.code == 130)
        #expect(result.complaints.hasSuffix("interrupted with 1 left; run again to go on\n"))
    }

    @Test("POD-14: a watch ends in order as soon as nobody reads what it writes, idle or at work")
    func unread() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let gate = StallGate()
        var slow = Feeds.media("Show", 1)
        slow.faults = [.stall(gate, after: 16_384)]
        server.route("/media/Show/1.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let lines = try AnswerLines(in: program.folder)
        let cutOff = try await program.run(["sync", "--watch"] + library, writingTo: lines.path) { _ in
            await gate.reached()
            try lines.leave()
        }
        #expect(cutOff.code == 130)
        #expect(cutOff.complaints.hasSuffix("interrupted with 1 left; run again to go on\n"))
        gate.open()
        let others = try AnswerLines(in: program.folder)
        let idle = try await program.run(["sync", "--watch", "--json"] + library, writingTo: others.path) {
            _ in
            #expect(try await others.next()["downloaded"] as? Int == 1)
            try others.leave()
        }
        #expect(idle.code == 0 && idle.complaints.isEmpty)
    }

    @Test("SIGHUP has an idle watch take up what another process changed")
    func reload() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        for title in ["One", "Two"] { Feeds.serve(title, 1, on: server) }
        let gates = ["One": StallGate(), "Two": StallGate()]
        for (title, gate) in gates {
            var media = Feeds.media(title, 1)
            media.faults = [.stall(gate)]
            server.route("/media/\(title)/1.mp3", media)
        }
        let library = ["--library", program.library.path]
        func subscribe(_ title: String) async throws {
            let address = server.url("/\(title).xml").absoluteString
            let result = try await program.run(
                ["subscribe", address, "--no-refresh", "--wait"] + library)
            #expect(result.code == 0)
        }
        try await subscribe("One")
        let result = try await program.run(["sync", "--watch"] + library) { process in
            await gates["One"]?.reached()
            gates["One"]?.open()
            try await subscribe("Two")
            kill(process.processIdentifier, SIGHUP)
            await gates["Two"]?.reached()
            gates["Two"]?.open()
            let free = try await program.run(["policy", "7", "--wait"] + library)
            #expect(free.code == 0)
            kill(process.processIdentifier, SIGTERM)
        }
        #expect(result.code == 0)
        #expect(result.output.contains("Two: 1 new episode"))
    }

    @Test("POD-14: a deadline with work left exits 4, and the next run does the rest")
    func deadline() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let gate = StallGate()
        var slow = Feeds.media("Show", 1)
        slow.faults = [.stall(gate)]
        server.route("/media/Show/1.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let late = try await program.run(["sync", "--once", "--deadline", "1s"] + library)
        #expect(late.code == 4)
        #expect(
            late.complaints
                == "podcast-sync: \(program.library.path): its time is over with 1 left; run again to go on\n"
        )
        gate.open()
        #expect(try await program.run(["sync", "--once"] + library).code == 0)
    }

    @Test(
        "POD-14: the wait for the library counts to the deadline, whatever is to be done with it",
        arguments: [["download", "1"], ["skip", "1"], ["subscribe", "http://127.0.0.1:1/"]])
    func waiting(words: [String]) async throws {
        let program = try Program()
        defer { program.remove() }
        let library = ["--library", program.library.path]
        _ = try await program.run(["policy", "1"] + library)
        let lock = open(program.library.appendingPathComponent("library.lock").path, O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let late = try await program.run(words + ["--wait", "--deadline", "1s"] + library)
        #expect(late.code == 4)
        #expect(
            late.complaintLines.last.map(String.init)
                == "podcast-sync: \(program.library.path): its time was over before "
                + "the library was free; run again")
    }

    @Test(
        "A time is a number with its unit, or of seconds",
        arguments: ["", "0", "-1", "1.5h", "x", "m", "5w", "99999999999999999999", "40000d"])
    func times(text: String) async throws {
        let program = try Program()
        defer { program.remove() }
        let result = try await program.run("sync", "--once", "--deadline", text)
        #expect(result.code == 2)
        #expect(
            result.complaints == "podcast-sync: sync: --deadline needs a time like 90s, 10m, 2h or 1d, not "
                + "'\(text)'; see podcast-sync sync --help\n")
    }
}
