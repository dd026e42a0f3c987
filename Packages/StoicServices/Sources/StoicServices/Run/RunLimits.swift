/// The time limits of one run, and the order of its stops.
package struct RunLimits: Sendable {
    package let exitBudget: Duration
    package let stopTimeout: Duration
    package let grace: Duration
    package let stopOrder: StopOrder

    package init(
        exitBudget: Duration, stopTimeout: Duration, grace: Duration,
        stopOrder: StopOrder = .sequential
    ) {
        self.exitBudget = max(exitBudget, .zero)
        self.stopTimeout = max(stopTimeout, .zero)
        self.grace = max(grace, .zero)
        self.stopOrder = stopOrder
    }

    /// The most a waiting stop keeps for itself while the one before it hangs.
    package static let largestReserve = Duration.milliseconds(250)
}
