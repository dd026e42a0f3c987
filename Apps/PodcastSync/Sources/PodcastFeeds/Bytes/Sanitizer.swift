import Foundation

/// Hands a document on in pieces that an XML parser takes, one pass over the bytes.
///
/// It drops what stands before the root and every DOCTYPE, so no declared entity exists, and mends
/// what feeds get wrong (POD-5, POD-7). What it hands on is bounded by the input.
struct Sanitizer {
    private let limits: FeedLimits
    var tagLimit: Int { limits.tagBytes }
    private var output: [UInt8] = []
    private var noted: Set<Fault> = []
    /// Most faults come again and again.
    private var lastNoted: Fault?
    private(set) var warnings: [String] = []

    /// What is mended, each told once however often it comes.
    private enum Fault: String {
        case control = "control characters were dropped"
        case mark = "a byte order mark stands before the document"
        case junk = "bytes before the document were passed over"
        case ampersand = "a bare & was read as itself"
        case noCharacter = "a reference to no character was dropped"
        case html = "HTML entities were read"
        case unknown = "unknown entities were read as text"
    }

    init(limits: FeedLimits) {
        self.limits = limits
        output.reserveCapacity(limits.pieceBytes + 1024)
    }

    mutating func run(
        _ bytes: UnsafeBufferPointer<UInt8>, emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        do throws(FeedError) {
            try mend(bytes, emit)
        } catch {
            // What stands before a fault may have one of its own, and then that is the first.
            if !output.isEmpty { try emit(output) }
            throw error
        }
        if !output.isEmpty { try emit(output) }
    }

    private mutating func mend(
        _ bytes: UnsafeBufferPointer<UInt8>, _ emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var index = start(of: bytes)
        var plain = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                guard let end = markupEnd(bytes, index) else {
                    try flush(bytes, plain, index, emit)
                    throw .markupTooLong(limit: limits.tagBytes)
                }
                if isDeclaration(bytes, index) {
                    try flush(bytes, plain, index, emit)
                    for kept in bytes[index..<end] where kept == 0x0A { output.append(kept) }
                    plain = end
                } else if isTag(bytes, index) {
                    try mendTag(bytes, index, end, &plain, emit)
                } else {
                    try splitSection(bytes, index, end, &plain, emit)
                }
                index = end
            } else if byte == UInt8(ascii: "&") {
                try flush(bytes, plain, index, emit)
                index = mendReference(bytes, index)
                plain = index
            } else if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                try flush(bytes, plain, index, emit)
                note(.control)
                index += 1
                plain = index
            } else {
                index += 1
            }
        }
        try flush(bytes, plain, bytes.count, emit)
    }

    private mutating func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            note(.mark)
            index = 3
        }
        let junk = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        if index > junk { note(.junk) }
        return index
    }

    private mutating func flush(
        _ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int,
        _ emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var from = from
        while from < to {
            let next = min(to, from + limits.pieceBytes)
            output.append(contentsOf: bytes[from..<next])
            from = next
            try drain(emit)
        }
        // What was mended before may be all there is.
        try drain(emit)
    }

    private mutating func drain(_ emit: ([UInt8]) throws(FeedError) -> Void) throws(FeedError) {
        guard output.count >= limits.pieceBytes else { return }
        try emit(output)
        output.removeAll(keepingCapacity: true)
    }

    /// Hands a long CDATA section on as several: the XML library looks for the end of one from its start at every
    /// piece, which takes time by the square of its length.
    private mutating func splitSection(
        _ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int, _ plain: inout Int,
        _ emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var next = from + Self.sectionBytes
        while next < to - Self.sectionBytes {
            // Between two characters.
            while bytes[next] & 0xC0 == 0x80 { next -= 1 }
            try flush(bytes, plain, next, emit)
            output += "]]><![CDATA[".utf8
            plain = next
            next += Self.sectionBytes
        }
    }

    private static let sectionBytes = 16 << 10

    /// Mends the references within one tag and counts its attributes before a parser has to.
    private mutating func mendTag(
        _ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int, _ plain: inout Int,
        _ emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var attributes = 0
        var index = from
        while index < to {
            switch bytes[index] {
            case UInt8(ascii: "="):
                attributes += 1
                index += 1
            case UInt8(ascii: "&"):
                try flush(bytes, plain, index, emit)
                index = mendReference(bytes, index)
                plain = index
            case let byte where byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D:
                try flush(bytes, plain, index, emit)
                note(.control)
                index += 1
                plain = index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // Nothing in a quoted text is an attribute, but a reference may need mending.
                let quote = bytes[index]
                index += 1
                while index < to, bytes[index] != quote {
                    if bytes[index] == UInt8(ascii: "&") {
                        try flush(bytes, plain, index, emit)
                        index = mendReference(bytes, index)
                        plain = index
                    } else {
                        index += 1
                    }
                }
                index += 1
            default: index += 1
            }
        }
        guard attributes <= limits.attributes else { throw .tooManyAttributes(limit: limits.attributes) }
    }

    private mutating func mendReference(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        var end = index + 1
        let stop = min(bytes.count, index + 34)
        while end < stop, isNameByte(bytes[end]) { end += 1 }
        guard end < stop, bytes[end] == UInt8(ascii: ";"), end > index + 1 else {
            note(.ampersand)
            output += Array("&amp;".utf8)
            return index + 1
        }
        let name = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<end])
        if Self.isOfXML(name) || name[0] == UInt8(ascii: "#") && Self.isCharacter(name.dropFirst()) {
            output.append(contentsOf: bytes[index...end])
        } else if name[0] == UInt8(ascii: "#") {
            note(.noCharacter)
        } else if let scalar = HTMLEntities.scalar(String(decoding: name, as: UTF8.self)) {
            note(.html)
            output += "&#\(scalar);".utf8
        } else {
            note(.unknown)
            output += "&amp;".utf8
            output += bytes[(index + 1)...end]
        }
        return end + 1
    }

    private mutating func note(_ fault: Fault) {
        guard fault != lastNoted else { return }
        lastNoted = fault
        if noted.insert(fault).inserted { warnings.append(fault.rawValue) }
    }

    /// The entities that XML itself has.
    private static func isOfXML(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch name.count {
        case 2: name[1] == UInt8(ascii: "t") && (name[0] == UInt8(ascii: "l") || name[0] == UInt8(ascii: "g"))
        case 3: name.elementsEqual("amp".utf8)
        case 4: name.elementsEqual("quot".utf8) || name.elementsEqual("apos".utf8)
        default: false
        }
    }

    private static func isCharacter(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let text = String(decoding: digits, as: UTF8.self)
        let value = text.utf8.first == UInt8(ascii: "x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
        guard let value, Unicode.Scalar(value) != nil else { return false }
        return value == 9 || value == 10 || value == 13
            || (value >= 0x20 && value != 0xFFFE && value != 0xFFFF)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "#"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
