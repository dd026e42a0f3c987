import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URL {
    /// The host as messages name it: with a port only where the address has one.
    var namedHost: String {
        let host = host ?? "no host"
        return (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    private var origin: String {
        let scheme = scheme?.lowercased() ?? ""
        return "\(scheme)://\(host?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
    }

    func hasOrigin(of other: URL) -> Bool { origin == other.origin }
}

extension URLRequest {
    /// The request without what only the previous host may see, and with what its own has (POD-15).
    func redirected(from previous: URL, _ netrc: Netrc) -> URLRequest {
        guard let url, !url.hasOrigin(of: previous) else { return self }
        var request = self
        request.setValue(netrc.authorization(for: url), forHTTPHeaderField: "Authorization")
        request.setValue(nil, forHTTPHeaderField: "Cookie")
        return request
    }
}
