/// A path in which `*` stands for any run of characters, slashes too.
public struct PathPattern: Sendable, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ text: String) { description = text }

    /// Whether a percent-encoded path fits as a whole.
    ///
    /// - Complexity: O(path · pattern).
    public func matches(_ path: String) -> Bool {
        let (path, pattern) = (Array(path.utf8), Array(description.utf8))
        var (read, place) = (0, 0)
        // Where the last star is, and where the path goes on if it takes one character more.
        var star: (place: Int, read: Int)?
        while read < path.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, read)
                place += 1
            } else if place < pattern.count, pattern[place] == path[read] {
                place += 1
                read += 1
            } else if let last = star {
                star = (last.place, last.read + 1)
                (place, read) = (last.place + 1, last.read + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
