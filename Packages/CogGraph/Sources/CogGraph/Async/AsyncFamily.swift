public import CogArena

/// The two families of an async declaration: its statuses, whose rows choose the work, and its values,
/// which are computed from them (DECL-1).
@usableFromInline
struct AsyncFamily<Value, Key: Hashable> {
    let statuses: Family<CogStatus<Value>, Key>
    @usableFromInline let values: Family<Value, Key>

    /// - Parameter start: Makes a row's value before the first success; once for each of its lives.
    init<Equality: ValueEquality>(
        label: FamilyLabel, lifetime: CogLifetime, terms: AsyncTerms,
        tags: (@MainActor (Key) -> [any Hashable & Sendable])?,
        equality: Equality,
        start: @escaping @MainActor () -> Value,
        select: @escaping @MainActor (inout Reader, Key) -> WorkBody<Value>
    ) where Equality.Value == Value {
        statuses = Family(
            derived: "\(label).status", equality: SamePublication(), isReleasable: true,
            // A key's status has no capacity of its own: it goes with the value.
            annotation: LifetimePolicy.policy(
                CogLifetime(grace: lifetime.grace, capacity: nil),
                refreshesOnReturn: terms.refreshOnReturn, areAsyncValues: false),
            computation: ChoiceOfWork(
                label: label,
                plan: AsyncPlan(label, terms, hasTags: tags != nil) { equality.areEqual($0, $1) },
                tags: tags.map { Carried($0).unisolated(as: ((Key) -> [any Hashable & Sendable]).self) },
                start: Carried(start).unisolated(as: (() -> Value).self),
                select: Carried(select).unisolated(as: ((inout Reader, Key) -> WorkBody<Value>).self)))
        values = Family(
            derived: label, equality: equality, isReleasable: true,
            annotation: LifetimePolicy.policy(
                lifetime, refreshesOnReturn: terms.refreshOnReturn, areAsyncValues: true),
            computation: LatestValue(statuses: statuses))
    }
}

/// Tells one publication of a status from the next. Each is a change, whatever it says: an equal error
/// after a retry is a turn to be seen (ASYNC-5).
struct SamePublication<Value>: ValueEquality {
    func areEqual(_ old: CogStatus<Value>, _ new: CogStatus<Value>) -> Bool {
        old.publication == new.publication
    }
}

/// A status row's run: the selector chooses work, whose turn comes when nothing computes any more. The
/// status stays as it is, or says for the first time that something is awaited.
struct ChoiceOfWork<Value, Key: Hashable>: RowComputation {
    let label: FamilyLabel
    let plan: AsyncPlan<Value>
    let tags: ((Key) -> [any Hashable & Sendable])?
    let start: () -> Value
    let select: (inout Reader, Key) -> WorkBody<Value>

    func compute(_ tracker: inout Tracker, _ key: Key) -> CogStatus<Value> {
        let work = Reader.lend(&tracker) { select(&$0, key) }
        let current = tracker.previous(CogStatus<Value>.self)
        var inherited: Value?
        if let context = tracker.engine.frontEnd as? Context {
            let choose: @MainActor (Choice<Value>, () -> AsyncRow<Value>) -> Void = context.choose
            let call = Carried(choose).unisolated(
                as: ((Choice<Value>, () -> AsyncRow<Value>) -> Void).self)
            call(Choice(slot: tracker.slot, work: work)) { makeRow(for: key) }
            if plan.keepPrevious, current == nil {
                let inherit: @MainActor (AsyncPlan<Value>, Slot) -> Value? = context.inherit
                inherited = Carried(inherit).unisolated(as: ((AsyncPlan<Value>, Slot) -> Value?).self)(
                    plan, tracker.slot)
            }
        }
        return current ?? CogStatus(awaiting: inherited ?? start())
    }
}

extension ChoiceOfWork {
    private func makeRow(for key: Key) -> AsyncRow<Value> {
        let row = AsyncRow(Key.self == Unkeyed.self ? label.description : "\(label)[\(key)]", plan)
        if plan.needsExtras {
            row.extras = RowExtras<Value>(tags: (tags?(key) ?? []).map { AnyHashable($0) })
        }
        return row
    }
}

/// What a selector chose for which row.
struct Choice<Value> {
    let slot: Slot
    let work: WorkBody<Value>
}

/// A value row's run.
struct LatestValue<Value, Key: Hashable>: RowComputation {
    let statuses: Family<CogStatus<Value>, Key>

    func compute(_ tracker: inout Tracker, _ key: Key) -> Value {
        tracker.read(statuses, key).value
    }
}
