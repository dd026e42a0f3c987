import Foundation
import PodcastServer
import Testing

@Suite("What goes wrong", .timeLimit(.minutes(10)))
struct FailureTests {
    @Test("A feed that fails is one line that says what and where; the others go on; the exit code is 1")
    func failingFeeds() async throws {
        let program = try Program()
        defer { program.remove() }
        let gone = try LoopbackServer()
        let unreachable = gone.url("/feed.xml").absoluteString
        gone.stop()
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Good", 2, on: server)
        server.route("/text.xml", .text("no markup at all", contentType: "text/plain"))
        server.route("/empty.xml", .text(""))
        server.route("/page.xml", .html())
        server.route("/secret.xml", .unauthorized())
        server.route("/cut.xml", .text("<rss><channel><title>Cut</title>"))
        let library = program.library.path
        let urls = ["text", "empty", "page", "secret", "cut", "missing", "Good"].map {
            server.url("/\($0).xml").absoluteString
        }
        for url in urls + [unreachable] {
            let result = try await program.run("subscribe", url, "--no-refresh", "--library", library)
            #expect(result.code == 0)
        }
        let result = try await program.run("sync", "--once", "--library", library)
        #expect(result.code == 1)
        #expect(result.lines.last == "8 feeds, 2 episodes, 2 downloaded, 7 failed")
        let origin = server.origin
        // What the system's library says of a connection that was refused is its own affair.
        let refused = result.complaintLines.filter { $0.contains(unreachable) }
        #expect(refused.count == 1)
        #expect(
            refused.first?.hasPrefix(
                "podcast-sync: \(unreachable): cannot reach 127.0.0.1:\(gone.port): ") == true)
        let others = result.complaintLines.filter { !$0.contains(unreachable) }.map(String.init).sorted()
        let expected: [String] = [
            "podcast-sync: \(origin)/text.xml: not XML; check the address",
            "podcast-sync: \(origin)/empty.xml is empty",
            "podcast-sync: \(origin)/page.xml is a web page",
            "podcast-sync: HTTP 401 from \(origin)/secret.xml",
            "podcast-sync: \(origin)/cut.xml: cut off at line 1; try again later",
            "podcast-sync: HTTP 404 from \(origin)/missing.xml",
        ]
        #expect(others == expected.sorted())
    }

    @Test(
        "POD-10: a sync tells how many wanted episodes rest after what failed before, and no failure of its own"
    )
    func restingEpisodes() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Show", 3, on: server)
        for number in 1...2 { server.route("/media/Show/\(number).mp3", .status(404)) }
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let first = try await program.run(["sync", "--once"] + library)
        #expect(first.code == 1)
        #expect(first.lines.last == "1 feed, 3 episodes, 1 downloaded, 2 failed")
        try program.prolongRests()
        let second = try await program.run(["sync", "--once"] + library)
        #expect(second.code == 0)
        #expect(
            second.lines.last
                == "1 feed, 3 episodes, 0 downloaded, 0 failed, 2 episodes resting after a failure")
        #expect(try await program.run(["sync", "--once", "--json"] + library).json()["resting"] as? Int == 2)
        _ = try await program.run(["skip", "Part 1"] + library)
        let third = try await program.run(["sync", "--once"] + library)
        #expect(third.lines.last?.hasSuffix("0 failed, 1 episode resting after a failure") == true)
        #expect(try await program.run(["clean", "--json"] + library).json()["resting"] as? Int == 0)
    }

    @Test("A feed that cannot be fetched when subscribed to stays subscribed")
    func subscribeFails() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let library = program.library.path
        let url = server.url("/later.xml").absoluteString
        let first = try await program.run("subscribe", url, "--library", library)
        #expect(first.code == 1)
        #expect(first.complaints == "podcast-sync: HTTP 404 from \(url)\n")
        Feeds.serve("later", 3, on: server)
        let second = try await program.run("refresh", "1", "--library", library)
        #expect(second.code == 0)
        #expect(second.output == "later: 3 new episodes\n1 feed refreshed\n")
    }

    @Test("POD-5: an import of what is no XML is told, with what to give")
    func importOfText() async throws {
        let program = try Program()
        defer { program.remove() }
        let path = try program.file("list.txt", "https://example.com/feed")
        let result = try await program.run("import", path)
        #expect(result.code == 1)
        #expect(
            result.complaints
                == "podcast-sync: \(path): is not XML; give an OPML file, or - for standard input\n")
    }

    @Test(
        "A library that cannot be made is one line with the system's reason, and exits 3",
        arguments: [
            ["subscribe", "http://127.0.0.1:9/feed", "--no-refresh"], ["import", "-"], ["refresh"],
            ["sync", "--once"], ["policy", "3"],
        ])
    func unwritable(arguments: [String]) async throws {
        let program = try Program()
        defer { program.remove() }
        let file = try program.file("file", "")
        let opml = try program.file("list.opml", "<opml version=\"2.0\"><body/></opml>")
        let words = arguments.map { $0 == "-" ? opml : $0 }
        let result = try await program.run(words + ["--library", file + "/library"])
        #expect(result.code == 3)
        #expect(result.complaintLines.count == 1)
        #expect(result.complaints.contains(file))
        #expect(result.complaints.contains("Not a directory"))
        #expect(result.output == "")
    }

    @Test("A second process says who holds the library, and exits 3")
    func locked() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let gate = StallGate()
        Feeds.serve("Slow", 1, on: server)
        var slow = Feeds.media("Slow", 1)
        slow.faults = [.stall(gate)]
        server.route("/media/Slow/1.mp3", slow)
        let library = program.library.path
        _ = try await program.run("subscribe", server.url("/Slow.xml").absoluteString, "--library", library)
        let first = try await program.run("sync", "--once", "--library", library) { process in
            await gate.reached()
            let second = try await program.run("policy", "all", "--library", library)
            #expect(second.code == 3)
            #expect(
                second.complaints.hasPrefix(
                    "podcast-sync: \(library): the library is in use by process \(process.processIdentifier) (sync)"
                ))
            let looking = try await program.run("status", "--library", library)
            #expect(looking.code == 0)
            gate.open()
        }
        #expect(first.code == 0)
    }

    @Test("POD-10: a download that fails rests for a while, and its failure is kept and shown")
    func failingDownload() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Show", 2, on: server)
        server.route("/media/Show/1.mp3", .html())
        let library = program.library.path
        _ = try await program.run("subscribe", server.url("/Show.xml").absoluteString, "--library", library)
        let first = try await program.run("sync", "--once", "--library", library)
        #expect(first.code == 1)
        #expect(first.complaints == "podcast-sync: Part 1: \(server.origin)/media/Show/1.mp3 is a web page\n")
        #expect(first.output == "1 feed, 2 episodes, 1 downloaded, 1 failed\n")
        let asked = server.log(of: "/media/Show/1.mp3").count
        try program.prolongRests()
        let second = try await program.run("sync", "--once", "--library", library)
        #expect(second.code == 0)
        #expect(
            second.output
                == "1 feed, 2 episodes, 0 downloaded, 0 failed, 1 episode resting after a failure\n")
        #expect(server.log(of: "/media/Show/1.mp3").count == asked)
        let episodes = try await program.run("episodes", "--library", library, "--json").json()
        let states = (episodes["episodes"] as? [[String: Any]])?.map { $0["state"] as? String }
        #expect(states == ["downloaded", "failed"])
    }
}
