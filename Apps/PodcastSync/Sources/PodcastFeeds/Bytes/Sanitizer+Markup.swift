import Foundation

extension Sanitizer {
    func isDeclaration(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        has(bytes, index, "<?") || has(bytes, index, "<!--") || isDoctype(bytes, index)
    }

    /// In any case of its letters: what is not told here would reach a parser that takes it at its word.
    private func isDoctype(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let name = Array("<!DOCTYPE".utf8)
        guard index + name.count <= bytes.count else { return false }
        return name.indices.allSatisfy {
            bytes[index + $0] == name[$0] || bytes[index + $0] == name[$0] | 0x20
        }
    }

    func isTag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "!")
    }

    /// The index after the markup that begins at `index`; the end of the input when it has no end, and nil for
    /// a tag that is too long.
    func markupEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        if has(bytes, index, "<!--") { return find(bytes, index + 4, "-->") }
        if has(bytes, index, "<![CDATA[") { return find(bytes, index + 9, "]]>") }
        if has(bytes, index, "<?") { return find(bytes, index + 2, "?>") }
        return isTag(bytes, index) ? tagEnd(bytes, index) : declarationEnd(bytes, index)
    }

    private func tagEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let limit = min(bytes.count, start + tagLimit)
        var quote: UInt8 = 0
        for index in (start + 1)..<max(limit, start + 1) {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return limit == bytes.count ? limit : nil
    }

    /// The end of a DOCTYPE, past the declarations in its brackets: their comments may hold quotes, their
    /// quotes brackets.
    private func declarationEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var index = start + 2
        var quote: UInt8 = 0
        var brackets = 0
        while index < bytes.count {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "<"), has(bytes, index, "<!--") {
                index = find(bytes, index + 4, "-->")
                continue
            } else if byte == UInt8(ascii: "<"), has(bytes, index, "<?") {
                index = find(bytes, index + 2, "?>")
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                brackets += 1
            } else if byte == UInt8(ascii: "]") {
                brackets -= 1
            } else if byte == UInt8(ascii: ">"), brackets <= 0 {
                return index + 1
            }
            index += 1
        }
        return bytes.count
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
