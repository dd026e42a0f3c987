import Foundation
import PodcastFeeds
import Testing

@Suite struct HostileTests {
    @Test("POD-7: limits are typed errors")
    func limits() {
        let deep = String(repeating: "<a>", count: 200)
        #expect(throws: FeedError.tooDeep(limit: 128)) { try parse("<rss>" + deep) }
        #expect(throws: FeedError.tooLarge(bytes: 5, limit: 4)) {
            try parse("<rss>", limits: FeedLimits(bytes: 4))
        }
        let many = (0..<300).map { "a\($0)=\"\"" }.joined(separator: " ")
        #expect(throws: FeedError.tooManyAttributes(limit: 256)) { try parse("<rss \(many)/>") }
        let endless = "<rss " + String(repeating: "a", count: 2_000_000)
        #expect(throws: FeedError.markupTooLong(limit: 1 << 20)) { try parse(endless) }
        let items = String(repeating: "<item><guid>1</guid></item>", count: 4)
        #expect(throws: FeedError.tooManyItems(limit: 3)) {
            try parse(rss(items), limits: FeedLimits(items: 3))
        }
    }

    @Test(
        "POD-7: names that are all different end in a typed error, of elements, attributes and namespaces",
        arguments: ["<a# />", "<a b#=''/>", "<a xmlns='#'/>", "<a xmlns:p#='x'/>"])
    func names(_ element: String) {
        let many = (0..<60_000).map { element.replacing("#", with: "\($0)") }.joined()
        #expect(throws: FeedError.tooManyNames(limit: 1 << 17)) {
            try parse(rss(many), limits: FeedLimits(nameBytes: 1 << 17))
        }
    }

    @Test("POD-7: short addresses that a long base makes long end in a typed error, and so do nested bases")
    func longBases() throws {
        let base = "https://e.org/" + String(repeating: "b", count: 10_000) + "/"
        let limits = FeedLimits(bytes: 1 << 20)
        let items = (0..<300).map { "<item><guid>\($0)</guid><enclosure url='\($0).mp3'/></item>" }
        let long = FeedError.addressesTooLong(limit: 1 << 20)
        #expect(throws: long) {
            try parse("<rss xml:base='\(base)'><channel>\(items.joined())</channel></rss>", limits: limits)
        }
        let nest = String(repeating: "<a xml:base='x/'>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(throws: long) { try parse("<rss xml:base='\(base)'>\(nest)\(nest)</rss>", limits: limits) }
        let few = "<rss xml:base='\(base)'><channel>\(items.prefix(9).joined())</channel></rss>"
        #expect(try parse(few, limits: limits).items.count == 9)
    }

    @Test("POD-7: a list of outlines without end is a typed error")
    func endlessOutlines() {
        let lines = (0..<5).map { "<outline xmlUrl='https://e.org/\($0)'/>" }.joined()
        #expect(throws: FeedError.tooManyItems(limit: 4)) {
            try OPML.parse(Array("<opml><body>\(lines)</body></opml>".utf8), limits: FeedLimits(items: 4))
        }
    }

    @Test("POD-7: a long CDATA section is read as it is, wherever it is taken apart")
    func longSection() throws {
        let text = String(repeating: "]]\u{65E5}] ", count: 12_000) + "]]"
        let feed = try parse(
            rss("<item><guid>1</guid><title><![CDATA[\(text)]]></title></item>"),
            limits: FeedLimits(textBytes: 1 << 20))
        #expect(feed.items.map(\.title) == [text])
    }

    @Test("POD-7: an endless text is kept up to its limit")
    func endlessText() throws {
        let long = String(repeating: "x", count: 300_000)
        let feed = try parse(rss("<item><guid>1</guid><title>\(long)</title></item>"))
        #expect(feed.items.map(\.title.utf8.count) == [64 << 10])
    }

    @Test(
        "POD-7: a DOCTYPE is passed over, in any case and with anything in it",
        arguments: [
            "<!DOCTYPE rss>", "<!doctype rss SYSTEM \"file:///etc/passwd\">", "<!DocType rss>",
            "<!DOCTYPE rss [<!ATTLIST enclosure url CDATA \"https://evil.org/x.mp3\">]>",
            "<!DOCTYPE rss [<!ATTLIST item xml:base CDATA \"https://evil.org/\">]>",
            "<!DOCTYPE rss [<!ENTITY a \"boom\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "<!DOCTYPE rss [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]>",
            "<!DOCTYPE rss [<!-- don't ]> --><!ELEMENT a ANY>]>", "<!DOCTYPE rss [<?pi don't ]> ?>]>",
            "<!DOCTYPE rss [<!ENTITY a \"]>\"><!ENTITY b '\"'>]>", "<!DOCTYPE a><!DOCTYPE b>",
        ])
    func doctype(_ doctype: String) throws {
        let item = "<item><guid>1</guid><title>&a;&x;</title><enclosure/><link>b</link></item>"
        let feed = try parse(doctype + rss(item))
        #expect(feed.items.map(\.title) == ["&a;&x;"])
        #expect(feed.items.map(\.enclosure) == [nil])
        #expect(feed.items.map(\.link?.absoluteString) == ["https://example.org/shows/b"])
        // In the middle of a document it is no better.
        #expect(try parse(rss(doctype + item)).items == feed.items)
    }

    @Test("POD-7: a DOCTYPE without an end is a document without a feed")
    func endlessDoctype() {
        #expect(throws: FeedError.notXML) { try parse("<!DOCTYPE rss [" + rss("")) }
    }

    @Test("POD-7: entity bombs stay as small as they are written")
    func bombs() throws {
        let laughs = (1..<10).map { level in
            "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }.joined()
        let text = "<!DOCTYPE rss [<!ENTITY l0 \"ha\">\(laughs)]>" + rss("<item><title>&l9;</title></item>")
        #expect(try parse(text).items.map(\.title) == ["&l9;"])
        let quadratic = "<!DOCTYPE rss [<!ENTITY q \"\(String(repeating: "q", count: 50_000))\">]>"
        let uses = String(repeating: "&q;", count: 10_000)
        let feed = try parse(quadratic + rss("<item><title>\(uses)</title></item>"))
        #expect(feed.items.map(\.title.utf8.count) == [30_000])
    }

    @Test(
        "POD-7: only http and https addresses are taken",
        arguments: [
            "file:///etc/passwd", "ftp://e.org/a.mp3", "javascript:alert(1)", "data:audio/mp3,x",
            "http:///a.mp3",
        ])
    func schemes(_ address: String) throws {
        let feed = try parse(
            rss("<item><guid>1</guid><enclosure url=\"\(address)\" type=\"audio/mpeg\"/></item>"))
        #expect(feed.items.map(\.enclosure) == [nil])
    }

    @Test("POD-7: any bytes give a feed or a typed error, whole documents cut and stirred", arguments: 1...6)
    func stirred(_ seed: UInt64) throws {
        let whole = Array(
            """
            <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY a "b">]>
            \(rss("<item><guid>1</guid><title><![CDATA[é <b>]]>&amp;&nbsp;&#x41;</title><enclosure url='a.mp3?x=1&y'/></item>"))
            """.utf8)
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0...random(3) {
                switch random(4) {
                case 0: bytes.removeSubrange(random(bytes.count)..<bytes.count)
                case 1:
                    bytes.insert(
                        contentsOf: bytes[random(bytes.count)...].prefix(random(40)), at: random(bytes.count))
                case 2: bytes[random(bytes.count)] = UInt8(random(256))
                default: bytes.insert(Array("<>&;\"'[]!-?\0\u{FF}".utf8)[random(14)], at: random(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            do {
                let feed = try parse(bytes)
                #expect(feed.items.count < 50)
            } catch {
                #expect(error is FeedError)
            }
        }
    }
}
