import Foundation

/// A document as UTF-8, whatever it was and whatever it said it was (POD-5).
struct TextEncoding {
    private(set) var bytes: [UInt8]
    private(set) var warnings: [String] = []

    init(_ input: [UInt8]) {
        bytes = input
        if let wide = Self.wideEncoding(input), let text = String(bytes: input, encoding: wide) {
            bytes = Array(text.utf8)
            return
        }
        guard let label = Self.label(input) else {
            if !Self.isUTF8(input) {
                warnings.append("no encoding label, read as windows-1252")
                bytes = Self.mended(input)
            }
            return
        }
        if Self.isUTF8(input) {
            if label != "utf-8", label != "utf8", label != "us-ascii", input.contains(where: { $0 > 0x7F }) {
                warnings.append("labelled \(label) and yet valid UTF-8: read as UTF-8")
            }
            return
        }
        if let known = Self.encodings[label], let text = String(bytes: input, encoding: known) {
            bytes = Array(text.utf8)
        } else {
            warnings.append("bytes that are no \(label) were read as windows-1252")
            bytes = Self.mended(input)
        }
    }

    /// UTF-8 with single bytes of windows-1252 in it, as pasted text leaves them.
    private static func mended(_ input: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(input.count + input.count / 8)
        var index = 0
        while index < input.count {
            let byte = input[index]
            if byte < 0x80 {
                result.append(byte)
                index += 1
                continue
            }
            var parser = Unicode.UTF8.ForwardParser()
            var bytes = input[index...].makeIterator()
            if case .valid(let scalar) = parser.parseScalar(from: &bytes) {
                result.append(contentsOf: scalar)
                index += scalar.count
            } else {
                result.append(contentsOf: upperHalf[Int(byte) - 0x80])
                index += 1
            }
        }
        return result
    }

    private static let upperHalf: [[UInt8]] = (0x80...0xFF as ClosedRange<UInt8>).map { byte in
        Array((String(bytes: [byte], encoding: .windowsCP1252) ?? "\u{FFFD}").utf8)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private static func wideEncoding(_ bytes: [UInt8]) -> String.Encoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return .utf16
        case (0x3C, 0, _, 0): return .utf16LittleEndian
        case (0, 0x3C, 0, _): return .utf16BigEndian
        default: return nil
        }
    }

    /// What the XML declaration says, in lower case.
    private static func label(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        guard let start = head.range(of: "<?xml "), let end = head[start.upperBound...].range(of: "?>") else {
            return nil
        }
        let declaration = head[start.upperBound..<end.lowerBound]
        guard let found = declaration.firstMatch(of: /encoding\s*=\s*["']\s*([^"'\s]+)/) else { return nil }
        return found.1.lowercased()
    }

    /// Latin-1 means windows-1252 wherever people publish.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "us-ascii": .windowsCP1252,
        "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252, "iso-8859-15": .windowsCP1252,
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS,
        "euc-jp": .japaneseEUC,
    ]
}
