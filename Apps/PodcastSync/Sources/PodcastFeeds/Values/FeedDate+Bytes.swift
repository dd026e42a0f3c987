extension FeedDate {
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    static func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte - 0x20 : byte }

    static func says(_ word: Word, _ text: StaticString) -> Bool {
        word.count == text.utf8CodeUnitCount
            && word.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Digits alone, without a sign; nil for too many of them, and for none.
    static func number(_ text: Word) -> Int? {
        guard !text.isEmpty else { return nil }
        var number = 0
        for byte in text {
            guard isDigit(byte), number < 1_000_000_000_000 else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
