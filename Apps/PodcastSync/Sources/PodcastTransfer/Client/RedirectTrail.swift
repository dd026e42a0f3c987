import Foundation

/// Where the redirects that a request followed led (POD-9).
struct RedirectTrail {
    /// How many are followed.
    static let longest = 20

    /// How many there were.
    private(set) var count = 0
    /// Where the leading permanent ones led; nil without any.
    private(set) var permanentURL: URL?
    private var isPermanent = true

    mutating func follow(_ status: Int, to target: URL) {
        count += 1
        isPermanent = isPermanent && [301, 308].contains(status)
        if isPermanent { permanentURL = target }
    }
}
