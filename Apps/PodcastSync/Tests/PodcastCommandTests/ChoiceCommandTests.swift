import Foundation
import PodcastServer
import Testing

/// What a user says of single feeds and episodes.
@Suite("Choices", .timeLimit(.minutes(10)))
struct ChoiceCommandTests {
    /// A library of one feed, "Alpha", whose episodes 1 to 5 are the parts 1 to 5, not yet synced.
    private struct Library {
        let program: Program
        let server: LoopbackServer

        init() async throws {
            program = try Program()
            server = try LoopbackServer()
            Feeds.serve("Alpha", 5, on: server)
            let subscribed = try await run("subscribe", server.url("/Alpha.xml").absoluteString)
            #expect(subscribed.code == 0)
        }

        func remove() {
            server.stop()
            program.remove()
        }

        func run(_ words: String...) async throws -> Program.Result {
            try await program.run(words + ["--library", program.library.path])
        }

        /// The numbers of the episodes by their parts: the feed has the oldest first.
        func states() async throws -> [String] {
            let answer = try await run("episodes", "--json").json()
            let episodes = try #require(answer["episodes"] as? [[String: Any]])
            return episodes.map { "\($0["title"] as? String ?? "") \($0["state"] as? String ?? "")" }
        }

        func hasFile(_ part: Int) -> Bool {
            FileManager.default.fileExists(
                atPath: program.library.appendingPathComponent("Alpha/Part \(part).mp3").path)
        }
    }

