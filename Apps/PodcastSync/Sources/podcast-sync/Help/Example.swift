/// A call of the program that its help shows.
struct Example: Sendable {
    /// As it is typed.
    let line: String
    /// What it is good for.
    let purpose: String

    init(_ line: String, _ purpose: String) { (self.line, self.purpose) = (line, purpose) }

    /// How one begins with a library.
    static let beginning = [
        Example("podcast-sync subscribe https://example.com/feed.xml", "add a feed"),
        Example("podcast-sync policy 5", "want the newest five of each feed"),
        Example("podcast-sync plan", "see what that means"),
        Example("podcast-sync sync --once", "refresh, download, and end; from cron too"),
    ]
}
