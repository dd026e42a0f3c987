import Foundation
import RandomPrograms

extension Mutation {
    /// What becomes of a document.
    func apply(to bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        switch self {
        case .flip(let at, let bit): bytes[at % bytes.count] ^= 1 << UInt8(bit)
        case .set(let at, let byte): bytes[at % bytes.count] = byte
        case .delete(let at, let count):
            let start = at % bytes.count
            bytes.removeSubrange(start..<min(bytes.count, start + count))
        case .double(let at, let count, let to):
            let start = at % bytes.count
            bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + count)], at: to % bytes.count)
        case .cut(let at): bytes.removeSubrange((at % bytes.count)...)
        case .insert(let scrap, let at): bytes.insert(contentsOf: scrap.bytes, at: at % bytes.count)
        case .splice(let seed, let at, let from):
            var random = SplitMix(seed: seed)
            let other = Subject.random(&random, steps: 4).bytes
            bytes = Array(bytes[..<(at % bytes.count)] + other[(from % other.count)...])
        case .recode(let encoding):
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Style(encoding: encoding, space: "").bytes(text, root: "")
        case .relabel(let label):
            bytes.insert(contentsOf: Array("<?xml version='1.0' encoding='\(label)'?>".utf8), at: 0)
        case .declare(let doctype): bytes.insert(contentsOf: Array(doctype.text(root: "rss").utf8), at: 0)
        case .nest(let at, let depth, let closes):
            let text = String(repeating: "<a>", count: depth)
            let end = closes ? String(repeating: "</a>", count: depth) : ""
            bytes.insert(contentsOf: (text + end).utf8, at: Self.tagEnd(bytes, at))
        case .attributes(let at, let count):
            let text = "<a" + (0..<count).map { " a\($0)=''" }.joined() + "/>"
            bytes.insert(contentsOf: text.utf8, at: Self.tagEnd(bytes, at))
        case .long(let what, let at, let count, let closes):
            bytes.insert(contentsOf: what.text(count, closes: closes).utf8, at: Self.tagEnd(bytes, at))
        }
        return bytes
    }

    /// The end of the next tag, so that what is put there is seen by a parser.
    private static func tagEnd(_ bytes: [UInt8], _ at: Int) -> Int {
        (bytes[(at % bytes.count)...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
    }

    /// With less of it; nothing where there is no less.
    var simpler: [Mutation] {
        switch self {
        case .delete(let at, let count) where count > 1: [.delete(at: at, count: count / 2)]
        case .double(let at, let count, let to) where count > 1: [.double(at: at, count: count / 2, to: to)]
        case .nest(let at, let depth, let closes) where depth > 1:
            [.nest(at: at, depth: depth / 2, closes: closes)]
        case .attributes(let at, let count) where count > 1: [.attributes(at: at, count: count / 2)]
        case .long(let what, let at, let count, let closes) where count > 1:
            [.long(what, at: at, count: count / 2, closes: closes)]
        default: []
        }
    }
}

extension Mutation.Long {
    fileprivate func text(_ count: Int, closes: Bool) -> String {
        func filled(_ piece: String) -> String { String(repeating: piece, count: count / piece.utf8.count) }
        switch self {
        case .tag: return "<" + filled("a") + (closes ? "/>" : "")
        case .value: return "<enclosure url=\"https://e.org/" + filled("a") + (closes ? ".mp3\"/>" : "")
        case .text: return "<title>" + filled("long ") + (closes ? "</title>" : "")
        case .cdata: return "<title><![CDATA[" + filled("<b>") + (closes ? "]]></title>" : "")
        case .comment: return "<!--" + filled("- ") + (closes ? "-->" : "")
        case .reference: return "<title>" + filled("&amp;") + filled("&") + (closes ? "</title>" : "")
        case .items: return filled("<item><enclosure url='a.mp3'/></item>")
        }
    }
}
