/// Which jobs run, as a value: it is told what is wanted and what ended, and says what to do.
///
/// Invariants: a job runs at most once at a time; one that ended by itself is not begun again
/// until it was not wanted for a while; one that was cancelled and is wanted again is begun once
/// it has ended.
struct JobTable<ID: Hashable> {
    enum Action: Equatable {
        case start(ID)
        case cancel(ID)
    }

    private enum Phase {
        case running
        /// Cancelled since it was not wanted.
        case dropped
        /// Cancelled since everything is.
        case stopped
        case ended

        var isCancelled: Bool { self == .dropped || self == .stopped }
    }

    private var wanted: Set<ID> = []
    private var phases: [ID: Phase] = [:]
    private(set) var isClosed = false

    /// The jobs that have begun and not ended.
    var running: Set<ID> { Set(phases.filter { $0.value != .ended }.keys) }

    /// - Parameter ids: Everything that is wanted now, each once.
    /// - Returns: Starts in the order of `ids`, after the cancellations.
    /// - Complexity: O(wanted + running).
    mutating func reconcile(_ ids: [ID]) -> [Action] {
        reconcile(ids, cancelling: .dropped)
    }

    /// Whether a job runs to its end because it was not wanted any more.
    func isDropped(_ id: ID) -> Bool { phases[id] == .dropped }

    private mutating func reconcile(_ ids: [ID], cancelling phaseOfCancelled: Phase) -> [Action] {
        guard !isClosed else { return [] }
        wanted = Set(ids)
        var actions: [Action] = []
        for (id, phase) in phases where !wanted.contains(id) {
            switch phase {
            case .running:
                phases[id] = phaseOfCancelled
                actions.append(.cancel(id))
            case .ended: phases[id] = nil
            case .dropped, .stopped: break
            }
        }
        for id in ids where phases[id] == nil {
            phases[id] = .running
            actions.append(.start(id))
        }
        return actions
    }

    /// Takes note that a job's work is over.
    mutating func ended(_ id: ID) -> [Action] {
        let wasCancelled = phases[id]?.isCancelled ?? false
        guard !isClosed, wanted.contains(id) else {
            phases[id] = nil
            return []
        }
        phases[id] = wasCancelled ? .running : .ended
        return wasCancelled ? [.start(id)] : []
    }

    /// Cancels everything, for good.
    mutating func close() -> [Action] {
        guard !isClosed else { return [] }
        defer { isClosed = true }
        return reconcile([], cancelling: .stopped)
    }
}
