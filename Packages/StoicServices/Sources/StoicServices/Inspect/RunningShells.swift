import Synchronization

/// The runs of one graph that have not ended.
final class RunningShells: Sendable {
    private let shells = Mutex<[RunShell]>([])

    var newest: RunShell? { shells.withLock { $0.last } }

    func add(_ shell: RunShell) { shells.withLock { $0.append(shell) } }

    func remove(_ shell: RunShell) { shells.withLock { $0.removeAll { $0 === shell } } }
}
