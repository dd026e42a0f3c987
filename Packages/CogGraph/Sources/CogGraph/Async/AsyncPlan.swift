/// What an async declaration says of its runs. All its rows share it.
final class AsyncPlan<Value> {
    let policy: RunSchedule.Policy
    let areEqual: (Value, Value) -> Bool
    let pace: CogPace?

    init(policy: RunSchedule.Policy, pace: CogPace?, areEqual: @escaping (Value, Value) -> Bool) {
        self.policy = policy
        self.pace = pace
        self.areEqual = areEqual
    }

    /// Whether a row keeps more than its schedule.
    var needsExtras: Bool { pace != nil }
}
