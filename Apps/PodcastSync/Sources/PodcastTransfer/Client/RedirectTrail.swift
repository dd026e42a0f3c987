import Foundation

/// Where the redirects that a request followed led (POD-9); the loading system ends them after twenty.
struct RedirectTrail {
    /// Where the leading permanent ones led; nil without any.
    private(set) var permanentURL: URL?
    private var isPermanent = true

    mutating func follow(_ status: Int, to target: URL) {
        isPermanent = isPermanent && [301, 308].contains(status)
        if isPermanent { permanentURL = target }
    }
}
