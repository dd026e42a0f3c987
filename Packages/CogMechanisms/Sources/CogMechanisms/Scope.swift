@_spi(Mechanisms) import CogGraph

/// What one controller registered, and whether it may still act.
///
/// The scope owns the controller, never the other way round: work that outlives the scope
/// holds the controller weakly or finds it retired.
@MainActor
@usableFromInline
final class Scope {
    private(set) weak var context: Context?
    private(set) var isRetired = false
    /// Whether its gate runs its body: what is registered then ends before the gate opens it again.
    private(set) var isOpening = false
    private var reactions: [Reaction] = []
    /// The scopes that its gates opened, by the order of their opening.
    private var children: [UInt64: Scope] = [:]
    private var lastChild: UInt64 = 0
    private var exports: [UInt64: @MainActor () -> Void] = [:]
    private var lastExport: UInt64 = 0
    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var lastTask: UInt64 = 0
    private(set) var controller: MechanismController?

    init(name: String, context: Context) {
        self.context = context
        controller = MechanismController(name: name, scope: self)
    }

    /// Runs what registers the work of a scope that a gate opens.
    @usableFromInline
    func open(_ body: (MechanismController) -> Void) {
        guard let controller else { return }
        isOpening = true
        body(controller)
        isOpening = false
    }

    @usableFromInline
    func register(_ label: String, _ body: @escaping @MainActor (inout Reader) -> Void) {
        context?.register(label, endsByItself: isOpening, adopting: adopt, body)
    }

    @usableFromInline
    func register<Value>(
        _ label: String, pace: CogPace, deliversFirst: Bool,
        reading read: @escaping @MainActor (inout Reader) -> Value,
        _ deliver: @escaping @MainActor (Value, Value) -> Void
    ) {
        context?.register(
            label, pace: pace, endsByItself: isOpening, deliversFirst: deliversFirst, adopting: adopt,
            reading: read, deliver)
    }

    /// Makes a reaction end with the scope.
    func adopt(_ reaction: Reaction) { reactions.append(reaction) }

    /// Makes a sequence of values that ends with the scope, and forgets it when it ends before.
    func values<R: CogReadable>(
        of reference: R, buffering: CogBuffering, in context: Context
    ) -> CogValues<R.Value> {
        lastExport += 1
        let id = lastExport
        let (values, slot) = context.values(of: reference, buffering: buffering) { [weak self] in
            self?.exports[id] = nil
        }
        if let slot { exports[id] = { [weak context] in context?.endExport(slot) } }
        return values
    }

    /// Starts a task and forgets it when it ends, so that a long-lived scope does not gather
    /// finished tasks (MECH-8).
    func start(_ name: String, _ body: @escaping @MainActor () async throws -> Void) {
        guard !isRetired else { return }
        lastTask += 1
        let id = lastTask
        let work: @MainActor () async -> Void = { [weak self, weak context] in
            do {
                try await body()
            } catch is CancellationError where self?.isRetired != false {
                // Retirement asked for it.
            } catch {
                context?.onDiagnostic("CogMechanisms: task '\(name)' failed: \(error)")
            }
            self?.tasks[id] = nil
        }
        tasks[id] = Task(name: name) { await work() }
    }

    /// What is open and registered now. Recursive: scopes are nested as deep as they are written.
    var picture: CogPicture.Scope {
        CogPicture.Scope(
            name: controller?.name ?? "", reactions: reactions.map(\.label), tasks: tasks.count,
            scopes: children.sorted { $0.key < $1.key }.map(\.value.picture))
    }

    var taskCount: Int { tasks.count }
    var exportCount: Int { exports.count }
    var childCount: Int { children.count }
    var reactionCount: Int { reactions.count }
}

// Retirement. The whole subtree loses its rights before anything of it is torn down: what tearing
// down lets go of may be application code that reaches a sibling (MECH-6).
extension Scope {
    /// Makes a scope whose life ends with this one's at the latest; nil once the context has gone.
    @usableFromInline
    func addChild(named name: String) -> (id: UInt64, child: Scope)? {
        guard let context else { return nil }
        lastChild += 1
        let child = Scope(name: name, context: context)
        children[lastChild] = child
        return (lastChild, child)
    }

    /// Ends one of the scopes opened from here, and all opened from it.
    @usableFromInline
    func retireChild(_ id: UInt64) { children.removeValue(forKey: id)?.tearDown() }

    /// Ends some of the scopes opened from here, in the order given. None of them can act once the
    /// first is torn down.
    @usableFromInline
    func retireChildren(_ ids: [UInt64]) {
        let leaving = ids.compactMap { children.removeValue(forKey: $0) }
        for child in leaving { child.revoke() }
        for child in leaving { child.tearDown() }
    }

    /// Takes away the right to act from this scope and all below it. Iterative.
    func revoke() {
        isRetired = true
        var waiting = Array(children.values)
        while let scope = waiting.popLast() {
            scope.isRetired = true
            waiting += scope.children.values
        }
    }

    /// Ends what was registered here and below: each scope after those opened from it, the last opened
    /// first; of one scope reactions first, in order, then sequences of values, then tasks. Idempotent,
    /// iterative.
    func tearDown() {
        revoke()
        if children.isEmpty { return endOwn() }
        var order: [Scope] = []
        var waiting = [self]
        while let scope = waiting.popLast() {
            order.append(scope)
            waiting += scope.children.sorted { $0.key > $1.key }.map(\.value)
        }
        // A scope stands before those opened from it, and these before one another as they are to end.
        for scope in order.reversed() { scope.endOwn() }
    }

    private func endOwn() {
        children = [:]
        let (reactions, exports, tasks) = (reactions, exports, tasks)
        self.reactions = []
        self.exports = [:]
        self.tasks = [:]
        for reaction in reactions { context?.cancel(reaction) }
        if !exports.isEmpty { for end in exports.sorted(by: { $0.key < $1.key }) { end.value() } }
        if !tasks.isEmpty { for task in tasks.sorted(by: { $0.key < $1.key }) { task.value.cancel() } }
        controller = nil
    }
}
