import CogArena

/// What an async declaration asks for, whatever its values are.
struct AsyncTerms {
    var policy: RunSchedule.Policy
    var pace: CogPace?
    var staleAfter: Duration?
    var refreshOnReturn = false
    var retry: CogRetry?
    var keepPrevious = false
}

/// What an async declaration says of its runs. All its rows share it.
final class AsyncPlan<Value> {
    let policy: RunSchedule.Policy
    let areEqual: (Value, Value) -> Bool
    let pace: CogPace?
    let staleAfter: ClockSpan?
    let retry: CogRetry?
    let keepPrevious: Bool
    /// Whether a row keeps more than its schedule.
    let needsExtras: Bool

    /// Traps where a result would be stale as soon as it comes.
    init(
        _ label: FamilyLabel, _ terms: AsyncTerms, hasTags: Bool, areEqual: @escaping (Value, Value) -> Bool
    ) {
        if let span = terms.staleAfter, span <= .zero {
            fatalError(
                "CogGraph: '\(label)' is declared with staleAfter: \(span), so it would be chosen anew for "
                    + "ever. Give a time above zero, or leave it out to keep what was loaded.")
        }
        policy = terms.policy
        pace = terms.pace
        staleAfter = terms.staleAfter.map { ClockSpan($0) }
        retry = terms.retry
        keepPrevious = terms.keepPrevious
        needsExtras =
            hasTags || pace != nil || staleAfter != nil || keepPrevious || terms.refreshOnReturn
        self.areEqual = areEqual
    }
}
