import Foundation

/// The redirects that a request followed (POD-9).
struct RedirectTrail {
    private static let limit = 20

    /// Where the leading permanent ones led; nil without any.
    private(set) var permanentURL: URL?
    private var count = 0
    private var isPermanent = true

    /// Follows one more; false when they are too many.
    mutating func follow(_ status: Int, to target: URL) -> Bool {
        count += 1
        guard count <= Self.limit else { return false }
        isPermanent = isPermanent && [301, 308].contains(status)
        if isPermanent { permanentURL = target }
        return true
    }
}
