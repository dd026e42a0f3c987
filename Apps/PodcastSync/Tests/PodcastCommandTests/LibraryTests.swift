import Foundation
import PodcastServer
import Testing

@Suite("A library from the command line", .timeLimit(.minutes(10)))
struct LibraryTests {
    @Test("POD-8: import, refresh, policy, sync, episodes and status keep a library in step, in JSON too")
    func wholeLife() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Alpha", 5, on: server)
        Feeds.serve("Beta", 2, on: server)
        let library = ["--library", program.library.path, "--json"]
        let list = try program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline text="a"><outline type="rss" text="A"
            xmlUrl="\(server.origin)/Alpha.xml"/></outline><outline type="rss" text="nothing"/>
            <outline type="rss" text="B" xmlUrl="\(server.origin)/Beta.xml"/></body></opml>
            """)

        let imported = try await program.run(["import", list] + library)
        #expect(imported.code == 1)
        #expect(imported.complaints == "podcast-sync: \(list): outline 3: has no xmlUrl\n")
        #expect(try imported.json()["added"] as? Int == 2)
        #expect(server.log.isEmpty)

        let refreshed = try await program.run(["refresh"] + library)
        #expect(refreshed.code == 0)
        let feeds = try #require(try refreshed.json()["feeds"] as? [[String: Any]])
        #expect(feeds.map { $0["newEpisodes"] as? Int } == [5, 2])
        #expect(server.log.map(\.isConditional) == [false, false])

        let set = try await program.run(["policy", "all", "--feed", "1"] + library).json()
        let own = try #require((set["feeds"] as? [[String: Any]])?.first?["policy"] as? [String: Any])
        #expect(own["newest"] == nil)
        let one = try await program.run(["policy", "1"] + library).json()
        #expect((one["policy"] as? [String: Any])?["newest"] as? Int == 1)

        let wanted = try await program.run(["status"] + library).json()
        #expect((wanted["feeds"] as? [[String: Any]])?.map { $0["wanted"] as? Int } == [5, 1])

        let before = server.log.count
        let synced = try await program.run(["sync", "--once"] + library)
        #expect(synced.code == 0)
        #expect(try synced.json()["downloaded"] as? Int == 6)
        #expect(server.log[before...].filter { $0.path.hasSuffix(".xml") }.map(\.status) == [304, 304])

        let listed = try await program.run(["episodes", "2"] + library).json()
        let beta = try #require(listed["episodes"] as? [[String: Any]])
        #expect(beta.map { $0["title"] as? String } == ["Part 2", "Part 1"])
        #expect(beta.map { $0["state"] as? String } == ["downloaded", "none"])
        #expect(beta.first?["path"] as? String == "Beta/Part 2.mp3")
        let file = program.library.appendingPathComponent("Beta/Part 2.mp3")
        #expect(try [UInt8](Data(contentsOf: file)) == Feeds.bytes("Beta", 2))
    }

    @Test("POD-8: subscribing twice is a notice and no error, and asks the server nothing")
    func twice() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Alpha", 5, on: server)
        let arguments = [
            "subscribe", server.url("/Alpha.xml").absoluteString, "--library", program.library.path,
        ]
        let first = try await program.run(arguments)
        #expect(first.output == "subscribed: Alpha, 5 episodes\n")
        let second = try await program.run(arguments)
        #expect(second.output == "subscribed already: Alpha\n")
        #expect(second.code == 0)
        #expect(server.log.count == 1)
    }

    @Test("POD-8: a feed is found by its address as it was typed to subscribe, however that is spelled")
    func spelledAddress() async throws {
        let program = try Program()
        defer { program.remove() }
        let library = ["--library", program.library.path]
        let typed = "HTTP://Example.COM:80"
        _ = try await program.run(["subscribe", typed, "--no-refresh"] + library)
        for address in [typed, "http://example.com", "http://example.com/", "1"] {
            let result = try await program.run(["episodes", address] + library)
            #expect(result.code == 0)
            #expect(result.complaints == "")
        }
    }

    @Test("POD-11: what a title holds names no folder but the feed's own")
    func titles() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let title = "../../outside"
        server.route(
            "/bad.xml",
            .text(
                Feeds.rss("x", 1, on: server).replacing("<title>x</title>", with: "<title>\(title)</title>")))
        server.route("/media/x/1.mp3", Feeds.media("x", 1))
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/bad.xml").absoluteString] + library)
        let synced = try await program.run(["sync", "--once", "--json"] + library)
        let downloads = try #require(try synced.json()["downloads"] as? [[String: Any]])
        let path = try #require(downloads.first?["path"] as? String)
        #expect(path == "-..-outside/Part 1.mp3")
        #expect(FileManager.default.fileExists(atPath: program.library.path + "/" + path))
    }

    @Test("POD-11: what a title holds steers no terminal and turns no line, and JSON has it as it was")
    func steeringTitles() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let title = "a\u{9B}31mb\u{202E}c"
        server.route(
            "/bad.xml",
            .text(
                Feeds.rss("x", 1, on: server).replacing("<title>x</title>", with: "<title>\(title)</title>")))
        let library = ["--library", program.library.path]
        let shown = "a\u{FFFD}31mb\u{FFFD}c"
        let added = try await program.run(["subscribe", server.url("/bad.xml").absoluteString] + library)
        #expect(added.output == "subscribed: \(shown), 1 episode\n")
        let listed = try await program.run(["episodes"] + library)
        #expect(listed.output == "1\t2024-01-01\tnone\t\(shown)\tPart 1\n")
        let status = try await program.run(["status", "--json"] + library)
        let feeds = try status.json()["feeds"] as? [[String: Any]]
        #expect(feeds?.first?["title"] as? String == title)
        let list = try await program.run(["export"] + library)
        let file = program.folder.appendingPathComponent("list.opml").path
        _ = try await program.run(["export", file] + library)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == list.output)
        for output in [status.output, list.output] {
            #expect(!output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" }, "\(output)")
        }
        let other = ["--library", program.folder.path + "/other"]
        _ = try await program.run(["import", file] + other)
        let read = try await program.run(["list", "--json"] + other).json()["feeds"] as? [[String: Any]]
        #expect(read?.first?["title"] as? String == title)
    }

    @Test("POD-5: a list given as a feed, and a feed given as a list, are told for what they are")
    func mistaken() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        server.route("/list", .text("<opml version=\"2.0\"><body/></opml>"))
        let library = ["--library", program.library.path]
        let list = try await program.run(["subscribe", server.url("/list").absoluteString] + library)
        #expect(list.code == 1)
        #expect(
            list.complaints == "podcast-sync: \(server.url("/list")): a subscription list and no feed; "
                + "save it, and give it to podcast-sync import\n")
        for text in [
            "<rss/>", "<feed/>", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>",
        ] {
            let file = try program.file("feed.xml", text)
            let feed = try await program.run(["import", file] + library)
            #expect(feed.code == 1)
            #expect(
                feed.complaints == "podcast-sync: \(file): a feed and no subscription list; "
                    + "give its address to podcast-sync subscribe\n")
        }
    }

    #if os(Linux)
        @Test("POD-7: a list that never ends is read to its limit, and told")
        func endlessList() async throws {
            let program = try Program()
            defer { program.remove() }
            let library = ["--library", program.library.path]
            let result = try await program.run(["import", "/dev/zero"] + library)
            #expect(result.code == 1)
            #expect(
                result.complaints == "podcast-sync: /dev/zero: more than 67108864 bytes are over the limit; "
                    + "give an OPML file, or - for standard input\n")
            #expect(!FileManager.default.fileExists(atPath: program.library.path))
        }
    #endif

    @Test("POD-8: a refresh counts as refreshed what was read, and not what failed, rests, or waits")
    func refreshed() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        Feeds.serve("Show", 1, on: server)
        server.route("/bad.xml", .status(500))
        let library = ["--library", program.library.path]
        for path in ["/Show.xml", "/bad.xml"] {
            _ = try await program.run(
                ["subscribe", "--no-refresh", server.url(path).absoluteString] + library)
        }
        let first = try await program.run(["refresh"] + library)
        #expect(first.code == 1 && first.lines.last == "1 of 2 feeds refreshed")
        try program.prolongRests()
        let second = try await program.run(["refresh"] + library)
        #expect(second.code == 0 && second.lines.last == "1 of 2 feeds refreshed")
        let third = try await program.run(["refresh", "1"] + library)
        #expect(third.lines.last == "1 feed refreshed")
    }

    @Test("POD-1: status counts the bytes of two episodes over one enclosure once")
    func sharedBytes() async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        server.route(
            "/show.xml",
            .text(Feeds.rss("Show", 2, on: server).replacing("Show/2.mp3", with: "Show/1.mp3")))
        server.route("/media/Show/1.mp3", Feeds.media("Show", 1))
        let library = ["--library", program.library.path, "--json"]
        _ = try await program.run(["subscribe", server.url("/show.xml").absoluteString] + library)
        _ = try await program.run(["sync", "--once"] + library)
        let feeds = try await program.run(["status"] + library).json()["feeds"] as? [[String: Any]]
        #expect(feeds?.first?["downloaded"] as? Int == 2)
        #expect(feeds?.first?["bytes"] as? Int == Feeds.bytes("Show", 1).count)
    }

    @Test("POD-14: the demo's first sync is killed half way, the second brings the rest, and no byte is lost")
    func demo() async throws {
        let program = try Program()
        defer { program.remove() }
        let result = try await program.run("demo")
        #expect(result.code == 0)
        #expect(result.lines.first?.hasPrefix("killed in the middle of a sync: 1") == true)
        #expect(result.lines.last == "podcast-sync demo: 6 feeds, 28 episodes, 28 downloaded, 0 lost")
        #expect(result.complaints == "")

        let answer = try await program.run("demo", "--json").json()
        let killed = try #require(answer["killed"] as? [String: Int])
        // Two at once: of the twelve that were asked for ten had ended, and the one that is held back had not.
        #expect((10..<28).contains(killed["downloaded"] ?? 0))
        #expect((1...2).contains(killed["unfinished"] ?? 0))
    }
}
