import CogArena
import Observation

/// What Observation knows of one row that some UI read.
///
/// It is made by the first such read and lives until the row is discarded: Observation never says
/// that the last reader left.
final class Boundary: Observable, Sendable {
    let slot: Slot
    private let registrar = ObservationRegistrar()

    init(slot: Slot) { self.slot = slot }

    /// Stands for the row's value, which is elsewhere.
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: Self.path) }

    func notify() { registrar.withMutation(of: self, keyPath: Self.path) {} }

    private static let path: any KeyPath<Boundary, Void> & Sendable = \Boundary.value
}
