public import Foundation

extension URL {
    /// The address with its host as it goes out, without escapes: an international name in the letters of IDNA,
    /// an address of IPv4 as four numbers.
    ///
    /// All that compares hosts or judges them, and all that asks them, does so by this one spelling (POD-7).
    /// Nil where the host can be no name, as one whose letters stand for a `/`.
    public var withPlainHost: URL? {
        guard Self.mayBeSpelledElse(absoluteString) else { return self }
        // What has a colon is an address of IPv6, and stands in brackets: escapes make none of a name.
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let host = parts.encodedHost?.removingPercentEncoding, !host.contains(":"),
            let plain = Self.plainHost(host)
        else { return nil }
        if parts.encodedHost == plain { return self }
        parts.encodedHost = plain
        return parts.url
    }

    /// A host as it goes out; nil where it can be no name.
    ///
    /// Foundation maps it by UTS #46: case, width and composition, ideographic stops to dots, then Punycode.
    public static func plainHost(_ host: String) -> String? {
        if host.contains(":") { return isSix(host) ? host.lowercased() : nil }
        if host.utf8.allSatisfy(isOfName) { return four(host) ?? host.lowercased() }
        guard !host.unicodeScalars.contains(where: { $0.isASCII && !isOfName(UInt8($0.value)) }),
            let plain = URL(string: "http://\(host)/")?.host, !plain.isEmpty, plain.utf8.allSatisfy(isOfName)
        else { return nil }
        return four(plain) ?? plain.lowercased()
    }

    /// An address of IPv4 as four numbers, in whatever way it is written; nil for a name.
    private static func four(_ host: String) -> String? {
        guard host.utf8.first.map(isDigit) ?? false else { return nil }
        var address = in_addr()
        guard inet_aton(host.hasSuffix(".") ? String(host.dropLast()) : host, &address) != 0 else {
            return nil
        }
        return withUnsafeBytes(of: address.s_addr) { $0.map { "\($0)" }.joined(separator: ".") }
    }

    /// Whether it is an address of IPv6, in brackets or not, of a zone or not.
    private static func isSix(_ host: String) -> Bool {
        var host = host[...]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a byte is itself in a name of a host.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    /// Whether the host of an address has an escape or begins with a digit; few do, so its bytes are looked at
    /// alone.
    private static func mayBeSpelledElse(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { bytes in
            var slashes = 0
            var isFirst = false
            var result = false
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "/") where slashes < 2:
                    slashes += 1
                    isFirst = slashes == 2
                    continue
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["): return result
                // What came before is a user's name.
                case UInt8(ascii: "@"):
                    (isFirst, result) = (true, false)
                    continue
                case UInt8(ascii: "%") where slashes == 2: result = true
                default: if isFirst, isDigit(byte) { result = true }
                }
                isFirst = false
            }
            return result
        }
    }
}
