/// White space in UTF-8, told without making characters of it: most of a feed is text that is looked at once.
enum Whitespace {
    /// The text of `bytes` with each run of white space as one space, and none at its ends.
    static func collapsed(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable { collapse($0) } ?? collapsed(Array(bytes))
    }

    private static func collapse(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { result in
            var count = 0
            var isOwed = false
            var index = 0
            while index < bytes.count {
                let width = width(at: index, in: bytes)
                if width > 0 {
                    isOwed = count > 0
                    index += width
                    continue
                }
                if isOwed {
                    result[count] = 0x20
                    count += 1
                    isOwed = false
                }
                result[count] = bytes[index]
                count += 1
                index += 1
            }
            return count
        }
    }

    /// Where the text of `bytes` is without the white space at its ends.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var index = 0
        while index < bytes.count {
            let width = width(at: index, in: bytes)
            if width == 0 { break }
            index += width
        }
        let start = index
        // Backwards a character is not told from its last byte, but only a few may be one.
        var last = bytes.count
        while last > start {
            let width = (1...3).first { last - $0 >= start && self.width(at: last - $0, in: bytes) == $0 }
            guard let width else { break }
            last -= width
        }
        return start..<last
    }

    /// How many bytes the white space at `index` takes; zero where there is something else.
    @inline(__always)
    static func width(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = bytes[index]
        if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
        return wideWidth(at: index, in: bytes)
    }

    @inline(never)
    private static func wideWidth(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard index + 1 < bytes.count else { return 0 }
        let (first, second) = (bytes[index], bytes[index + 1])
        if first == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
        guard index + 2 < bytes.count else { return 0 }
        let third = bytes[index + 2]
        return switch (first, second) {
        case (0xE1, 0x9A): third == 0x80 ? 3 : 0
        case (0xE2, 0x80): (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third) ? 3 : 0
        case (0xE2, 0x81): third == 0x9F ? 3 : 0
        case (0xE3, 0x80): third == 0x80 ? 3 : 0
        default: 0
        }
    }
}
