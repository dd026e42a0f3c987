public import Foundation

/// Reads the dates that feeds write (POD-2).
public enum FeedDate {
    /// The moment `text` names: RFC 822 in its many variants, or ISO 8601.
    ///
    /// - Returns: Nil when it is unreadable; no zone means UTC.
    public static func parse(_ text: String) -> Date? {
        let words = text.split { $0.isWhitespace || $0 == "," }
        guard let first = words.first else { return nil }
        let isISO =
            first.utf8.count >= 7 && first.prefix(4).allSatisfy(\.isASCIIDigit)
            && first.dropFirst(4).first == "-"
        return isISO ? iso8601(words) : rfc822(words)
    }

    private static func rfc822(_ words: [Substring]) -> Date? {
        var rest = words[...]
        // A weekday is decoration, and often the wrong one.
        if let first = rest.first, first.first?.isASCIIDigit != true, month(first) == nil {
            rest.removeFirst()
        }
        if let joined = rest.first, joined.contains("-") {
            rest = joined.split(separator: "-")[...] + rest.dropFirst()
        }
        guard rest.count >= 3 else { return nil }
        var fields = Array(rest)
        if month(fields[0]) != nil { fields.swapAt(0, 1) }
        guard let day = day(fields[0]), let month = month(fields[1]), let year = year(fields[2]) else {
            return nil
        }
        let clock = fields.count > 3 ? time(fields[3]) : 0
        guard var clock else { return nil }
        var zones = fields.dropFirst(4)
        if let half = zones.first?.lowercased(), half == "am" || half == "pm" {
            guard clock < 13 * 3600 else { return nil }
            clock = clock.truncatingRemainder(dividingBy: 43_200) + (half == "pm" ? 43_200 : 0)
            zones.removeFirst()
        }
        guard let shift = zones.first.map(zone) ?? 0 else { return nil }
        return date(year: year, month: month, day: day, seconds: clock, shift: shift)
    }

    /// Also "27th".
    private static func day(_ text: Substring) -> Int? {
        let digits = text.prefix(while: \.isASCIIDigit)
        guard
            digits.count == text.count
                || ["st", "nd", "rd", "th", "."].contains(text.dropFirst(digits.count))
        else { return nil }
        return number(digits)
    }

    /// Two digits stand for 1950 to 2049; three come from clocks that count from 1900.
    private static func year(_ text: Substring) -> Int? {
        guard let year = number(text) else { return nil }
        return switch text.count {
        case 2: year + (year < 50 ? 2000 : 1900)
        case 3: year + 1900
        default: year
        }
    }

    private static func iso8601(_ words: [Substring]) -> Date? {
        var text = words.joined(separator: "T")[...]
        // "2019-05-27 09:14:50 +0600" is common enough.
        if words.count == 3 { text = (words[0] + "T" + words[1] + words[2])[...] }
        let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" }
        let numbers = parts[0].split(separator: "-").map(number)
        guard (2...3).contains(numbers.count), let year = numbers[0], let month = numbers[1] else {
            return nil
        }
        guard let day = numbers.count == 3 ? numbers[2] : 1 else { return nil }
        guard parts.count == 2 else { return date(year: year, month: month, day: day, seconds: 0, shift: 0) }
        let mark = parts[1].firstIndex { "Zz+-".contains($0) || $0.isLetter } ?? parts[1].endIndex
        let offset = parts[1][mark...]
        guard let clock = time(parts[1][..<mark]), let shift = offset.isEmpty ? 0 : zone(offset) else {
            return nil
        }
        return date(year: year, month: month, day: day, seconds: clock, shift: shift)
    }

    private static func time(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0]), let minute = number(parts[1])
        else {
            return nil
        }
        let second = parts.count == 3 ? seconds(parts[2]) : 0
        guard let second, (0...24).contains(hour), (0...59).contains(minute), second < 61 else { return nil }
        let clock = Double(hour * 3600 + minute * 60) + second
        // 60 is a leap second; 24:00 is the end of a day, and there is nothing after it.
        return hour < 24 || clock == 86_400 ? clock : nil
    }

    private static func seconds(_ text: Substring) -> Double? {
        text.first?.isASCIIDigit == true && text.allSatisfy { $0.isASCIIDigit || $0 == "." }
            ? Double(text) : nil
    }

    /// Digits alone: `Int` would take a sign too.
    static func number(_ text: Substring) -> Int? {
        text.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
    }

    private static func date(year: Int, month: Int, day: Int, seconds: Double, shift: Int) -> Date? {
        guard (1...12).contains(month), (1...9999).contains(year), day >= 1 else { return nil }
        let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        // Days since 1970 with years that begin in March, so the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 - shift) + seconds)
    }

    private static func month(_ text: Substring) -> Int? {
        months.firstIndex(of: String(text.prefix(3)).lowercased()).map { $0 + 1 }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
