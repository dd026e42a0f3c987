import Foundation
import RandomPrograms

/// How a document is written, apart from what it says (POD-5).
struct Style: Sendable {
    enum Encoding: CaseIterable, Sendable {
        case bare, utf8, markedUTF8, wronglyLabelled, windows1252, utf16LittleEndian, utf16BigEndian
    }

    var encoding = Encoding.utf8
    var doctype: Doctype?
    /// What stands before the document.
    var junk = ""
    /// Between elements.
    var space = "\n"
    var quote = "\""

    var isNarrow: Bool { encoding == .windows1252 }

    static func random(_ random: inout SplitMix) -> Style {
        var style = Style(
            encoding: random.one(of: Encoding.allCases),
            doctype: random.isTrue(in: 25) ? random.one(of: Doctype.allCases) : nil,
            space: random.one(of: ["", "\n", "\r\n\t", "<!-- <item>&boom; -->", "<?php echo '<item>'; ?>"]),
            quote: random.one(of: ["\"", "'"]))
        if style.encoding == .utf8 || style.encoding == .bare, random.isTrue(in: 20) {
            style.junk = random.one(of: ["\n\n", "  ", "Warning: no header\n", "\0\0"])
        }
        return style
    }

    /// The bytes of a document whose root element is `text`.
    func bytes(_ text: String, root: String) -> [UInt8] {
        let declaration = label.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" + space } ?? ""
        let whole = junk + declaration + (doctype?.text(root: root) ?? "") + text + space
        switch encoding {
        case .bare, .utf8, .wronglyLabelled: return Array(whole.utf8)
        case .markedUTF8: return [0xEF, 0xBB, 0xBF] + Array(whole.utf8)
        case .windows1252: return Array(whole.data(using: .windowsCP1252) ?? Data())
        case .utf16LittleEndian:
            return [0xFF, 0xFE] + whole.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case .utf16BigEndian:
            return [0xFE, 0xFF] + whole.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        }
    }

    private var label: String? {
        switch encoding {
        case .bare: nil
        case .utf8, .markedUTF8: "UTF-8"
        case .wronglyLabelled: "ISO-8859-1"
        case .windows1252: "windows-1252"
        case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        }
    }

    /// What must be told of it.
    ///
    /// - Parameter isASCII: Whether the document has nothing else.
    func warnings(isASCII: Bool) -> Set<String> {
        var warnings: Set<String> = []
        if encoding == .markedUTF8 { warnings.insert("a byte order mark stands before the document") }
        if encoding == .wronglyLabelled, !isASCII {
            warnings.insert("labelled iso-8859-1 and yet valid UTF-8: read as UTF-8")
        }
        if !junk.isEmpty { warnings.insert("bytes before the document were passed over") }
        return warnings
    }

    /// With less in it, of which everything that the document says can be written.
    var simpler: [Style] {
        var simpler: [Style] = []
        func add(_ change: (inout Style) -> Void) {
            var style = self
            change(&style)
            simpler.append(style)
        }
        if encoding != .utf8 { add { $0.encoding = .utf8 } }
        if doctype != nil { add { $0.doctype = nil } }
        if !junk.isEmpty { add { $0.junk = "" } }
        if space != "\n" { add { $0.space = "\n" } }
        if quote != "\"" { add { $0.quote = "\"" } }
        return simpler
    }
}
