/// The worst documents of their kinds, of any size (POD-7).
public enum Extreme: String, CaseIterable, Sendable {
    case items, guids, elements, attributeNames, namespaces, longBase, nestedBases, text, cdata, comments
    case references, ampersands, controls, deep, attributes, longTags, doctype, latin, wide, broken, outlines

    /// A document of about `count` bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        switch self {
        case .wide:
            let text =
                Array("<rss><channel><title>\u{65E5}".utf16)
                + Array(repeating: 0x65E5, count: max(0, count / 2 - 60))
                + Array("</title></channel></rss>".utf16)
            return [0xFF, 0xFE] + text.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case .latin, .broken:
            let label = self == .latin ? "ISO-8859-1" : "UTF-8"
            let start = "<?xml version=\"1.0\" encoding=\"\(label)\"?><rss><channel><title>"
            return Array(start.utf8) + Array(repeating: 0xE9, count: count)
                + Array("</title></channel></rss>".utf8)
        default:
            let (start, piece, end) = parts
            var bytes = Array(start.utf8)
            bytes.reserveCapacity(count + 1024)
            var index = 0
            while bytes.count < count {
                bytes += piece(index).utf8
                index += 1
            }
            return bytes + Array(end.utf8)
        }
    }

    private var parts: (start: String, piece: (Int) -> String, end: String) {
        let start = "<rss><channel>"
        let end = "</channel></rss>"
        let kilobyte = String(repeating: "b", count: 1_000)
        switch self {
        case .items: return (start, { "<item><link>\($0)</link><enclosure url='\($0).mp3'/></item>" }, end)
        case .guids: return (start, { "<item><guid>\($0)</guid></item>" }, end)
        case .elements: return (start, { "<a\($0)/>" }, end)
        case .attributeNames: return (start, { "<a b\($0)=''/>" }, end)
        case .namespaces: return (start, { "<a xmlns='\($0)'/>" }, end)
        case .longBase:
            let base = "https://e.org/" + String(repeating: "b", count: 1_000_000) + "/"
            return ("<rss xml:base='\(base)'><channel>", { "<item><enclosure url='\($0).mp3'/></item>" }, end)
        case .nestedBases:
            return (
                start,
                { _ in
                    let open = (0..<100).map { _ in "<a xml:base='\(kilobyte)/'>" }.joined()
                    return open + String(repeating: "</a>", count: 100)
                }, end
            )
        case .text: return ("<rss><channel><title>", { _ in "text " }, "</title>" + end)
        case .cdata: return ("<rss><channel><title><![CDATA[", { _ in "text]] " }, "]]></title>" + end)
        case .comments: return (start, { _ in "<!---->" }, end)
        case .references: return ("<rss><channel><title>", { _ in "&eacute;" }, "</title>" + end)
        case .ampersands: return ("<rss><channel><title>", { _ in "&" }, "</title>" + end)
        case .controls: return (start, { _ in "\u{1}" }, end)
        case .deep:
            return (
                start,
                { _ in
                    String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
                }, end
            )
        case .attributes:
            return (
                start, { _ in "<item " + (0..<256).map { "a\($0)=''" }.joined(separator: " ") + "/>" }, end
            )
        case .longTags:
            let value = String(repeating: "v", count: 1_000_000)
            return (start, { "<item><enclosure url='https://e.org/\($0)\(value).mp3'/></item>" }, end)
        case .doctype: return ("<!DOCTYPE rss [", { "<!ENTITY e\($0) 'x'>" }, "]>" + start + end)
        case .outlines:
            return ("<opml><body>", { "<outline xmlUrl='https://e.org/\($0)'/>" }, "</body></opml>")
        case .wide, .latin, .broken: return ("", { _ in "" }, "")
        }
    }
}
