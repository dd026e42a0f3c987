extension FeedDate {
    /// Seconds east of Greenwich: a name, an offset, or both as in "GMT+2".
    ///
    /// A name that is not known is Greenwich, as RFC 5322 has it: it may be hours off, which is less
    /// than having no date.
    ///
    /// - Returns: Nil for what is neither.
    static func zone(_ text: Word) -> Int? {
        let open = text.drop { $0 == UInt8(ascii: "(") }
        let name = open.prefix(while: isLetter)
        let rest = open[name.endIndex...].prefix { $0 != UInt8(ascii: ")") }
        let known = name.isEmpty ? nil : zones[String(decoding: name, as: UTF8.self)]
        guard !rest.isEmpty else { return name.isEmpty ? nil : known ?? 0 }
        guard name.isEmpty || known == 0 else { return nil }
        return offset(rest)
    }

    private static func offset(_ text: Word) -> Int? {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return nil
        }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard (1...4).contains(digits.count), let value = number(digits[...]) else { return nil }
        let minutes = digits.count <= 2 ? value * 60 : value / 100 * 60 + value % 100
        // Nobody lives further from Greenwich.
        guard minutes <= 15 * 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -60 : 60) * minutes
    }

    private static let zones: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "EST": -18_000, "EDT": -14_400, "CST": -21_600,
        "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200, "BST": 3600,
        "CET": 3600, "MEZ": 3600, "CEST": 7200, "MESZ": 7200, "EET": 7200, "EEST": 10_800, "MSK": 10_800,
        "JST": 32_400, "AEST": 36_000, "AEDT": 39_600,
    ]
}
