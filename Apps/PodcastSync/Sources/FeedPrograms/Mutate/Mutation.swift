import RandomPrograms

/// One thing that is done to a document's bytes; it can be done to any.
///
/// Places are taken modulo the document's length, so that what is left of a program after shrinking is one.
enum Mutation: Sendable {
    case flip(at: Int, bit: Int)
    case set(at: Int, UInt8)
    case delete(at: Int, count: Int)
    case double(at: Int, count: Int, to: Int)
    case cut(at: Int)
    case insert(Scrap, at: Int)
    /// Goes on with another document.
    case splice(seed: UInt64, at: Int, from: Int)
    case recode(Style.Encoding)
    case relabel(String)
    case declare(Doctype)
    /// Opens so many elements at the end of a tag.
    case nest(at: Int, depth: Int, closes: Bool)
    case attributes(at: Int, count: Int)
    /// A tag, a text or a comment of so many bytes, with its end or without.
    case long(Long, at: Int, count: Int, closes: Bool)

    enum Long: CaseIterable, Sendable { case tag, value, text, cdata, comment, reference, items }

    /// What is rarely good to find in a document.
    enum Scrap: CaseIterable, Sendable {
        case nul, invalidUTF8, overlong, surrogate, noncharacter, cdata, cdataEnd, open, close, comment
        case doctypeEnd, reference, wideReference, quote, instruction, root, html, date, mark

        var bytes: [UInt8] {
            switch self {
            case .nul: [0]
            case .invalidUTF8: [0xE9, 0x28, 0xFF]
            case .overlong: [0xC0, 0xBC]
            case .surrogate: [0xED, 0xA0, 0x80]
            case .noncharacter: [0xEF, 0xBF, 0xBF]
            case .cdata: Array("<![CDATA[".utf8)
            case .cdataEnd: Array("]]>".utf8)
            case .open: Array("<item>".utf8)
            case .close: Array("</channel>".utf8)
            case .comment: Array("<!--".utf8)
            case .doctypeEnd: Array("]>".utf8)
            case .reference: Array("&#x110000;&#0;&#xD800;&;&#;".utf8)
            case .wideReference: Array("&#x1F600;&nosuchthing;&lt".utf8)
            case .quote: Array("\"'".utf8)
            case .instruction: Array("<?xml version='1.0' encoding='UTF-16'?>".utf8)
            case .root: Array("</rss><rss>".utf8)
            case .html: Array("<!DOCTYPE html><html><body>".utf8)
            case .date: Array("<pubDate>Thu, 99 Foo 99999 99:99:99 +9999</pubDate>".utf8)
            case .mark: [0xEF, 0xBB, 0xBF]
            }
        }
    }

    static func random(_ random: inout SplitMix) -> Mutation {
        func place() -> Int { Int(random.next() >> 33) }
        switch random.number(below: 32) {
        case 0...4: return .flip(at: place(), bit: random.number(below: 8))
        case 5...7:
            return .set(at: place(), random.one(of: Array("<>&;\"'[]!-?/=x \n".utf8) + [0, 0x80, 0xFF]))
        case 8...11: return .delete(at: place(), count: 1 + random.number(below: 60))
        case 12...14: return .double(at: place(), count: 1 + random.number(below: 200), to: place())
        case 15, 16: return .cut(at: place())
        case 17...21: return .insert(random.one(of: Scrap.allCases), at: place())
        case 22...24: return .splice(seed: random.next(), at: place(), from: place())
        case 25: return .recode(random.one(of: Style.Encoding.allCases))
        case 26:
            return .relabel(
                random.one(of: [
                    "utf-16", "UTF-32", "ebcdic-cp-us", "utf-7", "Shift_JIS", "x", "", "us-ascii",
                ]))
        case 27: return .declare(random.one(of: Doctype.allCases))
        case 28:
            return .nest(
                at: place(), depth: random.one(of: [100, 130, 130, 5_000, 100_000]),
                closes: random.isTrue(in: 50))
        case 29: return .attributes(at: place(), count: random.one(of: [200, 300, 300, 5_000, 100_000]))
        default:
            return .long(
                random.one(of: Long.allCases), at: place(),
                count: random.one(of: [5_000, 5_000, 70_000, 70_000, 70_000, 70_000, 300_000, 1_200_000]),
                closes: random.isTrue(in: 60))
        }
    }
}
