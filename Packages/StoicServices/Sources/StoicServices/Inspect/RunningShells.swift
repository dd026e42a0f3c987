import Synchronization

/// The runs of one graph that have not ended.
final class RunningShells: Sendable {
    private let shells = Mutex<[RunShell]>([])

    var newest: RunShell? { shells.withLock { $0.last } }

    func add(_ shell: RunShell) { shells.withLock { $0.append(shell) } }

    func remove(_ shell: RunShell) { shells.withLock { $0.removeAll { $0 === shell } } }
}

extension ServiceGraph {
    /// What each service of the graph's newest run does and waits on, in declaration order.
    ///
    /// Empty while the graph does not run. Copies of a graph know of each other's runs. Safe
    /// from any isolation. Complexity: O(services + needs). Rule: SVC-16.
    public func states() -> [ServiceStatus] { running.newest?.statuses ?? [] }
}
