import CogArena

/// What an async declaration asks for, whatever its values are.
@usableFromInline
struct AsyncTerms {
    var policy: RunSchedule.Policy
    var pace: CogPace?
    var staleAfter: Duration?
    var refreshOnReturn: Bool
    var retry: CogRetry?
    var keepPrevious: Bool

    @usableFromInline
    init(
        policy: RunSchedule.Policy, pace: CogPace?, staleAfter: Duration?, refreshOnReturn: Bool,
        retry: CogRetry?, keepPrevious: Bool = false
    ) {
        self.policy = policy
        self.pace = pace
        self.staleAfter = staleAfter
        self.refreshOnReturn = refreshOnReturn
        self.retry = retry
        self.keepPrevious = keepPrevious
    }
}

/// What an async declaration says of its runs. All its rows share it.
@usableFromInline
class AsyncPlan {
    let policy: RunSchedule.Policy
    let pace: CogPace?
    let staleAfter: ClockSpan?
    let retry: CogRetry?
    @usableFromInline let keepPrevious: Bool
    /// Whether a row keeps something for as long as it lives.
    let needsExtras: Bool
    private let ownLabel: FamilyLabel
    private lazy var label = ownLabel.description
    /// Publishes in a row that something is awaited, unless its status says so.
    let publishStart: (Engine, Slot) -> Void
    let publishFailure: (Engine, Slot, any Error, _ isLoading: Bool) -> Void

    /// Traps where a result would be stale as soon as it comes.
    @usableFromInline
    init(
        _ label: FamilyLabel, _ terms: AsyncTerms, hasTags: Bool,
        publishStart: @escaping (Engine, Slot) -> Void,
        publishFailure: @escaping (Engine, Slot, any Error, Bool) -> Void
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
        ownLabel = label
        self.publishStart = publishStart
        self.publishFailure = publishFailure
    }

    /// Names a row in turns and tasks.
    ///
    /// - Parameter key: In words; nil for the only row.
    func label(of key: String?) -> String {
        guard let key else { return label }
        var text = label
        text.reserveCapacity(text.utf8.count + key.utf8.count + 2)
        text += "["
        text += key
        text += "]"
        return text
    }
}

/// What depends on the type of values in it, made for that type where it is declared.
@usableFromInline
final class AsyncPlanOf<Value>: AsyncPlan {
    @usableFromInline let areEqual: (Value, Value) -> Bool

    @inlinable
    init<Equality: ValueEquality>(
        _ label: FamilyLabel, _ terms: AsyncTerms, hasTags: Bool, equality: Equality
    ) where Equality.Value == Value {
        areEqual = { equality.areEqual($0, $1) }
        super.init(
            label, terms, hasTags: hasTags,
            publishStart: { engine, slot in
                engine.publish(of: CogStatus<Value>.self, at: slot) { $0.head.start(in: engine) }
            },
            publishFailure: { engine, slot, error, isLoading in
                engine.publish(of: CogStatus<Value>.self, at: slot) { status in
                    status.head.fail(error, isLoading: isLoading, in: engine)
                    return true
                }
            })
    }
}
