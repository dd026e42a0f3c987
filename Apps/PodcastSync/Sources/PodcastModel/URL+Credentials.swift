public import Foundation

extension URL {
    /// The address as it may be shown: without user and password (POD-15).
    public var withoutCredentials: String {
        guard user != nil || password != nil,
            var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return absoluteString }
        parts.user = nil
        parts.password = nil
        return parts.string ?? host ?? "an unreadable address"
    }

    /// The address with the user and password of `other`, where both have one origin and it has none of
    /// its own (POD-15).
    public func withCredentials(of other: URL) -> URL {
        guard user == nil, scheme?.lowercased() == other.scheme?.lowercased(),
            hostAndPort == other.hostAndPort,
            let theirs = URLComponents(url: other, resolvingAgainstBaseURL: true),
            var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        parts.percentEncodedUser = theirs.percentEncodedUser
        parts.percentEncodedPassword = theirs.percentEncodedPassword
        return parts.url ?? self
    }
}

extension String {
    /// A text that may be meant as an address, as it may be shown: what is no address may hold a user and a
    /// password all the same (POD-15).
    public var withoutCredentials: String {
        guard let at = lastIndex(of: "@") else { return self }
        if let url = URL(string: self), url.host != nil {
            return url.user == nil && url.password == nil ? self : url.withoutCredentials
        }
        let start = range(of: "//")?.upperBound ?? startIndex
        guard start < at, self[start..<at].contains(":") else { return self }
        return String(self[..<start] + "…" + self[at...])
    }
}
