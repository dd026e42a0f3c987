import Foundation

/// Where a command's answer goes: standard output, as lines for people or as one JSON object.
struct Output: Sendable {
    let isJSON: Bool

    /// Writes `value` when JSON is asked for, else the lines that `text` makes.
    func write(_ value: some Encodable, text: () -> [String]) throws {
        guard isJSON else {
            for line in text() { self.line(line) }
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        line(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    func line(_ text: String) { Self.put(text + "\n", 1) }

    /// Writes one line to standard error.
    static func complain(_ text: String) { put("podcast-sync: \(text)\n", 2) }

    /// Whole, at once and unbuffered; what cannot be written has nobody to be told to.
    private static func put(_ text: String, _ descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}
