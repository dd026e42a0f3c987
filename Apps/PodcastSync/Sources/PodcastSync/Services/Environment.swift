public import Foundation

/// Time and chance, brought in from outside.
public struct Environment: Sendable {
    public var now: @Sendable () -> Date
    /// A number from 0 up to 1, evenly spread.
    public var random: @Sendable () -> Double
    /// What waiting is measured by.
    public var clock: any Clock<Duration>

    public init(
        now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double,
        clock: any Clock<Duration>
    ) {
        self.now = now
        self.random = random
        self.clock = clock
    }

    /// The machine's own.
    public static let system = Environment(
        now: { Date() }, random: { Double.random(in: 0..<1) }, clock: ContinuousClock())
}
