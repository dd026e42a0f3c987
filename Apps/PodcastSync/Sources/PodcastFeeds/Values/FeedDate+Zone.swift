extension FeedDate {
    /// Seconds east of Greenwich: a name, an offset, or both as in "GMT+2".
    ///
    /// A name that is not known is Greenwich, as RFC 5322 has it: it may be hours off, which is less
    /// than having no date.
    ///
    /// - Returns: Nil for what is neither.
    static func zone(_ text: Substring) -> Int? {
        let name = text.drop { $0 == "(" }.prefix { $0.isASCII && $0.isLetter }
        let rest = text.drop { $0 == "(" }.dropFirst(name.count).prefix { $0 != ")" }
        guard !rest.isEmpty else { return name.isEmpty ? nil : zones[name.uppercased()] ?? 0 }
        guard name.isEmpty || zones[name.uppercased()] == 0 else { return nil }
        return offset(rest)
    }

    private static func offset(_ text: Substring) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), let value = number(Substring(digits)) else { return nil }
        let minutes = digits.count <= 2 ? value * 60 : value / 100 * 60 + value % 100
        // Nobody lives further from Greenwich.
        guard minutes <= 15 * 60 else { return nil }
        return (sign == "-" ? -60 : 60) * minutes
    }

    private static let zones: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "EST": -18_000, "EDT": -14_400, "CST": -21_600,
        "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200, "BST": 3600,
        "CET": 3600, "MEZ": 3600, "CEST": 7200, "MESZ": 7200, "EET": 7200, "EEST": 10_800, "MSK": 10_800,
        "JST": 32_400, "AEST": 36_000, "AEDT": 39_600,
    ]
}
