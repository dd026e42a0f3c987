import CogArena
import Observation

/// What Observation knows of one status that some UI read: a notice for each field that changed.
final class StatusAudience<Value>: Audience, @unchecked Sendable {
    private let fields = StatusFields()
    private let engine: Engine
    /// What readers have been told of.
    private var told: CogStatus<Value>

    /// - Parameter status: What the row says now.
    init(slot: Slot, engine: Engine, status: CogStatus<Value>) {
        self.engine = engine
        told = status
        super.init(slot: slot)
    }

    func access(_ field: StatusFields.Field) { fields.access(field) }

    override func notify() {
        guard engine.isSettled(slot) else {
            // The state was discarded: whatever was read is gone.
            for field in StatusFields.Field.allCases { fields.notify(field) }
            return
        }
        let (old, new) = (told, engine.settledValue(of: CogStatus<Value>.self, at: slot))
        told = new
        if old.kind != new.kind { fields.notify(.kind) }
        if old.head.edition != new.head.edition { fields.notify(.value) }
        if old.hasSucceeded != new.hasSucceeded { fields.notify(.hasSucceeded) }
        if old.error != nil || new.error != nil { fields.notify(.error) }
        if old.isLoading != new.isLoading { fields.notify(.isLoading) }
    }
}

/// Stands for the fields of a status, whose values are elsewhere.
final class StatusFields: Observable, Sendable {
    enum Field: CaseIterable {
        case kind, value, hasSucceeded, error, isLoading
    }

    private let registrar = ObservationRegistrar()

    func access(_ field: Field) { registrar.access(self, keyPath: Self.path(field)) }

    func notify(_ field: Field) { registrar.withMutation(of: self, keyPath: Self.path(field)) {} }

    private var kind: Void { () }
    private var value: Void { () }
    private var hasSucceeded: Void { () }
    private var error: Void { () }
    private var isLoading: Void { () }

    private typealias Path = KeyPath<StatusFields, Void> & Sendable
    private static let paths: [any Path] = [
        \StatusFields.kind, \StatusFields.value, \StatusFields.hasSucceeded, \StatusFields.error,
        \StatusFields.isLoading,
    ]

    private static func path(_ field: Field) -> any Path {
        switch field {
        case .kind: paths[0]
        case .value: paths[1]
        case .hasSucceeded: paths[2]
        case .error: paths[3]
        case .isLoading: paths[4]
        }
    }
}
