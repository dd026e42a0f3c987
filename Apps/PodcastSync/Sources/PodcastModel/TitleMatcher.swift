import Foundation

/// A pattern made ready to be looked for.
public struct TitleMatcher: Equatable, Sendable {
    public let pattern: TitlePattern
    /// Matches from the beginning of a title up to the end of what is looked for.
    private let expression: NSRegularExpression

    init(_ pattern: TitlePattern, _ expression: NSRegularExpression) {
        self.pattern = pattern
        self.expression = expression
    }

    public static func == (one: Self, other: Self) -> Bool { one.pattern == other.pattern }

    /// Looks for the pattern in a title.
    ///
    /// The expression reports every 10,000 steps. A step takes longer in a longer title, so that each report on
    /// one costs more; counting them, and no time, makes the answer the same on every machine.
    ///
    /// - Parameter allowance: What the reports may cost; the one that uses it up ends the search.
    /// - Returns: Whether it is there, nil for a search that was ended or that ran out of stack, and what the
    ///   reports cost.
    func search(_ title: String, allowance: Int) -> (isFound: Bool?, cost: Int) {
        let title = title.composed
        let length = title.utf16.count
        let price = 1 + length / 256
        var (isFound, cost): (Bool?, Int) = (nil, 0)
        expression.enumerateMatches(
            in: title, options: [.anchored, .reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: length)
        ) { match, flags, stop in
            if match != nil {
                isFound = true
            } else if flags.contains(.completed) {
                isFound = flags.contains(.internalError) ? nil : false
            } else {
                cost += price
            }
            if isFound == true || cost >= allowance { stop.pointee = true }
        }
        return (isFound, cost)
    }
}
