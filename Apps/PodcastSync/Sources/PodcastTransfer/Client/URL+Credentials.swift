import Foundation

extension URL {
    /// Takes user and password out of the URL and into a Basic authorization, unless another
    /// was given (POD-15).
    func separatingCredentials(_ given: String?) -> (url: URL, authorization: String?) {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let user = parts.user
        else { return (self, given) }
        let token = Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
        parts.user = nil
        parts.password = nil
        return (parts.url ?? self, given ?? "Basic \(token)")
    }
}
