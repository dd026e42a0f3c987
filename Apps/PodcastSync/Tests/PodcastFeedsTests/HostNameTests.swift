import Foundation
import PodcastFeeds
import PodcastModel
import Testing

@Suite("The hosts of addresses that feeds write") struct HostNameTests {
    /// What a feed writes, and what is asked.
    static let addresses = [
        ("http://müller.example/feed.xml", "http://xn--mller-kva.example/feed.xml"),
        ("http://MÜLLER.Example/ä?ö=ü#ß", "http://xn--mller-kva.example/%C3%A4?%C3%B6=%C3%BC#%C3%9F"),
        ("http://m%C3%BCller.example/%C3%a4", "http://xn--mller-kva.example/%C3%a4"),
        ("http://mu\u{308}ller.example/", "http://xn--mller-kva.example/"),
        ("https://ü%40:p%2f@müller.example:8080/a", "https://%C3%BC%40:p%2f@xn--mller-kva.example:8080/a"),
        ("//bücher.example/a.mp3", "http://xn--bcher-kva.example/a.mp3"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://日本語。jp/", "http://xn--wgv71a119e.jp/"),
        ("http://xn--mller-kva.example/", "http://xn--mller-kva.example/"),
        // Samples of RFC 3492, 7.1.
        ("http://他们为什么不说中文.example/", "http://xn--ihqwcrb4cv8a8dqg056pqjye.example/"),
        ("http://3年b組金八先生.example/", "http://xn--3b-ww4c5e180e575a65lsy2b.example/"),
        ("http://パフィーdeルンバ.example/", "http://xn--de-jg4avhby1noc0d.example/"),
        ("http://１２７.０.０.１/", "http://127.0.0.1/"), ("http://127。0｡0．1/", "http://127.0.0.1/"),
        ("http://2130706433/a", "http://127.0.0.1/a"), ("http://0x7F.1:80/a", "http://127.0.0.1:80/a"),
        ("http://127.1./", "http://127.0.0.1/"), ("http://99.example/", "http://99.example/"),
        ("http://[::1]:80/%41", "http://[::1]:80/%41"), ("http://[fe80::1%25lo]/", "http://[fe80::1%25lo]/"),
        ("http://example.org/%41@%2F", "http://example.org/%41@%2F"),
    ]

    @Test(
        "POD-6: an international host goes out in the letters of IDNA, as from a browser",
        arguments: addresses)
    func asked(_ written: String, _ asked: String) throws {
        let base = try #require(URL(string: "http://example.org/feed"))
        let url = try #require(FeedURL.resolve(written, base: base))
        #expect(url.absoluteString == asked)
        #expect(FeedURL.normal(FeedURL.normal(url)) == FeedURL.normal(url))
        #expect(FeedURL.normal(url).host == url.host)
        #expect(URL(string: url.withoutCredentials)?.host == url.host)
    }

    @Test(
        "POD-6: an address whose host can be no name is none",
        arguments: [
            "http://a／c.example/", "http://℀.example/", "http://x＠y.example/", "http://a：80/",
            "http://a%2Fc.example/", "http://a%20b/", "http://a%00b/", "http://［：：１］/",
            "http://a%3A80/", "http://%3A%3A1/", "http://127.0.0.1%3A80/", "http://%5B::1%5D/",
            "http://\(String(repeating: "ü", count: 70)).example/",
        ])
    func none(_ written: String) throws {
        let base = try #require(URL(string: "http://example.org/feed"))
        #expect(FeedURL.resolve(written, base: base) == nil)
    }

    @Test("POD-9: limits and pauses of a host count by one spelling of it")
    func limits() throws {
        let hosts = [
            "http://müller.example/", "http://m%C3%BCller.example:80", "http://XN--MLLER-KVA.example/a",
        ]
        #expect(
            try Set(hosts.map { try #require(URL(string: $0)).hostAndPort }) == ["xn--mller-kva.example:80"])
    }
}
