@_spi(Mechanisms) public import CogGraph

/// A mechanism's only link to the graph.
///
/// It is owned by its scope. Work that may outlive the scope captures it weakly; one that
/// holds it all the same finds that retirement took away what it could do. Isolated to the
/// MainActor.
@MainActor
public final class MechanismController: CogOps {
    /// The composed name, under which everything registered here appears.
    public let name: String
    @usableFromInline let scope: Scope
    /// How a first delivery is made.
    public enum Initial: Sendable {
        /// Only later changes are delivered.
        case skip
        /// The current value is delivered at once, as both old and new.
        case run
    }

    init(name: String, scope: Scope) {
        self.name = name
        self.scope = scope
    }

    /// Calls `deliver` with the old and the new value after each turn that changed `reference`
    /// (MECH-2).
    ///
    /// Inert once the scope has retired: nothing is read or delivered.
    ///
    /// - Parameters:
    ///   - initial: Whether the current value is delivered at once.
    ///   - pace: How often changes are delivered; each is unless given. What is held back is delivered
    ///     in a turn of its own, with the value delivered last as the old one, even if what changed has
    ///     changed back. The wait ends with the scope (PACE-1).
    ///   - name: Names the reaction under the mechanism; by default the cog's label.
    ///   - deliver: Runs in the flush; what it reads is no dependency (REACT-6).
    @inlinable
    public func watch<R: CogReadable>(
        _ reference: R, initial: Initial, pace: CogPace? = nil, name: String? = nil,
        _ deliver: @escaping @MainActor (R.Value, R.Value) -> Void
    ) {
        guard let label = label(name, for: reference) else { return }
        if let pace {
            return scope.register(
                label, pace: pace, deliversFirst: initial == .run, reading: { c in c[reference] }, deliver)
        }
        var last: R.Value?
        scope.register(label) { c in
            let value = c[reference]
            let old = last
            last = value
            if let old {
                deliver(old, value)
            } else if initial == .run {
                deliver(value, value)
            }
        }
    }

    /// Runs `body` now and after each turn that changed something it read last.
    ///
    /// Inert once the scope has retired.
    public func run(
        name: String? = nil, _ body: @escaping @MainActor (inout Reader) -> Void
    ) {
        guard liveContext != nil else { return }
        scope.register(compose(name ?? "run"), body)
    }

    /// Starts a task that is cancelled when the scope ends. An error it throws is reported
    /// once, with the composed name, and harms nothing else (MECH-4).
    ///
    /// Inert once the scope has retired.
    ///
    /// - Parameters:
    ///   - name: Names the task under the mechanism.
    ///   - body: Captures the controller weakly if it runs long.
    public func task(
        name: String, _ body: @escaping @MainActor () async throws -> Void
    ) {
        scope.start(compose(name), body)
    }

    /// A settled value, with nothing registered.
    ///
    /// Traps once the scope has retired, naming it: there is no value to answer with.
    public func peek<R: CogReadable>(_ reference: R) -> R.Value {
        liveContextOrTrap("peek", reference).peek(reference)
    }

    /// Runs `body` if the scope has not ended, for work that has to read before it goes on.
    ///
    /// It checks once, at entry: a turn inside `body` may retire the scope, and a check made
    /// before a suspension says nothing about what follows it.
    ///
    /// - Parameter body: Is given this controller.
    /// - Returns: What `body` gave, or nil, with nothing run, once the scope has ended.
    public func ifLive<Result>(_ body: (MechanismController) -> Result) -> Result? {
        scope.isRetired ? nil : body(self)
    }

    /// Inert once the scope has retired; a turn that waits is dropped if the scope retires
    /// before its time comes.
    public func turn(named name: String, _ body: @escaping @MainActor (inout Writer) -> Void) {
        guard let context = liveContext else { return }
        let scope = scope
        context.turn(name, owner: self.name, isAdmitted: { !scope.isRetired }, body)
    }

    /// Once the scope has retired there is nothing to do, which is done.
    public func turnUnlessFlushing(
        named name: String, _ write: @MainActor (SoleWrite) -> Void
    ) -> Bool {
        liveContext?.turnUnlessFlushing(name, owner: self.name, write) ?? true
    }

    /// Inert once the scope has retired; a discard that waits is dropped if the scope retires
    /// before its time comes.
    public func discard<R: CogReadable>(_ reference: R) {
        guard let context = liveContext else { return }
        let scope = scope
        context.discard(reference, owner: name, isAdmitted: { !scope.isRetired })
    }

