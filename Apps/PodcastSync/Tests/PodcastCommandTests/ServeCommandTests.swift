import Foundation
import Testing

@Suite("A server that misbehaves by a script", .timeLimit(.minutes(10)))
struct ServeCommandTests {
    @Test("POD-8, POD-10: a sync goes wrong where a script says, and goes on once the script is over")
    func script() async throws {
        let program = try Program()
        defer { program.remove() }
        let site = program.folder.appendingPathComponent("site")
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        _ = try program.file(
            "site/show.xml",
            """
            <rss version="2.0"><channel><title>Show</title><item><title>One</title><guid>1</guid>
            <enclosure url="http://a.invalid/one.mp3" type="audio/mpeg"/></item></channel></rss>
            """)
        let script = try program.file(
            "script.json",
            """
            {"rules": [{"path": "/feeds/*", "first": 1, "do": {"page": true}},
                       {"path": "/media/*", "nth": 1, "do": {"cut": 1000}}]}
            """)
        let lines = try AnswerLines(in: program.folder)
        let served = try await program.run(
            ["serve", site.path, "--script", script, "--json"], writingTo: lines.path
        ) { process in
            let feed = try #require(try await lines.next()["feeds"] as? [String]).first ?? ""
            let library = ["--library", program.library.path]
            let subscribed = try await program.run(["subscribe", feed] + library)
            #expect(subscribed.code == 1)
            #expect(subscribed.complaints == "podcast-sync: \(feed) is a web page\n")
            #expect(try await program.run(["refresh", "1"] + library).code == 0)
            let cut = try await program.run(["download", "one"] + library)
            #expect(cut.code == 1)
            #expect(cut.complaints.contains("ended after 1000 of "))
            let whole = try await program.run(["download", "one", "--json"] + library)
            #expect(whole.code == 0)
            let answers = [try await lines.next(), try await lines.next(), try await lines.next()]
            #expect(answers.map { $0["rule"] as? Int } == [1, nil, 2])
            let last = try await lines.next()
            #expect(last["range"] as? String == "bytes=1000-")
            #expect(last["status"] as? Int == 206)
            kill(process.processIdentifier, SIGTERM)
        }
        #expect(served.code == 0)
    }

    @Test(
        "A script that cannot be followed is one line that says what, where and what to write, and exits 2",
        arguments: [
            (
                "{\"rules\": [{\"path\": \"/\", \"do\": {\"cut\": -1}}]}",
                "rule 1, do, cut cannot be -1; write a whole number from 0 up"
            ),
            (
                "{}",
                "the script has no list of rules; write {\"rules\": [{\"path\": \"/media/*\", \"do\": {…}}]}"
            ),
        ])
    func wrong(text: String, message: String) async throws {
        let program = try Program()
        defer { program.remove() }
        _ = try program.file("feed.xml", "<rss><channel/></rss>")
        let script = try program.file("script.json", text)
        let result = try await program.run("serve", program.folder.path, "--script", script)
        #expect(result.code == 2)
        #expect(result.complaints == "podcast-sync: \(script): \(message)\n")
        #expect(result.output == "")
    }

    @Test("A script that cannot be read is one line with the system's reason, and exits 2")
    func unreadable() async throws {
        let program = try Program()
        defer { program.remove() }
        _ = try program.file("feed.xml", "<rss><channel/></rss>")
        for (path, reason) in [("/none", "No such file or directory"), ("", "Is a directory")] {
            let script = program.folder.path + path
            let result = try await program.run("serve", program.folder.path, "--script", script)
            #expect(result.code == 2)
            #expect(
                result.complaints == "podcast-sync: \(script): cannot read the script: \(reason); "
                    + "give a file with rules\n")
        }
    }
}
