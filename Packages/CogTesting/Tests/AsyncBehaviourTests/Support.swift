import CogGraph
import CogMechanisms
import CogTesting

struct Failed: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension CogRefresh.Outcome {
    /// What a test compares.
    var text: String {
        switch self {
        case .success(let value): "success \(value)"
        case .failure(let error): "failure \(error)"
        case .superseded: "superseded"
        case .released: "released"
        }
    }
}

extension Cogs {
    /// The names of the turns since the last call, with a mark at those that published nothing.
    func turns(after number: UInt64 = 0) -> [String] {
        history.filter { $0.number > number }.map { $0.isUnchanged ? "\($0.name) (unchanged)" : $0.name }
    }

    var lastTurn: UInt64 { history.last?.number ?? 0 }
}

/// A mechanism that does what it is told.
struct Scripted: Mechanism {
    let name: String
    private let script: @MainActor (MechanismController) -> Void

    init(_ name: String = "Scripted", _ script: @escaping @MainActor (MechanismController) -> Void) {
        self.name = name
        self.script = script
    }

    func operate(_ m: MechanismController) { script(m) }
}

/// What happened, in order.
@MainActor
final class Log {
    var lines: [String] = []
}

/// Runs what it was given when it goes.
final class Parting {
    private let action: @MainActor () -> Void

    init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    deinit {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}
