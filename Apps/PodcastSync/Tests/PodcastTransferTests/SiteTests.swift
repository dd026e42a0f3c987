import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct SiteTests {
    @Test("demo: every episode is served with the bytes the site promises, all distinct")
    func demo() async throws {
        let bench = try Bench()
        let site = DemoSite(seed: 7)
        site.install(on: bench.server)
        let expected = site.expectedBytes(on: bench.server)
        #expect(site.episodes.count >= 26 && expected.count == site.episodes.count)
        #expect(Set(expected.values).count == expected.count)
        for (url, bytes) in expected {
            let file = bench.folder.appendingPathComponent(UUID().uuidString)
            _ = try await DataTaskDownloadEngine(client: bench.client).download(
                DownloadRequest(id: DownloadID(1), url: url, destination: file)
            ) { _ in }
            #expect(bench.bytes(file) == bytes)
        }
        for (feed, url) in zip(site.feeds, site.feedURLs(on: bench.server)) {
            let error = await bench.client.failure(of: url)
            #expect((error == nil) == feed.isGood)
        }
    }

    @Test("demo: a folder of feeds is served with its media and its links on the server")
    func folder() async throws {
        let bench = try Bench()
        let feed = """
            <rss><channel><item><enclosure length='1' url="http://a.org/x/one.mp3?a=1&amp;b=2"/></item>
            <!-- <enclosure url="http://a.org/no.mp3"/> -->
            <item><media:content url='http://a.org/two%20x.mp3'/></item>
            <item><enclosure url="http://a.org/x/one.mp3?a=1&amp;b=2"/></item></channel></rss>
            """
        let opml = #"<opml><outline xmlUrl="http://a.org/feed.xml"/><outline xmlUrl="http://b.org/"/></opml>"#
        try Data(feed.utf8).write(to: bench.folder.appendingPathComponent("feed.xml"))
        try Data(opml.utf8).write(to: bench.folder.appendingPathComponent("all.opml"))
        let site = try FolderSite(directory: bench.folder)
        site.install(on: bench.server)
        let paths = ["/media/feed.xml/1/one.mp3", "/media/feed.xml/2/two%20x.mp3"]
        #expect(site.files == ["all.opml", "feed.xml"])
        #expect(site.mediaPaths(of: "feed.xml") == paths)

        let origin = bench.server.origin
        let served = try await text(of: site.url(of: "feed.xml", on: bench.server), by: bench.client)
        let expected = feed.replacingOccurrences(
            of: "http://a.org/x/one.mp3?a=1&amp;b=2", with: origin + paths[0]
        ).replacingOccurrences(of: "http://a.org/two%20x.mp3", with: origin + paths[1])
        #expect(served == expected)
        let list = try await text(of: site.url(of: "all.opml", on: bench.server), by: bench.client)
        #expect(list == opml.replacingOccurrences(of: "http://a.org", with: origin + "/feeds"))
        for path in paths {
            _ = try await bench.download(path)
            #expect(bench.bytes(bench.file) == site.expectedBytes(of: path))
        }
        #expect(site.expectedBytes(of: paths[0]) != site.expectedBytes(of: paths[1]))
    }

    @Test("demo: stopping a server ends its stalled connections and every thread")
    func stop() async throws {
        let bench = try Bench()
        let gate = StallGate()
        var response = Response.text("<rss/>")
        response.faults = [.stall(gate)]
        bench.server.route("/feed", response)
        let (client, url) = (bench.client, bench.server.url("/feed"))
        let fetch = Task { await client.failure(of: url) }
        await gate.reached()
        bench.server.stop()
        #expect(await fetch.value != nil)
    }

    @Test("demo: an observer hears of each request before its answer, without query and credentials")
    func observed() async throws {
        let heard = Gathered<RequestRecord>()
        let server = try LoopbackServer(observer: { heard.add($0) })
        defer { server.stop() }
        server.route("/feed", .text("<rss/>", etag: "\"v1\""))
        server.route("/a.mp3", audio(noise(100)))
        let bench = try Bench()
        let feed = try #require(URL(string: "http://ann:pw@127.0.0.1:\(server.port)/feed?token=secret"))
        _ = try await bench.client.fetch(FeedRequest(url: feed, etag: "\"v0\""))
        _ = try await bench.client.fetch(FeedRequest(url: feed, etag: "\"v1\""))
        try bench.leavePart(Array(noise(100)[..<40]), total: 100)
        _ = try await DataTaskDownloadEngine(client: bench.client).download(
            DownloadRequest(id: DownloadID(1), url: server.url("/a.mp3"), destination: bench.file)
        ) { _ in }
        #expect(
            heard.values.map(\.description) == [
                "GET /feed 200 6 conditional", "GET /feed 304 0 conditional", "GET /a.mp3 206 60 bytes=40-",
            ])
        #expect(heard.values == server.log)
    }

    private func text(of url: URL, by client: HTTPClient) async throws -> String {
        String(decoding: try await client.document(url).bytes, as: UTF8.self)
    }

    @Test("serve: who asks before a site is laid out waits for it, and is not told that nothing is there")
    func early() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: URL.self)
        let client = HTTPClient(policy: HostPolicy(allowsPrivateHosts: true))
        let early = Task {
            for await url in asked { return await client.failure(of: url) }
            return nil
        }
        let server = try LoopbackServer(prepare: { server in
            ask.yield(server.url("/feed"))
            // Whoever is asked already is here in time.
            let site = DemoSite(seed: 7)
            for _ in 0..<3 { site.install(on: server) }
            server.route("/feed", .text("<rss/>"))
        })
        defer {
            client.close()
            server.stop()
        }
        #expect(await early.value == nil)
        #expect(server.log.map(\.status) == [200])
    }
}
