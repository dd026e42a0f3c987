import Observation
import Synchronization

/// Tells whether a tracking scope of Observation is open.
///
/// Observation hashes the key path of a read to keep it, where a scope tracks, and looks at it nowhere
/// else. This one bears an argument that says when it is hashed.
final class ScopeProbe: Observable, Sendable {
    private let path = ScopeProbe.path
    private let answersAlways: Bool
    private let registrar = ObservationRegistrar()

    convenience init() { self.init(answersAlways: !Self.isReliable) }

    private init(answersAlways: Bool) { self.answersAlways = answersAlways }

    private subscript(_: Witness) -> Void { () }

    /// Whether what is read now has to be kept for someone who tracks. On the MainActor.
    ///
    /// A scope that is open keeps the question among its reads, is never told of it, and drops it with
    /// them.
    func isInScope() -> Bool {
        Witness.wasHashed.store(false, ordering: .relaxed)
        registrar.access(self, keyPath: path)
        return Witness.wasHashed.load(ordering: .relaxed) || answersAlways
    }

    private static let path: any KeyPath<ScopeProbe, Void> & Sendable = \ScopeProbe[Witness()]

    /// Whether Observation answers at all. If it ever does not, every read counts as a scope's.
    private static let isReliable = withObservationTracking {
        ScopeProbe(answersAlways: false).isInScope()
    } onChange: {
    }
}

private struct Witness: Hashable, Sendable {
    /// What ends a scope hashes too, on any thread; then a read counts as a scope's for nothing.
    static let wasHashed = Atomic(false)

    func hash(into hasher: inout Hasher) { Self.wasHashed.store(true, ordering: .relaxed) }
}
