public import Foundation

/// Reads the dates that feeds write (POD-2).
///
/// Bytes are looked at and not characters: a date is a few ASCII words, and a feed has thousands of them.
public enum FeedDate {
    /// A part of a date's text, in upper case.
    typealias Word = ArraySlice<UInt8>

    /// The moment `text` names: RFC 822 in its many variants, or ISO 8601.
    ///
    /// - Returns: Nil when it is unreadable; no zone means UTC.
    public static func parse(_ text: String) -> Date? {
        let bytes = Whitespace.collapsed(text.utf8).utf8.map(upper)
        let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
        guard let first = words.first else { return nil }
        let isISO =
            first.count >= 7 && first.prefix(4).allSatisfy(isDigit)
            && first[first.startIndex + 4] == UInt8(ascii: "-")
        return isISO ? iso8601(words) : rfc822(words)
    }

    private static func rfc822(_ words: [Word]) -> Date? {
        var rest = words[...]
        // A weekday is decoration, and often the wrong one.
        if let first = rest.first, first.first.map(isDigit) != true, month(first) == nil {
            rest.removeFirst()
        }
        if let joined = rest.first, joined.contains(UInt8(ascii: "-")) {
            rest = joined.split(separator: UInt8(ascii: "-"))[...] + rest.dropFirst()
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
        if let half = zones.first, says(half, "AM") || says(half, "PM") {
            guard clock < 13 * 3600 else { return nil }
            clock = clock.truncatingRemainder(dividingBy: 43_200) + (says(half, "PM") ? 43_200 : 0)
            zones.removeFirst()
        }
        guard let shift = zones.first.map(zone) ?? 0 else { return nil }
        return date(year: year, month: month, day: day, seconds: clock, shift: shift)
    }

    /// Also "27th".
    private static func day(_ text: Word) -> Int? {
        let digits = text.prefix(while: isDigit)
        let rest = text[digits.endIndex...]
        guard rest.isEmpty || ordinals.contains(where: { says(rest, $0) }) else { return nil }
        return number(digits)
    }

    private static let ordinals: [StaticString] = ["ST", "ND", "RD", "TH", "."]

    /// Two digits stand for 1950 to 2049; three come from clocks that count from 1900.
    private static func year(_ text: Word) -> Int? {
        guard let year = number(text) else { return nil }
        return switch text.count {
        case 2: year + (year < 50 ? 2000 : 1900)
        case 3: year + 1900
        default: year
        }
    }

    private static func iso8601(_ words: [Word]) -> Date? {
        // "2019-05-27 09:14:50 +0600" is common enough.
        let text = words.count == 3 ? [words[0], words[1] + words[2]] : words
        let parts = Array(text.joined(separator: [UInt8(ascii: "T")]))
            .split(separator: UInt8(ascii: "T"), maxSplits: 1)
        guard let days = parts.first else { return nil }
        let numbers = days.split(separator: UInt8(ascii: "-")).map(number)
        guard (2...3).contains(numbers.count), let year = numbers[0], let month = numbers[1] else {
            return nil
        }
        guard let day = numbers.count == 3 ? numbers[2] : 1 else { return nil }
        guard parts.count == 2 else { return date(year: year, month: month, day: day, seconds: 0, shift: 0) }
        let mark = parts[1].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") }
        let clock = time(parts[1][..<(mark ?? parts[1].endIndex)])
        guard let clock, let shift = mark.map({ zone(parts[1][$0...]) }) ?? 0 else { return nil }
        return date(year: year, month: month, day: day, seconds: clock, shift: shift)
    }

    private static func time(_ text: Word) -> Double? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
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

    private static func seconds(_ text: Word) -> Double? {
        let whole = text.prefix(while: isDigit)
        guard let second = number(whole), !whole.isEmpty else { return nil }
        guard whole.count < text.count else { return Double(second) }
        let isFraction =
            text[whole.endIndex] == UInt8(ascii: ".") && text[(whole.endIndex + 1)...].allSatisfy(isDigit)
        return isFraction ? Double(String(decoding: text, as: UTF8.self)) : nil
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

    /// By its first three letters.
    private static func month(_ text: Word) -> Int? {
        let start = text.prefix(3)
        return months.firstIndex { says(start, $0) }.map { $0 + 1 }
    }

    private static let months: [StaticString] = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
}
