/// Looks for one pattern in one title after another, in a bounded number of steps for each and for all
/// (Docs/Decisions/title-patterns.md).
///
/// What is told of a title depends on those before it alone, so that further titles change nothing.
public struct TitleSearch: Sendable {
    /// What one title may cost: 500,000 steps of a usual one.
    static let allowanceOfOne = 50

    private let matcher: TitleMatcher
    /// What the next titles may cost; each brings its part.
    private var allowance = 200

    public init(_ matcher: TitleMatcher) { self.matcher = matcher }

    /// Whether a title holds the pattern; nil where that cannot be told within bounds.
    public mutating func isFound(in title: String) -> Bool? {
        allowance += 1
        guard allowance > 0 else { return nil }
        let (isFound, cost) = matcher.search(title, allowance: min(allowance, Self.allowanceOfOne))
        allowance -= cost
        return isFound
    }
}