    @Test("POD-12: download gets what the policy does not want, and cleanup leaves it")
    func download() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "1")
        let result = try await library.run("download", "1", "part 2")
        #expect(result.code == 0)
        #expect(
            result.output
                == "downloaded: Alpha/Part 2.mp3\ndownloaded: Alpha/Part 1.mp3\n"
                + "2 downloaded, 0 failed, 0 here already\n"
                || result.output
                    == "downloaded: Alpha/Part 1.mp3\ndownloaded: Alpha/Part 2.mp3\n"
                    + "2 downloaded, 0 failed, 0 here already\n"
        )
        let again = try await library.run("download", "1")
        #expect(again.output == "0 downloaded, 0 failed, 1 here already\n")
        _ = try await library.run("sync", "--once")
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [1, 2, 5])
        // Given back, the policy takes it away.
        _ = try await library.run("download", "--not", "1")
        let cleaned = try await library.run("clean")
        #expect(cleaned.code == 0)
        #expect(cleaned.output == "removed: Alpha/Part 1.mp3\n1 file removed, 32 kB freed\n")
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [2, 5])
    }

    @Test("POD-10: download overrides an episode's own rest after a failure")
    func overridesBackoff() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "1")
        library.server.route("/media/Alpha/5.mp3", Response(status: 500))
        #expect(try await library.run("sync", "--once").code == 1)
        try library.program.prolongRests()
        library.server.route("/media/Alpha/5.mp3", Feeds.media("Alpha", 5))
        let waiting = try await library.run("sync", "--once")
        #expect(try await library.states().first == "Part 5 failed")
        #expect(waiting.output.contains("0 downloaded"))
        #expect(try await library.run("download", "Part 5").code == 0)
        #expect(library.hasFile(5))
    }

    @Test("POD-9: download does not override a host's pause, says so, and remembers what was asked for")
    func respectsPause() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "1")
        library.server.route(
            "/media/Alpha/5.mp3", .status(429, headers: ["Retry-After": "3600"]))
        #expect(try await library.run("sync", "--once").code == 1)
        let before = library.server.log.count
        let refused = try await library.run("download", "2")
        #expect(refused.code == 1)
        #expect(refused.complaints.contains(":\(library.server.port): asked to be left alone until "))
        #expect(library.server.log.count == before)
        let plan = try await library.run("plan", "--wanted", "--json").json()
        let episodes = try #require(plan["episodes"] as? [[String: Any]])
        #expect(episodes.map { $0["reason"] as? String } == ["policy", "asked"])
        #expect(episodes.map { $0["action"] as? String } == ["wait", "wait"])
    }

    @Test(
        "POD-4: skip removes the file and leaves a tombstone, which a sync does not fetch, and a download does"
    )
    func skip() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "2")
        _ = try await library.run("sync", "--once")
        let skipped = try await library.run("skip", "Part 5")
        #expect(skipped.code == 0)
        #expect(skipped.output == "skipped: Part 5\nremoved: Alpha/Part 5.mp3\n")
        #expect(!library.hasFile(5))
        _ = try await library.run("sync", "--once")
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [4])
        #expect(try await library.run("download", "5").code == 0)
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [4, 5])
        let back = try await library.run("skip", "--not", "3", "--json")
        let given = try #require(try back.json()["episodes"] as? [[String: Any]])
        #expect(given.map { $0["title"] as? String } == ["Part 3"])
    }

    @Test(
        "POD-12: a sync removes in the end what no policy wants, keeps what is kept, and fetches none again")
    func cleanup() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "all")
        _ = try await library.run("sync", "--once")
        _ = try await library.run("keep", "2")
        _ = try await library.run("policy", "1")
        let left = try await library.run("sync", "--once", "--no-clean")
        #expect(left.output == "1 feed, 5 episodes, 0 downloaded, 0 failed\n")
        let synced = try await library.run("sync", "--once", "--json").json()
        #expect(synced["removed"] as? Int == 3)
        let removals = try #require(synced["removals"] as? [[String: Any]])
        #expect(removals.compactMap { $0["title"] as? String }.sorted() == ["Part 1", "Part 3", "Part 4"])
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [2, 5])
        let before = library.server.log.count
        _ = try await library.run("policy", "all")
        let again = try await library.run("sync", "--once")
        #expect(again.code == 0)
        #expect(library.server.log[before...].allSatisfy { $0.path == "/Alpha.xml" })
        _ = try await library.run("keep", "--not", "2")
        _ = try await library.run("policy", "1")
        #expect(try await library.run("clean").lines.last == "1 file removed, 32 kB freed")
    }

    @Test("POD-12: what removes files has a deadline as runs do, and says nothing with --quiet")
    func quietRemoval() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("sync", "--once")
        _ = try await library.run("policy", "1")
        for words in [["clean"], ["skip", "5"]] {
            let result = try await library.program.run(
                words + ["--quiet", "--deadline", "1h", "--library", library.program.library.path])
            #expect(result.code == 0)
            #expect(result.output + result.complaints == "")
        }
        #expect([1, 2, 3, 4, 5].filter(library.hasFile) == [])
    }

    @Test("POD-12: a file that cannot be removed is told, exits 1, and the next cleanup takes it")
    func cannotRemove() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "1")
        _ = try await library.run("sync", "--once")
        let file = library.program.library.appendingPathComponent("Alpha/Part 5.mp3")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let failed = try await library.run("skip", "5")
        #expect(failed.code == 1)
        #expect(failed.complaints.hasPrefix("podcast-sync: Alpha/Part 5.mp3: cannot remove it: "))
        try FileManager.default.removeItem(at: file)
        try Data("x".utf8).write(to: file)
        #expect(
            try await library.run("clean").output
                == "removed: Alpha/Part 5.mp3\n1 file removed, 1 byte freed\n")
        #expect(!library.hasFile(5))
    }

    @Test("POD-12: plan says of each episode whether it is wanted, what a sync would do, and why")
    func plan() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "all")
        _ = try await library.run("download", "3")
        _ = try await library.run("skip", "1")
        _ = try await library.run("policy", "1", "--exclude", "part 2")
        let plan = try await library.run("plan")
        #expect(plan.code == 0)
        #expect(
            plan.output == """
                5\tdownload\twanted\tAlpha\tPart 5\tnumber 1 of the newest 1
                4\tnothing\tnot wanted\tAlpha\tPart 4\tit is not among the newest 1
                3\tnothing\twanted\tAlpha\tPart 3\tyou asked for it
                2\tnothing\tnot wanted\tAlpha\tPart 2\tits title holds 'part 2'
                1\tnothing\tnot wanted\tAlpha\tPart 1\tyou skipped it
                2 wanted: 1 to download, 0 waiting; 0 to remove

                """)
        let json = try await library.run("plan", "alpha", "--wanted", "--json").json()
        #expect(json["wanted"] as? Int == 2)
        let episodes = try #require(json["episodes"] as? [[String: Any]])
        #expect(episodes.map { $0["reason"] as? String } == ["policy", "asked"])
        #expect(episodes.map { $0["action"] as? String } == ["download", "nothing"])
    }

    @Test("POD-12: plan says that a failed episode waits, until when and why, and what would be removed")
    func planWaiting() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "2")
        library.server.route("/media/Alpha/5.mp3", Response(status: 500))
        _ = try await library.run("sync", "--once")
        _ = try await library.run("policy", "1")
        let plan = try await library.run("plan", "--json").json()
        #expect(plan["wait"] as? Int == 1)
        #expect(plan["remove"] as? Int == 1)
        let first = try #require((plan["episodes"] as? [[String: Any]])?.first)
        #expect(first["action"] as? String == "wait")
        #expect(first["nextAttemptAt"] is String)
        #expect(
            (first["why"] as? String)?.hasPrefix("number 1 of the newest 1; failed and waits until ") == true)
    }

    @Test("POD-3: plan shows what was new beyond the cap, and download gets it")
    func cap() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("policy", "all", "--new", "2")
        _ = try await library.run("sync", "--once")
        let renamed = Feeds.rss("Alpha", 5, on: library.server)
            .replacing("Alpha-", with: "Renamed-").replacing("/media/Alpha/", with: "/media/Renamed/")
        library.server.route("/Alpha.xml", .text(renamed))
        for part in 1...5 {
            library.server.route("/media/Renamed/\(part).mp3", Feeds.media("Alpha", part))
        }
        let synced = try await library.run("sync", "--once", "--json").json()
        #expect(synced["downloaded"] as? Int == 2)
        let plan = try await library.run("plan", "--json").json()
        let episodes = try #require(plan["episodes"] as? [[String: Any]])
        #expect(episodes.count { $0["reason"] as? String == "newAtOnce" } == 3)
        let first = try #require(episodes.first { $0["reason"] as? String == "newAtOnce" }?["id"] as? Int)
        #expect(try await library.run("download", "\(first)").code == 0)
    }

    @Test("POD-12: every limit of a policy is set, shown and forgotten, and a wrong one changes nothing")
    func policies() async throws {
        let library = try await Library()
        defer { library.remove() }
        let set = try await library.run(
            "policy", "7", "--max-age", "30", "--include", "news", "--exclude", "rerun", "--budget", "1.5G",
            "--new", "9")
        #expect(
            set.output == "all feeds: the newest 7, at most 30 days old, with 'news' in the title, "
                + "without 'rerun' in the title, within 1.5 GB, at most 9 new at once\n")
        let own = try await library.run("policy", "--feed", "Alpha", "--max-age", "none", "--json").json()
        let policy = try #require((own["feeds"] as? [[String: Any]])?.first?["policy"] as? [String: Any])
        #expect(policy["maximumAgeDays"] == nil)
        #expect(policy["newest"] as? Int == 7)
        #expect((own["policy"] as? [String: Any])?["budgetBytes"] as? Int == 1_500_000_000)
        let wrong = try await library.run("policy", "all", "--include", "(")
        #expect(wrong.code == 2)
        #expect(wrong.complaints.hasPrefix("podcast-sync: policy: --include takes no '(': "))
        let age = try await library.run("policy", "--max-age", "soon")
        #expect(age.complaints.contains("--max-age needs DAYS, none or default, not 'soon'"))
        #expect(try await library.run("policy", "--budget", "-1").code == 2)
        _ = try await library.run("policy", "default", "--new", "3")
        #expect(
            try await library.run("policy").output
                == "all feeds: the newest 3, at most 3 new at once\n"
                + "Alpha: the newest 3, at most 3 new at once\n")
    }

    @Test(
        "POD-11: files are called as the policy says from then on, and a template that cannot be used is told"
    )
    func template() async throws {
        let library = try await Library()
        defer { library.remove() }
        let set = try await library.run("policy", "1", "--name", "{date} {title}")
        #expect(
            set.output
                == "all feeds: the newest 1, at most 50 new at once, called '{date} {title}'\n")
        let synced = try await library.run("sync", "--once", "--json").json()
        let downloads = try #require(synced["downloads"] as? [[String: Any]])
        #expect(downloads.map { $0["path"] as? String } == ["Alpha/2024-01-05 Part 5.mp3"])
        let wrong = try await library.run("policy", "--name", "{titel}")
        #expect(wrong.code == 2)
        #expect(
            wrong.complaints
                == "podcast-sync: policy: --name takes no '{titel}': {titel} stands for nothing; "
                + "there are {title}, {date}, {id}; see podcast-sync policy --help\n")
    }

    @Test("POD-15: export writes the feeds as OPML, without credentials, and import reads it back")
    func export() async throws {
        let library = try await Library()
        defer { library.remove() }
        _ = try await library.run("subscribe", "https://me:secret@example.com/a&b", "--no-refresh")
        let out = try await library.run("export")
        #expect(out.code == 0)
        #expect(!out.output.contains("secret") && !out.output.contains("me:"))
        #expect(out.output.contains("xmlUrl=\"https://example.com/a&amp;b\""))
        let path = library.program.folder.appendingPathComponent("out.opml").path
        let written = try await library.run("export", path)
        #expect(written.output == "2 feeds written to \(path)\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == out.output)
        let other = try await library.program.run(
            "import", path, "--library", library.program.folder.path + "/other")
        #expect(other.output == "2 feeds added, 0 subscribed already, 0 refused\n")
        let json = try await library.run("export", "--json").json()
        #expect(json["opml"] as? String == out.output)
        let nowhere = try await library.run("export", "/nowhere/out.opml")
        #expect(nowhere.code == 2)
        #expect(
            nowhere.complaints == "podcast-sync: /nowhere/out.opml: cannot write it: "
                + "No such file or directory; give a file that can be written\n")
    }

    @Test(
        "POD-13, POD-15: unsubscribe forgets a feed and leaves its files, or removes them all with --delete")
    func unsubscribe() async throws {
        let library = try await Library()
        defer { library.remove() }
        let address = library.server.url("/Alpha.xml").absoluteString
        _ = try await library.run("sync", "--once")
        let gone = try await library.run("unsubscribe", "Alpha")
        #expect(gone.output == "unsubscribed: Alpha, whose files stay in Alpha\n")
        #expect(library.hasFile(5))
        #expect(try await library.run("list").output == "")
        let doctor = try await library.run("doctor")
        #expect(doctor.code == 0)
        #expect(doctor.lines.first == "Alpha: a folder of no feed; keep it, or remove it")
        let folder = library.program.library.appendingPathComponent("Alpha")
        try FileManager.default.removeItem(at: folder)
        _ = try await library.run("subscribe", address)
        _ = try await library.run("sync", "--once")
        _ = try await library.run("keep", "Part 5")
        let deleted = try await library.run("unsubscribe", address, "--delete")
        #expect(deleted.code == 0)
        #expect(deleted.output == "unsubscribed: Alpha\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("list shows number, title and address, without credentials")
    func list() async throws {
        let library = try await Library()
        defer { library.remove() }
        let address = library.server.url("/Alpha.xml").absoluteString
        _ = try await library.run("subscribe", "https://me:secret@example.com/feed", "--no-refresh")
        #expect(
            try await library.run("list").output
                == "1\tAlpha\t\(address)\n2\texample.com\thttps://example.com/feed\n")
        let feeds = try #require(try await library.run("list", "--json").json()["feeds"] as? [[String: Any]])
        #expect(feeds.map { $0["folder"] as? String } == ["Alpha", "example.com"])
    }

    @Test("POD-11: a title that breaks lines breaks none of an answer")
    func brokenTitle() async throws {
        let library = try await Library()
        defer { library.remove() }
        let list = try library.program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline type="rss" text="One&#10;Two&#13;Three"
            xmlUrl="https://example.com/feed"/></body></opml>
            """)
        _ = try await library.run("import", list)
        #expect(
            try await library.run("list").lines.last == "2\tOne Two Three\thttps://example.com/feed")
    }

    @Test("A mistyped feed, episode, command or option is told with what is near, and changes nothing")
    func near() async throws {
        let library = try await Library()
        defer { library.remove() }
        let feed = try await library.run("unsubscribe", "Aplha")
        #expect(feed.code == 2)
        #expect(
            feed.complaints == "podcast-sync: unsubscribe: no feed is called 'Aplha'; did you mean 'Alpha'?\n"
        )
        let episode = try await library.run("skip", "1", "Prat 9")
        #expect(episode.code == 2)
        #expect(
            episode.complaints == "podcast-sync: skip: no episode is called 'Prat 9'; "
                + "did you mean 'Part 5' or 'Part 4' or 'Part 3'?\n"
                || episode.complaints.contains("did you mean 'Part 1' or 'Part 2' or 'Part 3'?"))
        #expect(try await library.states().contains("Part 1 none"))
        let number = try await library.run("keep", "99")
        #expect(
            number.complaints == "podcast-sync: keep: no episode is called '99'; "
                + "podcast-sync episodes shows them with their numbers\n")
        let command = try await library.run("satus")
        #expect(
            command.complaints == "podcast-sync: 'satus': there is no such command; did you mean 'status'?\n")
        let option = try await library.run("plan", "--wantd")
        #expect(
            option.complaints
                == "podcast-sync: plan: takes no option '--wantd'; did you mean '--wanted'?\n")
    }

    @Test("What several feeds or episodes are called is told with their numbers")
    func ambiguous() async throws {
        let library = try await Library()
        defer { library.remove() }
        library.server.route("/again.xml", .text(Feeds.rss("Alpha", 1, on: library.server)))
        _ = try await library.run("subscribe", library.server.url("/again.xml").absoluteString)
        let feed = try await library.run("refresh", "alpha")
        #expect(
            feed.complaints == "podcast-sync: refresh: several feeds are called 'alpha'; "
                + "use one of their numbers: 1, 2\n")
        let episode = try await library.run("keep", "part 1")
        #expect(
            episode.complaints == "podcast-sync: keep: several episodes are called 'part 1'; "
                + "use one of their numbers: 1, 6\n")
    }
}
