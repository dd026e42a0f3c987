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
}
