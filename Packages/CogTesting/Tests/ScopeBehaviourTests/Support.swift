import CogGraph
import CogMechanisms
import CogTesting

/// A mechanism that does what it is told.
struct Scripted: Mechanism {
    let name: String
    private let script: @MainActor (MechanismController) -> Void

    init(_ name: String = "App", _ script: @escaping @MainActor (MechanismController) -> Void) {
        self.name = name
        self.script = script
    }

    func operate(_ m: MechanismController) { script(m) }
}

/// What happened, in order.
@MainActor
final class Log {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }

    /// What happened since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
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

extension Cogs {
    /// Tears the context down, and returns when that is over.
    static func tearDown(_ cogs: inout Cogs?) async {
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
    }
}
