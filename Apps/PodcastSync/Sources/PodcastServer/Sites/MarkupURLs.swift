/// Finds the attributes of feeds that hold URLs of media and of other feeds.
///
/// It works on bytes and by tags alone, so that ill-formed documents and unusual encodings
/// built on ASCII come through with nothing else changed.
enum MarkupURLs {
    /// An attribute value, without its quotes.
    struct Found {
        let range: Range<Int>
        let text: String
        let isOutline: Bool
    }

    static func media(in bytes: [UInt8]) -> [Found] { all(in: bytes).filter { !$0.isOutline } }

    static func all(in bytes: [UInt8]) -> [Found] {
        var found: [Found] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[open...].starts(with: "<![CDATA[".utf8) || bytes[open...].starts(with: "<!--".utf8) {
                let mark = bytes[open + 2] == UInt8(ascii: "[") ? "]]>" : "-->"
                index = end(of: mark, in: bytes, from: open + 4)
                continue
            }
            let close = tagEnd(in: bytes, from: open)
            if let value = value(ofTag: open..<close, in: bytes) { found.append(value) }
            index = max(close, open + 1)
        }
        return found
    }

    private static func value(ofTag tag: Range<Int>, in bytes: [UInt8]) -> Found? {
        let name = bytes[(tag.lowerBound + 1)..<tag.upperBound].prefix { !isBreak($0) }
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "enclosure", "media:content":
            return attribute("url", of: tag, in: bytes, isOutline: false)
        case "outline":
            return attribute("xmlurl", of: tag, in: bytes, isOutline: true)
        case "link", "atom:link":
            guard let rel = attribute("rel", of: tag, in: bytes, isOutline: false),
                rel.text == "enclosure"
            else { return nil }
            return attribute("href", of: tag, in: bytes, isOutline: false)
        default:
            return nil
        }
    }

    private static func attribute(
        _ name: String, of tag: Range<Int>, in bytes: [UInt8], isOutline: Bool
    ) -> Found? {
        var index = tag.lowerBound + 1
        while index < tag.upperBound {
            while index < tag.upperBound, !isBreak(bytes[index]) { index += 1 }
            while index < tag.upperBound, isBreak(bytes[index]) { index += 1 }
            let start = index
            while index < tag.upperBound, !isBreak(bytes[index]), bytes[index] != UInt8(ascii: "=") {
                index += 1
            }
            let key = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            while index < tag.upperBound, isBreak(bytes[index]) || bytes[index] == UInt8(ascii: "=") {
                index += 1
            }
            guard index < tag.upperBound else { return nil }
            let quote = bytes[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            let first = index + 1
            index = first
            while index < tag.upperBound, bytes[index] != quote { index += 1 }
            if key == name, first < index {
                let text = String(decoding: bytes[first..<index], as: UTF8.self)
                return Found(range: first..<index, text: text, isOutline: isOutline)
            }
            index += 1
        }
        return nil
    }

    /// The index after the `>` of a tag, quotes passed over.
    private static func tagEnd(in bytes: [UInt8], from open: Int) -> Int {
        var quote: UInt8?
        for index in open..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return open + 1
    }

    private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var index = start
        while index + mark.count <= bytes.count {
            if bytes[index...].starts(with: mark) { return index + mark.count }
            index += 1
        }
        return bytes.count
    }

    private static func isBreak(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "/"), UInt8(ascii: ">")].contains(byte)
    }
}
