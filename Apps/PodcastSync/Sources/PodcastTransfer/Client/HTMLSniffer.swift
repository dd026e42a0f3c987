/// Tells a web page by how it begins.
enum HTMLSniffer {
    /// How many bytes it looks at.
    static let length = 256

    static func isHTML(_ bytes: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: Array(bytes), as: UTF8.self)
            .drop { $0 == "\u{feff}" || $0.isWhitespace }.lowercased()
        return ["<!doctype html", "<html", "<head", "<body", "<script"].contains { text.hasPrefix($0) }
    }
}
