import Foundation

extension Sanitizer {
    func isDeclaration(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        has(bytes, index, "<!DOCTYPE") || has(bytes, index, "<!doctype") || has(bytes, index, "<?")
            || has(bytes, index, "<!--")
    }

    func isTag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "!")
    }

    /// The index after the markup that begins at `index`; the end of the input when it has no end.
    func markupEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) throws(FeedError) -> Int {
        if has(bytes, index, "<!--") { return find(bytes, index + 4, "-->") }
        if has(bytes, index, "<![CDATA[") { return find(bytes, index + 9, "]]>") }
        if has(bytes, index, "<?") { return find(bytes, index + 2, "?>") }
        return try tagEnd(bytes, index)
    }

    private func tagEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(FeedError) -> Int {
        let isDoctype = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "!")
        let limit = isDoctype ? bytes.count : min(bytes.count, start + tagLimit)
        var index = start + 1
        var quote: UInt8 = 0
        var brackets = 0
        while index < limit {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if isDoctype, byte == UInt8(ascii: "[") {
                brackets += 1
            } else if isDoctype, byte == UInt8(ascii: "]") {
                brackets -= 1
            } else if byte == UInt8(ascii: ">"), brackets <= 0 {
                return index + 1
            }
            index += 1
        }
        guard limit == bytes.count else { throw .markupTooLong(limit: tagLimit) }
        return limit
    }

    private func find(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ needle: StaticString) -> Int {
        guard let base = bytes.baseAddress else { return bytes.count }
        var index = from
        let first = Int32(needle.utf8Start[0])
        while index < bytes.count, let found = memchr(base + index, first, bytes.count - index) {
            index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
            if has(bytes, index, needle) { return index + needle.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private func has(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count, let base = bytes.baseAddress else {
            return false
        }
        return memcmp(base + index, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
