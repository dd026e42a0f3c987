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
