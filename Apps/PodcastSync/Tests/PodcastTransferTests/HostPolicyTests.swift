import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct HostPolicyTests {
    @Test(
        "POD-7: private hosts are refused in every spelling",
        arguments: [
            "http://localhost/", "http://LOCALHOST./", "http://127.0.0.1/", "http://127.1/",
            "http://2130706433/", "http://0x7f.0.0.1/", "http://10.1.2.3/", "http://172.31.0.1/",
            "http://192.168.1.1/", "http://169.254.169.254/", "http://0.0.0.0/", "http://[::1]/",
            "http://[fe80::1]/", "http://[fd00::1]/", "http://[::ffff:10.0.0.1]/", "file:///etc/passwd",
            "ftp://example.org/", "http://localhost./", "http://127.0.0.1./", "http://0x7f.1/",
            "http://017700000001/", "http://１２７.０.０.１/", "http://127。0。0。1/",
            "http://127%E3%80%820.0.1/", "http://%EF%BC%91%EF%BC%92%EF%BC%97.1/", "http://ⓛocalhost/",
            "http://a%3A80/", "http://%3A%3A1/",
            "http://%6Cocalhost/", "http://local%C2%ADhost/", "http://%E2%84%80.example/",
            "http://[0:0:0:0:0:0:0:1]/", "http://[::127.0.0.1]/", "http://[::ffff:7f00:1]/",
            "http://[::FFFF:127.0.0.1]/", "http://[::1%25lo]/", "http://[fe80::1%25eth0]/",
            "http://[64:ff9b::127.0.0.1]/", "http://[2002:7f00:1::]/",
        ])
    func refused(text: String) async throws {
        let url = try #require(URL(string: text))
        #expect(throws: TransferError.self) { try HostPolicy().check(url) }
    }

    @Test(
        "POD-7: public hosts are allowed",
        arguments: [
            "http://example.org/", "https://172.32.0.1/", "http://8.8.8.8/", "http://[2001:db8::1]/",
            "http://localhost.example.org/", "http://müller.example/", "http://m%C3%BCller.example/",
            "http://[::ffff:8.8.8.8]/", "http://[2002:808:808::]/", "http://127.example/",
        ])
    func allowed(text: String) throws {
        let url = try #require(URL(string: text))
        try HostPolicy().check(url)
    }

    @Test("POD-7: a redirect to a private host is refused before it is asked")
    func privateRedirect() async throws {
        let bench = try Bench(policy: HostPolicy())
        let other = "http://localhost:\(bench.server.port)/secret"
        bench.server.route("/feed", .redirect(to: other))
        let error = await bench.fetchFailure("/feed")
        #expect(error == .refused(other, reason: "localhost is a private host"))
        #expect(bench.server.log.map(\.path) == ["/feed"])
    }

    @Test("POD-7: media on a private host is refused unless the feed lives there")
    func feedHost() async throws {
        let bench = try Bench(policy: HostPolicy())
        bench.server.route("/a.mp3", audio(noise(100)))
        let url = bench.server.url("/a.mp3")
        let engine = DataTaskDownloadEngine(client: bench.client)
        let error = await engine.failure(of: bench.request("/a.mp3"))
        #expect(error == .refused(url.absoluteString, reason: "127.0.0.1 is a private host"))
        #expect(bench.server.log.isEmpty)
        _ = try await engine.download(
            DownloadRequest(id: DownloadID(1), url: url, destination: bench.file, feedHost: "127.0.0.1")
        ) { _ in }
        #expect(bench.isFinished)
    }
}
