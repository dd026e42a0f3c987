/// A regular expression over titles, whose case counts only after `(?-i)`.
public struct TitlePattern: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Why it cannot be used; nil when it can.
    public var problem: String? {
        do {
            _ = try Regex(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Tells whether a title holds it; nil for one that cannot be used, which then decides nothing.
    public func matcher() -> ((String) -> Bool)? {
        guard let regex = try? Regex(text).ignoresCase() else { return nil }
        return { title in title.firstMatch(of: regex) != nil }
    }
}
