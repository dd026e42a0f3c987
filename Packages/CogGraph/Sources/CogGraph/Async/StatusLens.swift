public import CogArena

/// Reads statuses for one run of one selector or reaction, as `Reader` reads values (READ-6).
@frozen
public struct StatusReader: ~Copyable {
    @usableFromInline var tracker: Tracker

    @inlinable
    init(tracker: consuming Tracker) { self.tracker = tracker }

    /// A settled status, which the run depends on from now on.
    ///
    /// Traps when the read closes a cycle, naming its whole path.
    @inlinable
    public subscript<R: CogAsync>(reference: R) -> CogStatus<R.Value> {
        mutating get {
            let address = reference.statusAddress
            return tracker.read(address.family, address.key)
        }
    }

    /// A settled status that the run does not depend on.
    @inlinable
    public func peek<R: CogAsync>(_ reference: R) -> CogStatus<R.Value> {
        let address = reference.statusAddress
        return tracker.peek(address.family, address.key)
    }
}

/// Reads statuses as `Cogs` reads values (READ-6).
@MainActor
public struct CogStatuses {
    let cogs: Cogs

    /// A settled status, as UI reads it: each of its fields is observed by itself, once it is read
    /// (UI-2).
    ///
    /// The first such read of a state makes its status's boundary, which keeps the state alive until
    /// it is discarded.
    public subscript<R: CogAsync>(reference: R) -> ObservedStatus<R.Value> {
        cogs.context.observedStatus(of: reference)
    }

    /// A settled status; registers nothing.
    public func peek<R: CogAsync>(_ reference: R) -> CogStatus<R.Value> {
        cogs.peek(CogStatusReference(reference))
    }

    /// The statuses of `reference` as they change, the current settled one first (EXP-1).
    ///
    /// Every publication is one, also one that says what the one before said.
    ///
    /// Traps inside a selector or an equality rule.
    ///
    /// - Parameter buffering: What a slow reader misses; all but the newest status unless given.
    public func values<R: CogAsync>(
        of reference: R, buffering: CogBuffering = .newest(1)
    ) -> CogValues<CogStatus<R.Value>> {
        cogs.values(of: CogStatusReference(reference), buffering: buffering)
    }
}

extension Cogs {
    /// The statuses of async state, with the verbs that read values (READ-6).
    public var status: CogStatuses { CogStatuses(cogs: self) }

    public func invalidate(_ tag: any Hashable & Sendable) { context.invalidate(tag) }

    @discardableResult
    @inlinable
    public func refresh<R: CogAsync>(_ reference: R) -> CogRefresh<R.Value> {
        let handle = CogRefresh<R.Value>()
        chooseAnew(
            handle.end, label: { reference.address.name }, reference.statusAddress.demand(in: engine))
        return handle
    }

    @usableFromInline
    func chooseAnew(
        _ end: RefreshEnd, label: @escaping () -> String,
        _ demand: @escaping (_ prepare: (Slot) -> Void) -> Void
    ) {
        context.chooseAnew(end, label: label(), demand)
    }
}
