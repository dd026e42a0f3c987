import CogArena
import Observation

/// The tracking scopes that read one row, as Observation knows them.
///
/// It is made by the first such read and lives until the row is discarded: Observation never says
/// that the last scope left. Used on the MainActor; Observation drops its references anywhere.
class Audience: Observable, @unchecked Sendable {
    let slot: Slot
    private let registrar = ObservationRegistrar()

    init(slot: Slot) { self.slot = slot }

    /// Stands for the row's value, which is elsewhere.
    private var value: Void { () }

    /// Takes in who reads.
    final func access() { registrar.access(self, keyPath: Self.path) }

    /// Tells whoever read what changed.
    func notify() { registrar.withMutation(of: self, keyPath: Self.path) {} }

    private static let path: any KeyPath<Audience, Void> & Sendable = \Audience.value
}
