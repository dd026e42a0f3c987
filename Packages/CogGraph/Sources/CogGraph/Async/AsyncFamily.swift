public import CogArena

/// The two families of an async declaration: its statuses, whose rows choose the work, and its values,
/// which are computed from them (DECL-1).
@frozen
@usableFromInline
struct AsyncFamily<Value, Key: Hashable> {
    @usableFromInline let statuses: Family<CogStatus<Value>, Key>
    @usableFromInline let values: Family<Value, Key>

    /// - Parameter start: Makes a row's value before the first success; once for each of its lives.
    @inlinable
    init<Equality: ValueEquality>(
        label: FamilyLabel, lifetime: CogLifetime, terms: AsyncTerms,
        tags: (@MainActor (Key) -> [any Hashable & Sendable])?,
        equality: Equality,
        start: @escaping @MainActor () -> Value,
        select: @escaping @MainActor (inout Reader, Key) -> WorkBody
    ) where Equality.Value == Value {
        statuses = Family(
            derived: "\(label).status", equality: ChangedByPublishing(), isReleasable: true,
            annotation: LifetimePolicy.ofStatuses(lifetime, terms),
            computation: ChoiceOfWork(
                plan: AsyncPlanOf(
                    label, terms, hasTags: tags != nil, equality: equality),
                tags: tags.map { Carried($0).unisolated(as: ((Key) -> [any Hashable & Sendable]).self) },
                start: Carried(start).unisolated(as: (() -> Value).self),
                select: Carried(select).unisolated(as: ((inout Reader, Key) -> WorkBody).self)))
        values = Family(
            derived: label, equality: equality, isReleasable: true,
            annotation: LifetimePolicy.ofValues(lifetime, terms),
            computation: LatestValue(statuses: statuses))
    }
}

extension LifetimePolicy {
    /// A key's status has no capacity of its own: it goes with the value.
    @usableFromInline
    static func ofStatuses(_ lifetime: CogLifetime, _ terms: AsyncTerms) -> LifetimePolicy {
        policy(
            CogLifetime(grace: lifetime.grace, capacity: nil), refreshesOnReturn: terms.refreshOnReturn,
            areAsyncValues: false)
    }

    @usableFromInline
    static func ofValues(_ lifetime: CogLifetime, _ terms: AsyncTerms) -> LifetimePolicy {
        policy(lifetime, refreshesOnReturn: terms.refreshOnReturn, areAsyncValues: true)
    }
}

/// A status row's run changes nothing, since it gives the status that there was. What is published is a change,
/// whatever it says: an equal error after a retry is a turn to be seen (ASYNC-5).
@frozen
@usableFromInline
struct ChangedByPublishing<Value>: ValueEquality {
    @inlinable
    init() {}

    @inlinable
    func areEqual(_ old: CogStatus<Value>, _ new: CogStatus<Value>) -> Bool { true }
}

/// A status row's run: the selector chooses work, whose turn comes when nothing computes any more. The
/// status stays as it is, or says for the first time that something is awaited.
@frozen
@usableFromInline
struct ChoiceOfWork<Value, Key: Hashable>: RowComputation {
    @usableFromInline let plan: AsyncPlanOf<Value>
    @usableFromInline let tags: ((Key) -> [any Hashable & Sendable])?
    @usableFromInline let start: () -> Value
    @usableFromInline let select: (inout Reader, Key) -> WorkBody

    @inlinable
    init(
        plan: AsyncPlanOf<Value>, tags: ((Key) -> [any Hashable & Sendable])?,
        start: @escaping () -> Value, select: @escaping (inout Reader, Key) -> WorkBody
    ) {
        self.plan = plan
        self.tags = tags
        self.start = start
        self.select = select
    }

    @inlinable
    func compute(_ tracker: inout Tracker, _ key: Key) -> CogStatus<Value> {
        let work = Reader.lend(&tracker) { select(&$0, key) }
        let choice = Choice(work: work, plan: plan, slot: tracker.slot)
        choice.take(in: tracker.engine, key: { Key.self == Unkeyed.self ? nil : text(of: key) }) {
            tags?(key) ?? []
        }
        if let current = tracker.previous(CogStatus<Value>.self) { return current }
        if plan.keepPrevious, let shown = choice.inherited(in: tracker.engine) {
            return CogStatus(awaiting: unsafeDowncast(shown, to: Shown<Value>.self).value)
        }
        return CogStatus(awaiting: start())
    }
}

/// A key as labels have it. Where its type is known to say how, nobody looks for that at run time.
@inlinable
func text<Key>(of key: Key) -> String {
    if Key.self is any CustomStringConvertible.Type, let key = key as? any CustomStringConvertible {
        return key.description
    }
    return "\(key)"
}

/// What a selector chose for which row.
@frozen
@usableFromInline
struct Choice {
    let work: WorkBody
    let plan: AsyncPlan
    let slot: Slot

    @usableFromInline
    init(work: WorkBody, plan: AsyncPlan, slot: Slot) {
        self.work = work
        self.plan = plan
        self.slot = slot
    }

    /// Hands the choice to its context, if there is one.
    ///
    /// - Parameters:
    ///   - key: Asked for a row that is new: its key in words, or nil for the only row.
    ///   - tags: The same, for what it is called by.
    @usableFromInline
    func take(in engine: Engine, key: () -> String?, tags: () -> [any Hashable & Sendable]) {
        guard let context = engine.frontEnd as? Context else { return }
        // A closure that holds nothing, and no generic type around it: nothing is allocated.
        let choose = Choosing { context, choice, key, tags in context.choose(choice, key: key, tags: tags) }
        unsafeBitCast(choose, to: UnisolatedChoosing.self).call(context, self, key, tags)
    }

    private struct Choosing {
        let call: @MainActor (Context, Choice, () -> String?, () -> [any Hashable & Sendable]) -> Void
    }

    /// The same, called where it is known without a check that this is the MainActor; see `Carried`.
    private struct UnisolatedChoosing {
        let call: (Context, Choice, () -> String?, () -> [any Hashable & Sendable]) -> Void
    }

    /// What a new row of a box that keeps the previous begins with.
    @usableFromInline
    func inherited(in engine: Engine) -> AnyObject? {
        guard let context = engine.frontEnd as? Context else { return nil }
        let inherit: @MainActor (Context, AsyncPlan, Slot) -> AnyObject? = { $0.inherit($1, $2) }
        return Carried(inherit).unisolated(as: ((Context, AsyncPlan, Slot) -> AnyObject?).self)(
            context, plan, slot)
    }
}

/// A value row's run.
@frozen
@usableFromInline
struct LatestValue<Value, Key: Hashable>: RowComputation {
    @usableFromInline let statuses: Family<CogStatus<Value>, Key>

    @inlinable
    init(statuses: Family<CogStatus<Value>, Key>) { self.statuses = statuses }

    @inlinable
    func compute(_ tracker: inout Tracker, _ key: Key) -> Value {
        tracker.read(statuses, key).content
    }
}
