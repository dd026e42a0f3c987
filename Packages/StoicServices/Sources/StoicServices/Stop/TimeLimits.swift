/// A start did not return within its `startTimeout`. Rule: SVC-4.
public struct StartTimedOut: Error, CustomStringConvertible {
    /// The time the start was given.
    public let after: Duration

    public var description: String { "timed out after \(after)" }
}

/// A stop was cancelled because its time was up, and ended only then. Rule: SVC-5.
public struct StopTimedOut: Error, CustomStringConvertible {
    /// The time the stop was given.
    public let after: Duration
    /// What the stop threw once it was cancelled, unless that was the cancellation.
    public let error: (any Error)?

    public var description: String {
        "timed out after \(after)" + (error.map { ", then threw \($0)" } ?? "")
    }
}

/// The time limits of one run, and the order of its stops.
struct RunLimits: Sendable {
    let exitBudget: Duration
    let stopTimeout: Duration
    let grace: Duration
    let stopOrder: StopOrder

    init(
        exitBudget: Duration, stopTimeout: Duration, grace: Duration,
        stopOrder: StopOrder = .sequential
    ) {
        self.exitBudget = max(exitBudget, .zero)
        self.stopTimeout = max(stopTimeout, .zero)
        self.grace = max(grace, .zero)
        self.stopOrder = stopOrder
    }

    /// The most a waiting stop keeps for itself while the one before it hangs.
    static let largestReserve = Duration.milliseconds(250)
}
