import Foundation
import PodcastModel

/// Decides which hosts the app may be pointed at (POD-7).
///
/// It judges literal addresses, in every spelling the system's resolver reads and in letters of any width,
/// and `localhost`. A public name that resolves to a private address is not recognised.
public struct HostPolicy: Sendable {
    /// Allows loopback, link-local and private hosts.
    public let allowsPrivateHosts: Bool

    public init(allowsPrivateHosts: Bool = false) {
        self.allowsPrivateHosts = allowsPrivateHosts
    }

    /// Checks a URL before it is requested or redirected to.
    ///
    /// - Parameter feedHost: the host of the feed the URL came from, which is always allowed.
    /// - Throws: `TransferError.refused`.
    public func check(_ url: URL, feedHost: String? = nil) throws(TransferError) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw .refused(url.redacted, reason: "only http and https are allowed")
        }
        guard let name = url.host, !name.isEmpty else {
            throw .refused(url.redacted, reason: "it has no host")
        }
        guard let host = Self.normal(name), !host.isEmpty else {
            throw .refused(url.redacted, reason: "its host can be no name")
        }
        if allowsPrivateHosts || host == feedHost.flatMap(Self.normal) { return }
        if Self.isPrivate(host) {
            throw .refused(url.redacted, reason: "\(host) is a private host")
        }
    }

    private static func normal(_ host: String) -> String? {
        guard var host = URL.plainHost(host) else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        while host.hasSuffix(".") { host.removeLast() }
        return host
    }

    private static func isPrivate(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        var four = in_addr()
        if inet_aton(host, &four) != 0 { return isPrivate(four: UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        let address = String(host.prefix { $0 != "%" })
        guard inet_pton(AF_INET6, address, &six) == 1 else { return false }
        return isPrivate(six: withUnsafeBytes(of: six) { Array($0) })
    }

    private static func isPrivate(four address: UInt32) -> Bool {
        let ranges: [(base: UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8),
            (0xa9fe_0000, 16), (0xac10_0000, 12), (0xc0a8_0000, 16), (0xe000_0000, 3),
        ]
        return ranges.contains { ($0.base ^ address) >> (32 - $0.bits) == 0 }
    }

    private static func isPrivate(six bytes: [UInt8]) -> Bool {
        let tail = bytes[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
        let isTranslated = bytes[..<12].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0])
        if isMapped || isTranslated { return isPrivate(four: tail) }
        // A relay would ask the address within.
        if bytes[0] == 0x20, bytes[1] == 0x02 {
            return isPrivate(four: bytes[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
        if bytes[..<12].allSatisfy({ $0 == 0 }) { return true }
        let isLinkOrSiteLocal = bytes[0] == 0xfe && bytes[1] >= 0x80
        return isLinkOrSiteLocal || bytes[0] & 0xfe == 0xfc || bytes[0] == 0xff
    }
}
