import Foundation
import PodcastServer
import Testing

@Suite("Names and passwords", .timeLimit(.minutes(10)))
struct CredentialTests {
    @Test(
        "POD-15: credentials of an address or a netrc file reach feed and media, and appear nowhere",
        arguments: [true, false])
    func hidden(inAddress: Bool) async throws {
        let (program, server, other) = (try Program(), try LoopbackServer(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
            other.stop()
        }
        let token = "Basic " + Data("ann:geheim".utf8).base64EncodedString()
        let elsewhere = other.url("/media/Secret/2.mp3").absoluteString
        let feed = Feeds.rss("Secret", 3, on: server)
            .replacing(server.url("/media/Secret/2.mp3").absoluteString, with: elsewhere)
        let media = Feeds.media("Secret", 1)
        server.route("/feed.xml") { $0[header: "Authorization"] == token ? .text(feed) : .unauthorized() }
        server.route("/media/Secret/1.mp3") {
            $0[header: "Authorization"] == token ? media : .unauthorized()
        }
        // It lets nobody in, and what it says of that is kept and shown.
        server.route("/media/Secret/3.mp3", .unauthorized())
        other.route("/media/Secret/2.mp3", media)
        let netrc = try program.file("netrc", "machine 127.0.0.1 login ann password geheim")
        let library = ["--library", program.library.path]
        let access = library + (inAddress ? [] : ["--netrc", netrc])
        let address = server.url("/feed.xml").absoluteString
            .replacing("http://", with: inAddress ? "http://ann:geheim@" : "http://")
        let subscribed = try await program.run(["subscribe", address] + access)
        #expect(subscribed.code == 0)
        let synced = try await program.run(["sync", "--once"] + access)
        #expect(synced.output == "1 feed, 3 episodes, 2 downloaded, 1 failed\n")
        if inAddress { #expect(other.log.map(\.authorization) == [nil]) }

        server.route("/feed.xml", .status(500))
        var said = [subscribed, synced, try await program.run(["refresh", "1"] + access)]
        for command in ["list", "status", "plan", "episodes", "export", "doctor", "policy"] {
            for form in [[], ["--json"]] {
                said.append(try await program.run([command] + form + library))
            }
        }
        said.append(try await program.run(["sync", "--once", "--json"] + access))
        for result in said {
            #expect(!(result.output + result.complaints).contains("geheim"))
            #expect(!(result.output + result.complaints).contains("ann:"))
        }
    }

    @Test(
        "POD-15: an address that is refused, unknown or out of place is told without its name and password",
        arguments: [
            "ann:geheim@h/x", "ftp://ann:geheim@h/x", "http://ann:ge/heim@h/x", "http://ann:geheim@h x/",
            "//ann:geheim@h/x", "http://ann:geheim@h/x",
        ])
    func refused(address: String) async throws {
        let program = try Program()
        defer { program.remove() }
        let outline = "<outline type=\"rss\" text=\"a\" xmlUrl=\"\(address)\"/>"
        let list = try program.file("list.opml", "<opml version=\"2.0\"><body>\(outline)</body></opml>")
        let library = ["--library", program.library.path]
        let other = ["subscribe", "--no-refresh", "https://b.example/"]
        #expect(try await program.run(other + library).code == 0)
        var said: [Program.Result] = []
        for words in [
            [address], ["refresh", address], ["unsubscribe", address], ["episodes", address],
            ["skip", address], ["subscribe", "a", address], ["subscribe", "--no-refresh", address],
            ["import", list],
        ] {
            for form in [[], ["--json"]] {
                let result = try await program.run(words + form + library)
                #expect(!(result.output + result.complaints).contains("heim"), "\(words)")
                said.append(result)
            }
        }
        #expect(said.prefix(12).allSatisfy { $0.code == 2 })
        // The rest is told, so that it can be found.
        #expect(said[2].complaints.contains("no feed is called '"))
        #expect(said[2].complaints.contains("@h") || said[2].complaints.contains("//h"))
    }

    @Test(
        "A netrc file that is asked for and cannot be read is bad usage; one that is not asked for may be missing"
    )
    func unreadable() async throws {
        let program = try Program()
        defer { program.remove() }
        let path = program.folder.path + "/none"
        let result = try await program.run("sync", "--once", "--netrc", path)
        #expect(result.code == 2)
        #expect(
            result.complaints == "podcast-sync: sync: cannot read '\(path)': No such file or directory; "
                + "see podcast-sync sync --help\n")
    }
}