    /// Inert once the scope has retired; an invalidation that waits is dropped if the scope retires before
    /// its time comes.
    public func invalidate(_ tag: any Hashable & Sendable) {
        guard let context = liveContext else { return }
        let scope = scope
        context.invalidate(tag, owner: name, isAdmitted: { !scope.isRetired })
    }

    /// Traps once the scope has retired, naming it: no outcome would be true of a run that was refused.
    /// A handle got before keeps its own run's outcome, and a refresh that waits then still runs.
    @discardableResult
    public func refresh<R: CogAsync>(_ reference: R) -> CogRefresh<R.Value> {
        liveContextOrTrap("refresh", reference).refresh(reference, owner: name)
    }

    /// The statuses of async state: `peek`, `watch` and `values(of:)`, as for values.
    public var status: MechanismStatuses { MechanismStatuses(controller: self) }

    /// The values of `reference` as they change, the current settled one first (EXP-1).
    ///
    /// It never blocks a turn and keeps the state alive until its loop or the scope ends. Values
    /// that wait are still read after the scope has ended it. Asked for once the scope has retired,
    /// it has ended already.
    ///
    /// Traps inside a selector or an equality rule, and for a buffering that keeps nothing.
    ///
    /// - Parameter buffering: What a slow reader misses; all but the newest value unless given.
    public func values<R: CogReadable>(
        of reference: R, buffering: CogBuffering = .newest(1)
    ) -> CogValues<R.Value> {
        guard let context = liveContext else { return .finished }
        return scope.values(of: reference, buffering: buffering, in: context)
    }

    var liveContext: Context? { scope.isRetired ? nil : scope.context }

    /// For what has nothing to answer with once the scope has ended.
    private func liveContextOrTrap<R: CogReadable>(_ operation: String, _ reference: R) -> Context {
        if let liveContext { return liveContext }
        fatalError(
            """
            CogMechanisms: \(operation) of '\(reference.address.label)' was asked for through '\(name)' after \
            its scope ended. Read inside a turn's body, or check with ifLive after each suspension.
            """)
    }

    /// What a registration that follows `reference` goes by; nil once the scope has retired, before
    /// anything is read.
    @usableFromInline
    func label<R: CogReadable>(_ name: String?, for reference: R) -> String? {
        liveContext == nil ? nil : compose(name ?? reference.address.label)
    }

    /// In one piece of memory: an interpolation would grow through several.
    func compose(_ part: String) -> String {
        var whole = ""
        whole.reserveCapacity(name.utf8.count + 1 + part.utf8.count)
        whole += name
        whole += "."
        whole += part
        return whole
    }
}

/// Statuses of async state, through a mechanism's controller (MECH-1).
@MainActor
public struct MechanismStatuses {
    let controller: MechanismController

    /// A settled status, with nothing registered.
    ///
    /// Traps once the scope has retired, naming it.
    public func peek<R: CogAsync>(_ reference: R) -> CogStatus<R.Value> {
        controller.peek(CogStatusReference(reference))
    }

    /// Calls `deliver` with the old and the new status after each turn that published one.
    ///
    /// Inert once the scope has retired.
    ///
    /// - Parameters:
    ///   - initial: Whether the current status is delivered at once.
    ///   - pace: How often statuses are delivered; each is unless given.
    ///   - name: Names the reaction under the mechanism; by default the status's label.
    ///   - deliver: Runs in the flush; what it reads is no dependency.
    public func watch<R: CogAsync>(
        _ reference: R, initial: MechanismController.Initial, pace: CogPace? = nil, name: String? = nil,
        _ deliver: @escaping @MainActor (CogStatus<R.Value>, CogStatus<R.Value>) -> Void
    ) {
        controller.watch(
            CogStatusReference(reference), initial: initial, pace: pace, name: name, deliver)
    }

    /// The statuses of `reference` as they change, the current settled one first, until the loop or the scope
    /// ends (EXP-1).
    ///
    /// Every publication is one, also one that says what the one before said. Asked for once the scope has
    /// retired, it has ended already.
    ///
    /// Traps inside a selector or an equality rule, and for a buffering that keeps nothing.
    ///
    /// - Parameter buffering: What a slow reader misses; all but the newest status unless given.
    public func values<R: CogAsync>(
        of reference: R, buffering: CogBuffering = .newest(1)
    ) -> CogValues<CogStatus<R.Value>> {
        controller.values(of: CogStatusReference(reference), buffering: buffering)
    }
}
