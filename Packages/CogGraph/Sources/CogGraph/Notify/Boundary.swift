import CogArena
import Observation
import Synchronization

/// What Observation knows of one row that some UI read.
///
/// It is made by the first such read and lives until the row is discarded: Observation never says
/// that the last reader left. Used on the MainActor; Observation drops its references anywhere.
class Boundary: Observable, @unchecked Sendable {
    let slot: Slot
    private let registrar = ObservationRegistrar()

    init(slot: Slot) { self.slot = slot }

    /// Stands for the row's value, which is elsewhere.
    private subscript(_: Witness) -> Void { () }

    /// Tells Observation of a read on the MainActor.
    ///
    /// - Returns: Whether someone may have to be told of changes from now on: the read was inside a
    ///   tracking scope. Observation tells nobody else, whatever changes.
    func access() -> Bool {
        Witness.wasAsked.store(false, ordering: .relaxed)
        registrar.access(self, keyPath: Self.path)
        return Witness.wasAsked.load(ordering: .relaxed)
    }

    /// The same for one that is held by whoever calls.
    @inline(__always)
    static func access(_ boundary: Unmanaged<Boundary>) -> Bool {
        boundary._withUnsafeGuaranteedRef { $0.access() }
    }

    /// Tells whoever read what changed. On the MainActor.
    func notify() { registrar.withMutation(of: self, keyPath: Self.path) {} }

    private static let path: any KeyPath<Boundary, Void> & Sendable = \Boundary[Witness()]

    /// Whether Observation shows by the key path what a tracking scope takes in. If it ever does not,
    /// every read counts as one of a scope's.
    static let showsTracking = withObservationTracking {
        Boundary(slot: .none).access()
    } onChange: {
    }
}

/// Says when it is hashed. Observation hashes the key path of a read to keep it, in a tracking scope,
/// and looks at it nowhere else; what ends a scope hashes it too, on any thread.
private struct Witness: Hashable, Sendable {
    static let wasAsked = Atomic(false)

    func hash(into hasher: inout Hasher) { Self.wasAsked.store(true, ordering: .relaxed) }
}
