import Foundation
import PodcastFeeds
import PodcastModel
import Testing

@Suite struct FeedParserTests {
    @Test("POD-1: identity is the guid, then the enclosure, then the link, then title and date")
    func identity() throws {
        let feed = try parse(
            rss(
                """
                <item><guid>g</guid><link>https://e.org/a</link><enclosure url="https://e.org/a.mp3"/></item>
                <item><link>https://e.org/a</link><enclosure url="https://e.org/b.mp3"/></item>
                <item><link>https://e.org/c</link></item><item><title>T</title><pubDate>D</pubDate></item>
                """))
        #expect(
            feed.items.map(\.identity) == [
                "guid:g", "enclosure:https://e.org/b.mp3", "link:https://e.org/c", "title:T|D",
            ])
    }

    @Test("POD-1: of one guid twice the newer item is read")
    func doubled() throws {
        let feed = try parse(
            rss(
                """
                <item><guid>g</guid><title>old</title><pubDate>1 Jan 2019 00:00 GMT</pubDate></item>
                <item><guid>g</guid><title>new</title><pubDate>1 Jan 2020 00:00 GMT</pubDate></item>
                """))
        #expect(feed.items.map(\.title) == ["new"])
    }

    @Test("POD-5: junk, entities, a bare & and a wrong label are read, with a warning")
    func recovery() throws {
        let feed = try parse(
            "junk\n<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n"
                + rss("<item><guid>1</guid><title>R&D &ndash; caf\u{e9} &eacute; &nope;</title></item>"))
        #expect(feed.items.map(\.title) == ["R&D \u{2013} caf\u{e9} \u{e9} &nope;"])
        #expect(feed.warnings.count == 5)
    }

    @Test("POD-5: Atom and RSS 1.0 are feeds too")
    func formats() throws {
        let atom = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://cdn.example.org/x/"><title>A</title><entry><id>1</id>
            <title>One</title><published>2020-01-01T00:00:00Z</published>
            <link rel="enclosure" href="one.mp3" type="audio/mpeg" length="5"/></entry></feed>
            """)
        #expect(atom.format == .atom)
        #expect(atom.items.first?.enclosure?.url.absoluteString == "https://cdn.example.org/x/one.mp3")
        let rdf = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel><title>R</title></channel><item><title>One</title><link>https://e.org/1</link></item></rdf:RDF>
            """)
        #expect(
            rdf.format == .rdf && rdf.title == "R" && rdf.items.map(\.identity) == ["link:https://e.org/1"])
    }

    @Test("POD-6: the first audio or video enclosure, by type and then by extension")
    func enclosure() throws {
        let feed = try parse(
            rss(
                """
                <item><guid>1</guid><enclosure url="a.jpg" type="image/jpeg"/><enclosure url="b.mp3" length="0"/>
                <enclosure url="c" type="video/mp4"/></item>
                """))
        #expect(
            feed.items.first?.enclosure
                == Enclosure(url: try #require(URL(string: "https://example.org/shows/b.mp3"))))
    }

    @Test("POD-6: references within an address are read, and a bare & is one")
    func addressReferences() throws {
        let feed = try parse(
            rss("<item><guid>1</guid><enclosure url=\"https://e.org/a.mp3?x=1&amp;y=2&z=3\"/></item>"))
        #expect(feed.items.first?.enclosure?.url.absoluteString == "https://e.org/a.mp3?x=1&y=2&z=3")
    }

    @Test("POD-6: illegal bytes are encoded and legal escapes stay")
    func escapes() {
        #expect(
            FeedURL.encoded(" https://e.org/a b%20c%zz\u{e9}.mp3 ")
                == "https://e.org/a%20b%20c%25zz%C3%A9.mp3")
    }

    @Test("POD-8: empty, HTML and cut-off documents are errors, a feed without items is none")
    func failures() throws {
        #expect(throws: FeedError.empty) { try parse(" \n") }
        #expect(throws: FeedError.html) { try parse("<!DOCTYPE html><html></html>") }
        #expect(throws: FeedError.notXML) { try parse("hello") }
        #expect(throws: FeedError.truncated(line: 1)) { try parse("<rss><channel><item>") }
        #expect(throws: FeedError.notAFeed(root: "svg")) { try parse("<svg/>") }
        #expect(try parse(rss("")).warnings == ["the feed has no items"])
    }

    @Test("POD-8: a feed that quotes a page is a feed, a page after a comment is a page")
    func quotedPage() throws {
        #expect(
            try parse(rss("<item><guid>1</guid><description><![CDATA[<html>]]></description></item>")).items
                .count == 1)
        #expect(throws: FeedError.html) { try parse("<!-- x --><HTML><body><p>") }
    }

    @Test("POD-5: of a channel's elements that come twice the first that says something counts")
    func channelTwice() throws {
        let feed = try parse(
            """
            <rss><channel><title/><title>Show</title><title>Other</title><ttl>soon</ttl><ttl>60</ttl><ttl>x</ttl>
            <podcast:guid>one</podcast:guid><podcast:guid>two</podcast:guid>
            <itunes:new-feed-url>ftp://e.org</itunes:new-feed-url>
            <itunes:new-feed-url>https://e.org/f</itunes:new-feed-url><itunes:new-feed-url/></channel></rss>
            """)
        #expect(feed.title == "Show" && feed.ttlMinutes == 60 && feed.podcastGUID == "one")
        #expect(feed.newFeedURL?.absoluteString == "https://e.org/f")
    }

    @Test("POD-5: a list's titles are one line, and an address is taken once however it is spelled")
    func opmlSpelling() throws {
        let list = try OPML.parse(
            Array(
                """
                <opml><body><outline text="A&#10; &#x3000;b" xmlUrl="HTTPS://E.org:443/f"/>
                <outline text="C" xmlUrl="https://e.org/f#top"/><outline xmlUrl="https://e.org:/g"/></body></opml>
                """.utf8))
        #expect(list.subscriptions.map(\.url.absoluteString) == ["https://e.org/f", "https://e.org/g"])
        #expect(list.subscriptions.map(\.title) == ["A b", "e.org"])
        #expect(try OPML.parse(Array(OPML.document(list.subscriptions).utf8)) == list)
        let odd = try OPML.parse(
            Array(
                """
                <opml><body><outline text='T' xmlUrl='https://M\u{FC}ller.example/g'/>
                <outline text='T' xmlUrl='https://xn--mller-kva.example/g'/>
                <outline text='T' xmlUrl='https://f\u{A0}tps://g'/></body></opml>
                """.utf8))
        #expect(odd.subscriptions.map(\.url.absoluteString) == ["https://xn--mller-kva.example/g"])
        #expect(
            try OPML.parse(Array(OPML.document(odd.subscriptions).utf8)).subscriptions == odd.subscriptions)
        // A host that no name can be is told: nobody could ask it.
        #expect(odd.problems.map(\.index) == [3])
    }

    @Test(
        "POD-6: an address behind a scheme that hands feeds to programs is the one it stands for",
        arguments: [
            ("feed://e.org/f", "http://e.org/f"), ("feed:https://e.org/f", "https://e.org/f"),
            (" FEED://https://e.org/f", "https://e.org/f"), ("itpc://e.org/f", "http://e.org/f"),
            ("pcast://e.org:8080/f", "http://e.org:8080/f"), ("podcast:e.org/f", "http://e.org/f"),
            ("feed:feed:http://e.org/f", nil), ("feed:", nil), ("feed://", nil), ("mailto:a@e.org", nil),
            ("feed:file:///etc/passwd", nil), ("e.org/feed:1", nil),
        ])
    func schemes(text: String, address: String?) throws {
        let list = try OPML.parse(Array("<opml><body><outline xmlUrl='\(text)'/></body></opml>".utf8))
        #expect(list.subscriptions.map(\.url.absoluteString) == (address.map { [$0] } ?? []))
        #expect(list.problems.count == (address == nil ? 1 : 0))
        let feed = try parse(
            "<rss><channel><itunes:new-feed-url>\(text)</itunes:new-feed-url></channel></rss>")
        if address != nil { #expect(feed.newFeedURL?.absoluteString == address) }
    }

    @Test("POD-5: a list's attributes are taken in letters of either case, and a feed's address as a link's")
    func opmlCases() throws {
        let list = try OPML.parse(
            Array(
                """
                <opml><body><outline TYPE="RSS" TITLE="A" XMLURL="https://e.org/a"/>
                <outline Text="B" xmlurl="https://e.org/b"/><outline type="rss" url="https://e.org/c"/>
                <outline type="link" url="https://e.org/d"/></body></opml>
                """.utf8))
        #expect(list.subscriptions.map(\.url.lastPathComponent) == ["a", "b", "c"])
        #expect(list.subscriptions.map(\.title) == ["A", "B", "e.org"])
        #expect(list.problems == [])
    }

    @Test("POD-5: OPML goes out and comes in, and bad lines are told")
    func opml() throws {
        let url = try #require(URL(string: "https://me:secret@e.org/f?a=1&b=2"))
        let text = OPML.document([OPMLSubscription(url: url, title: "A & \"B\"")])
        #expect(!text.contains("secret"))
        #expect(try OPML.parse(Array(text.utf8)).subscriptions.map(\.title) == ["A & \"B\""])
        let bad =
            "<opml><body><outline text='f'><outline type='rss'/><outline xmlUrl='ftp://x'/></outline></body></opml>"
        #expect(try OPML.parse(Array(bad.utf8)).problems.map(\.index) == [2, 3])
    }
}
