import Foundation
import PodcastFeeds
import Testing

@Suite struct EncodingTests {
    private func document(_ label: String?, _ title: String = "caf\u{E9} \u{2013} \u{65E5}") -> String {
        let declaration = label.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return "\(declaration)<rss><channel><title>\(title)</title></channel></rss>"
    }

    @Test("POD-5: a byte order mark is passed over, with or without space after it")
    func mark() throws {
        for space in ["", "\n  "] {
            let feed = try parse([0xEF, 0xBB, 0xBF] + Array((space + document("utf-8")).utf8))
            #expect(feed.title == "caf\u{E9} \u{2013} \u{65E5}")
            #expect(feed.warnings.contains("a byte order mark stands before the document"))
        }
    }

    @Test("POD-5: UTF-16 is read, of both orders, with a mark and without")
    func wide() throws {
        for label in ["utf-16", nil] {
            let text = document(label)
            for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
                let bytes = [UInt8](try #require(text.data(using: encoding)))
                #expect(try parse(bytes).title == "caf\u{E9} \u{2013} \u{65E5}")
                let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
                #expect(try parse(mark + bytes).title == "caf\u{E9} \u{2013} \u{65E5}")
            }
        }
    }

    @Test(
        "POD-5: bytes are read by their label, and as windows-1252 where it says Latin-1",
        arguments: [
            ("ISO-8859-1", .windowsCP1252, "caf\u{E9} \u{2013}"),
            ("windows-1252", .windowsCP1252, "\u{20AC}"),
            ("iso-8859-2", .isoLatin2, "\u{17C}\u{F3}\u{142}w"), ("windows-1251", .windowsCP1251, "\u{42F}"),
            ("Shift_JIS", .shiftJIS, "\u{65E5}\u{672C}"),
        ] as [(String, String.Encoding, String)])
    func labels(_ label: String, _ encoding: String.Encoding, _ title: String) throws {
        let bytes = [UInt8](try #require(document(label, title).data(using: encoding)))
        let feed = try parse(bytes)
        #expect(feed.title == title)
        #expect(feed.warnings == ["the feed has no items"])
    }

    @Test(
        "POD-5: a label of Latin-1 over UTF-8 is passed over with a warning, over ASCII without",
        arguments: [
            "iso-8859-1", "windows-1252", "US-ASCII", "shift_jis",
        ])
    func wrongLabel(_ label: String) throws {
        let feed = try parse(document(label))
        #expect(feed.title == "caf\u{E9} \u{2013} \u{65E5}")
        #expect(feed.warnings.contains { $0.hasPrefix("labelled") } == (label != "US-ASCII"))
        #expect(try parse(document(label, "tea")).warnings == ["the feed has no items"])
    }

    @Test("POD-5: single bytes of windows-1252 within UTF-8, and bytes without a label, are read")
    func mixed() throws {
        let text = document("utf-8", "\u{65E5}@@").utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let feed = try parse(Array(text[0]) + [0xE9, 0x96] + Array(text[2]))
        #expect(feed.title == "\u{65E5}\u{E9}\u{2013}")
        #expect(feed.warnings.contains("bytes that are no utf-8 were read as windows-1252"))
        let bare = [UInt8](try #require(document(nil, "caf\u{E9}").data(using: .windowsCP1252)))
        #expect(try parse(bare).title == "caf\u{E9}")
    }
}
