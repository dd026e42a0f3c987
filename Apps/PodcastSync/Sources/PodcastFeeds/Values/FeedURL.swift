public import Foundation
import PodcastModel

/// Reads the addresses that feeds write (POD-6).
public enum FeedURL {
    /// The absolute http or https address of `text`.
    ///
    /// - Parameter base: What a relative address is relative to.
    /// - Returns: Nil for other schemes and for what is no address.
    public static func resolve(_ text: String, base: URL) -> URL? {
        let clean = encoded(text)
        guard !clean.isEmpty, let url = absolute(clean, base)?.withPlainHost else { return nil }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return nil }
        guard let host = url.host, !host.isEmpty, !host.utf8.contains(where: { $0 <= 0x20 }) else {
            return nil
        }
        guard url.port.map({ (1...65_535).contains($0) }) ?? true else { return nil }
        return url
    }

    /// The address of a feed that stands behind a scheme by which pages hand feeds to programs; others as they are.
    ///
    /// `feed:` comes before a whole address or in place of `http:`, and `itpc:`, `pcast:` and `podcast:` in place of
    /// it: usage that no standard has.
    public static func unwrapped(_ text: String) -> String {
        let clean = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let colon = clean.firstIndex(of: ":"),
            ["feed", "itpc", "pcast", "podcast"].contains(clean[..<colon].lowercased())
        else { return text }
        var rest = clean[clean.index(after: colon)...]
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        let isWhole = ["http://", "https://"].contains { rest.lowercased().hasPrefix($0) }
        // Behind it another scheme is none of ours either.
        return isWhole ? String(rest) : rest.contains("://") ? text : "http://\(rest)"
    }

    /// Most addresses are whole, and those take no base: what that costs is most of what they cost.
    private static func absolute(_ text: String, _ base: URL) -> URL? {
        text.hasPrefix("https://") || text.hasPrefix("http://")
            ? URL(string: text) : URL(string: text, relativeTo: base)?.absoluteURL
    }

    /// `url` in the one spelling of those that RFC 3986 calls equal: scheme and host in lower case, the host in
    /// the letters of IDNA, no port that is the scheme's own, a slash for an empty path, no fragment.
    public static func normal(_ url: URL) -> URL {
        let url = url.withPlainHost ?? url
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        parts.scheme = parts.scheme?.lowercased()
        parts.encodedHost = parts.encodedHost?.lowercased()
        parts.fragment = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
        return parts.url ?? url
    }

    /// `text` with its illegal bytes percent-encoded and its legal escapes as they were.
    public static func encoded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { text in
            let bytes = UnsafeBufferPointer(rebasing: text[Whitespace.trimmed(text)])
            return String(unsafeUninitializedCapacity: 3 * bytes.count) { result in
                var count = 0
                var slashes = 0
                var hasFragment = false
                for (index, byte) in bytes.enumerated() {
                    if byte == UInt8(ascii: "/") { slashes += 1 }
                    if isLegal(byte, at: index, in: bytes, inHost: slashes == 2, hasFragment: hasFragment) {
                        result[count] = byte
                        count += 1
                    } else {
                        result[count] = UInt8(ascii: "%")
                        result[count + 1] = hex(byte >> 4)
                        result[count + 2] = hex(byte & 15)
                        count += 3
                    }
                    if byte == UInt8(ascii: "#") { hasFragment = true }
                }
                return count
            }
        }
    }

    private static func isLegal(
        _ byte: UInt8, at index: Int, in bytes: UnsafeBufferPointer<UInt8>, inHost: Bool, hasFragment: Bool
    ) -> Bool {
        switch byte {
        case UInt8(ascii: "%"):
            index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
        case UInt8(ascii: "["), UInt8(ascii: "]"): inHost
        case UInt8(ascii: "#"): !hasFragment
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
