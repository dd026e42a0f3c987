import Foundation

/// Hands a document on in pieces that an XML parser takes, one pass over the bytes.
///
/// It drops what stands before the root and every DOCTYPE, so no declared entity exists, and mends
/// what feeds get wrong (POD-5, POD-7). What it hands on is bounded by the input.
struct Sanitizer {
    private let limits: FeedLimits
    var tagLimit: Int { limits.tagBytes }
    private var output: [UInt8] = []
    private var noted: Set<String> = []
    private(set) var warnings: [String] = []

    static let chunk = 64 << 10

    init(limits: FeedLimits) {
        self.limits = limits
        output.reserveCapacity(Self.chunk + 1024)
    }

    mutating func run(
        _ bytes: UnsafeBufferPointer<UInt8>, emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var index = start(of: bytes)
        var plain = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                let end = try markupEnd(bytes, index)
                if isDeclaration(bytes, index) {
                    try flush(bytes, plain, index, emit)
                    for kept in bytes[index..<end] where kept == 0x0A { output.append(kept) }
                    plain = end
                } else if isTag(bytes, index) {
                    try mendTag(bytes, index, end, &plain, emit)
                }
                index = end
            } else if byte == UInt8(ascii: "&") {
                try flush(bytes, plain, index, emit)
                index = mendReference(bytes, index)
                plain = index
            } else if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                try flush(bytes, plain, index, emit)
                note("control characters were dropped")
                index += 1
                plain = index
            } else {
                index += 1
            }
        }
        try flush(bytes, plain, bytes.count, emit)
        if !output.isEmpty { try emit(output) }
    }

    private mutating func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            note("a byte order mark stands before the document")
            index = 3
        }
        let junk = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        if index > junk { note("bytes before the document were passed over") }
        return index
    }

    private mutating func flush(
        _ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int,
        _ emit: ([UInt8]) throws(FeedError) -> Void
    ) throws(FeedError) {
        var from = from
        while from < to {
            let next = min(to, from + Self.chunk)
            output.append(contentsOf: bytes[from..<next])
            from = next
            if output.count >= Self.chunk {
                try emit(output)
                output.removeAll(keepingCapacity: true)
            }
        }
    }

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
                note("control characters were dropped")
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
            note("a bare & was read as itself")
            output += Array("&amp;".utf8)
            return index + 1
        }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        if name.hasPrefix("#") {
            if Self.isCharacter(name.dropFirst()) {
                output.append(contentsOf: bytes[index...end])
            } else {
                note("a reference to no character was dropped")
            }
        } else if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
            output.append(contentsOf: bytes[index...end])
        } else if let scalar = HTMLEntities.scalar(name) {
            note("HTML entities were read")
            output += Array("&#\(scalar);".utf8)
        } else {
            note("unknown entities were read as text")
            output += Array("&amp;\(name);".utf8)
        }
        return end + 1
    }

    private mutating func note(_ warning: String) {
        if noted.insert(warning).inserted { warnings.append(warning) }
    }

    private static func isCharacter(_ digits: Substring) -> Bool {
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
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
