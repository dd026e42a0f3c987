import Foundation

/// How long what failed rests: twice as long after each failure, and never the same for
/// all, so that a host that comes back is not asked by everyone at once (POD-9, POD-10).
public struct Backoff: Sendable {
    private static let first = 60.0
    private static let longest = 24 * 3600.0
    private let random: @Sendable () -> Double

    /// - Parameter random: A number from 0 up to 1, evenly spread.
    public init(random: @escaping @Sendable () -> Double) { self.random = random }

    /// Whether the rest that lasts until `end` is over. One longer than any there is was written
    /// by a clock that has been set back since, and is over too.
    static func isOver(_ end: Date, now: Date) -> Bool {
        end <= now || end > now.addingTimeInterval(longest)
    }

    /// The rest after `failures` in a row, at least 1, in seconds: a minute doubled each time up
    /// to a day, of which between half and the whole.
    public func delay(afterFailures failures: Int) -> TimeInterval {
        let whole = min(Self.first * pow(2, Double(min(max(failures, 1), 32) - 1)), Self.longest)
        return whole * (0.5 + random() / 2)
    }
}
