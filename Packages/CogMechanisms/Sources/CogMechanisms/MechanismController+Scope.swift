public import CogGraph

/// The one identity of a scope that a condition opens.
@usableFromInline
struct Always: Equatable {
    @inlinable
    init() {}
}

extension MechanismController {
    /// Runs work while a condition holds.
    ///
    /// Whenever `condition` becomes true, at registration or after a turn, `body` runs once with a fresh
    /// controller; when it becomes false everything registered through that controller ends, and it can
    /// act no more. Nothing survives from one opening to the next. Inert once this scope has retired.
    ///
    /// - Parameters:
    ///   - condition: The only dependency: what `body` reads opens and closes nothing.
    ///   - name: Names the scope under this one; by default the condition's label.
    ///   - body: Registers the scope's work.
    @inlinable
    public func scope<R: CogReadable>(
        _ condition: R, name: String? = nil,
        _ body: @escaping @MainActor (MechanismController) -> Void
    ) where R.Value == Bool {
        guard let label = label(name, for: condition) else { return }
        let gate = Gate<Always>(name: label, parent: scope) { _, controller in body(controller) }
        scope.register(label) { c in gate.select(c[condition] ? Always() : nil) }
    }

    /// Runs work for the lifetime that state names, if any.
    ///
    /// Another identity retires the scope and opens a fresh one; an equal one changes nothing, also where
    /// the graph counts it as a change; only what a turn settles on is a transition. Inert once this scope
    /// has retired.
    ///
    /// An identity is made by the operation that begins the lifetime, and kept in state. One made while
    /// a selector computes would begin a lifetime with each recomputation.
    ///
    /// - Parameters:
    ///   - selection: The only dependency: what `body` reads opens and closes nothing.
    ///   - name: Names the scope under this one; by default the selection's label.
    ///   - body: Registers the scope's work, for the identity that opened it.
    @inlinable
    public func scope<R: CogReadable, Identity: Equatable>(
        _ selection: R, name: String? = nil,
        _ body: @escaping @MainActor (Identity, MechanismController) -> Void
    ) where R.Value == Identity? {
        guard let label = label(name, for: selection) else { return }
        let gate = Gate(name: label, parent: scope, body: body)
        scope.register(label) { c in gate.select(c[selection]) }
    }

    /// Runs work for each member of a collection, as long as it is one.
    ///
    /// Members are compared as a set: one that comes opens a scope, one that stays keeps its own, one that
    /// goes retires its own, and order means nothing. Those that went retire first, in the order they were
    /// opened; those that came open in the collection's order. Inert once this scope has retired.
    ///
    /// Traps when the collection holds an identity twice (MECH-3).
    ///
    /// - Parameters:
    ///   - collection: The only dependency: what `body` reads opens and closes nothing.
    ///   - name: Names the scopes under this one, each with its identity; by default the collection's label.
    ///   - body: Registers one scope's work, for the identity that opened it.
    /// - Complexity: Nothing in a turn that does not change the collection; otherwise one look-up for each
    ///   member, and what the changes take (MECH-7).
    @inlinable
    public func scope<R: CogReadable>(
        each collection: R, name: String? = nil,
        _ body: @escaping @MainActor (R.Value.Element, MechanismController) -> Void
    ) where R.Value: Collection, R.Value.Element: Hashable {
        guard let label = label(name, for: collection) else { return }
        let gate = GateForEach(name: label, parent: scope, body: body)
        scope.register(label) { c in gate.select(c[collection]) }
    }
}
