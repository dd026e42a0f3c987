@_spi(Mechanisms) import CogGraph

/// What one controller registered, and whether it may still act.
///
/// The scope owns the controller, never the other way round: work that outlives the scope
/// holds the controller weakly or finds it retired.
@MainActor
final class Scope {
    private(set) weak var context: Context?
    private(set) var isRetired = false
    private var reactions: [Reaction] = []
    private var exports: [UInt64: @MainActor () -> Void] = [:]
    private var lastExport: UInt64 = 0
    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var lastTask: UInt64 = 0
    private(set) var controller: MechanismController?

    init(name: String, context: Context) {
        self.context = context
        controller = MechanismController(name: name, scope: self)
    }

    func keep(_ reaction: Reaction) {
        if isRetired { context?.cancel(reaction) } else { reactions.append(reaction) }
    }

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

    /// Takes away the right to act, before anything is torn down (MECH-6).
    func revoke() { isRetired = true }

    /// Ends what was registered: reactions first, in order, then sequences of values, then tasks.
    func tearDown() {
        revoke()
        for reaction in reactions { context?.cancel(reaction) }
        reactions = []
        for end in exports.sorted(by: { $0.key < $1.key }) { end.value() }
        exports = [:]
        for task in tasks.values { task.cancel() }
        tasks = [:]
        controller = nil
    }

    var taskCount: Int { tasks.count }
    var exportCount: Int { exports.count }
}
