import Foundation
import PodcastModel

/// Where a command's answer goes: standard output, as lines for people or as one JSON object.
struct Output: Sendable {
    let isJSON: Bool
    /// Whether the lines for people are left out; JSON was asked for.
    let isQuiet: Bool

    init(_ arguments: Arguments) {
        self.init(isJSON: arguments.isJSON, isQuiet: arguments.has(.quiet))
    }

    init(isJSON: Bool, isQuiet: Bool = false) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
    }

    /// Writes `value` when JSON is asked for, else the lines that `text` makes, each on one line whatever
    /// titles hold.
    func write(_ value: some Encodable, text: () -> [String]) throws {
        guard isJSON else {
            if isQuiet { return }
            for line in text() {
                try self.line(line.split(whereSeparator: \.isNewline).joined(separator: " "))
            }
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try Self.answer(String(decoding: try encoder.encode(value), as: UTF8.self).escapedSafely)
    }

    func line(_ text: String) throws { try Self.answer(text.shownSafely) }

    /// Writes one line to standard error.
    static func complain(_ text: String) { _ = put("podcast-sync: \(text.shownSafely)\n", 2) }

    private static func answer(_ text: String) throws(PodcastError) {
        let code = put(text + "\n", 1)
        // A reader that has seen enough is no failure.
        guard code != 0, code != EPIPE else { return }
        throw PodcastError(
            .someFailed, "cannot write the answer: \(String(cString: strerror(code)))",
            at: "standard output")
    }

    /// Writes whole, at once and unbuffered; the system's code where it cannot, else 0.
    static func put(_ text: String, _ descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return 0
    }
}

extension String {
    /// The text with a mark for whatever would steer a terminal or turn the reading direction:
    /// titles are their publishers' to choose.
    fileprivate var shownSafely: String {
        var shown = UnicodeScalarView()
        for scalar in unicodeScalars { shown.append(scalar.isShownSafely ? scalar : "\u{FFFD}") }
        return String(shown)
    }

    /// JSON that means the same, with the same characters escaped: JSON itself wants only some of them so, and
    /// the terminal may be what reads it. They occur in its strings alone, and have four digits at most.
    fileprivate var escapedSafely: String {
        if unicodeScalars.allSatisfy(\.isShownSafely) { return self }
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.isShownSafely {
                escaped.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate var isShownSafely: Bool {
        switch value {
        case 0x09, 0x0A: true
        case 0x202A...0x202E, 0x2066...0x2069: false
        default: properties.generalCategory != .control
        }
    }
}
