import CogGraph
import CogMechanisms

/// What happened, in order.
@MainActor
final class Log {
    var lines: [String] = []
}

/// Logs its name when it goes, which has to be on the MainActor.
final class Token: Sendable {
    private let name: String
    private let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    deinit {
        MainActor.assumeIsolated { [name, log] in log.lines.append(name) }
    }
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
