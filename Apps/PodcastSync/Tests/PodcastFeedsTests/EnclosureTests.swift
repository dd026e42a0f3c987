import Foundation
import PodcastFeeds
import Testing

@Suite struct EnclosureTests {
    private func media(_ body: String, root: String = "") throws -> [String?] {
        try parse(
            "<rss xmlns:media=\"http://search.yahoo.com/mrss/\" \(root)><channel><item><guid>1</guid>\(body)</item></channel></rss>"
        ).items.map { $0.enclosure?.url.absoluteString }
    }

    @Test("POD-6: media:content counts where there is no enclosure, grouped or not, and pictures never")
    func fallback() throws {
        let picture = "<media:content url=\"https://e.org/a.jpg\" type=\"image/jpeg\" medium=\"image\"/>"
        let sound = "<media:content url=\"https://e.org/a.mp3\" type=\"audio/mpeg\" fileSize=\"9\"/>"
        #expect(try media(picture + sound) == ["https://e.org/a.mp3"])
        #expect(try media("<media:group>\(picture)\(sound)</media:group>") == ["https://e.org/a.mp3"])
        #expect(try media(picture) == [nil])
        #expect(try media("<media:content url=\"https://e.org/a\" medium=\"audio\"/>") == ["https://e.org/a"])
        #expect(try media(sound + "<enclosure url=\"https://e.org/b.mp3\"/>") == ["https://e.org/b.mp3"])
    }

    @Test("POD-6: an enclosure of RSS 1.0, and one whose kind only the answer will tell, are taken")
    func others() throws {
        let rdf = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel><title>R</title></channel>
            <item><title>One</title><enc:enclosure rdf:resource="https://e.org/a.mp3"/></item></rdf:RDF>
            """)
        #expect(rdf.items.map { $0.enclosure?.url.absoluteString } == ["https://e.org/a.mp3"])
        #expect(try media("<enclosure url=\"https://e.org/play?id=1\"/>") == ["https://e.org/play?id=1"])
        #expect(try media("<enclosure url=\"https://e.org/a.pdf\" type=\"application/pdf\"/>") == [nil])
    }

    @Test(
        "POD-6: a relative address starts at the nearest xml:base, else at the feed's own address",
        arguments: [
            ("", "a.mp3", "https://example.org/shows/a.mp3"), ("", "/a.mp3", "https://example.org/a.mp3"),
            ("", "//cdn.org/a.mp3", "https://cdn.org/a.mp3"), ("", "../a.mp3", "https://example.org/a.mp3"),
            ("xml:base=\"https://b.org/x/\"", "a.mp3", "https://b.org/x/a.mp3"),
            ("xml:base=\"media/\"", "a.mp3", "https://example.org/shows/media/a.mp3"),
            ("xml:base=\"javascript:x\"", "a.mp3", "https://example.org/shows/a.mp3"),
            ("xml:base=\"\"", "a.mp3", "https://example.org/shows/a.mp3"),
        ])
    func relative(_ base: String, _ address: String, _ resolved: String) throws {
        #expect(try media("<enclosure url=\"\(address)\" type=\"audio/mpeg\"/>", root: base) == [resolved])
    }

    @Test("POD-6: an xml:base counts within its element, from the one around it")
    func nested() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.org/x/"><title>A</title>
            <entry xml:base="y/"><id>1</id><link rel="enclosure" href="a.mp3" xml:base="z/"/></entry>
            <entry><id>2</id><link rel="enclosure" href="a.mp3"/></entry></feed>
            """)
        #expect(
            feed.items.map { $0.enclosure?.url.absoluteString }
                == ["https://b.org/x/y/z/a.mp3", "https://b.org/x/a.mp3"])
    }

    @Test(
        "POD-5: elements of other namespaces are not taken for the feed's own, nor undeclared prefixes for errors"
    )
    func namespaces() throws {
        let feed = try parse(
            """
            <rss xmlns:psc="http://podlove.org/simple-chapters" xmlns:content="http://purl.org/rss/1.0/modules/content/"
            xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
            <image><title>Picture</title></image><itunes:title>Other</itunes:title><title>Show</title>
            <podcast:guid>pg</podcast:guid><itunes:new-feed-url>https://new.org/f</itunes:new-feed-url>
            <item><guid>1</guid><itunes:title>Short</itunes:title>
            <psc:chapters><psc:chapter title="No"><title>No</title></psc:chapter></psc:chapters>
            <content:encoded><![CDATA[<enclosure url="https://e.org/no.mp3"/>]]></content:encoded>
            <podcast:alternateEnclosure><enclosure url="https://e.org/no.mp3"/></podcast:alternateEnclosure>
            <enclosure url="https://e.org/a.mp3"/></item></channel></rss>
            """)
        #expect(feed.title == "Show")
        #expect(feed.podcastGUID == "pg")
        #expect(feed.newFeedURL?.absoluteString == "https://new.org/f")
        #expect(feed.items.map(\.title) == ["Short"])
        #expect(feed.items.map { $0.enclosure?.url.absoluteString } == ["https://e.org/a.mp3"])
    }
}
