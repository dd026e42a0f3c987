/// One chosen run of one async state.
struct Generation: Hashable, Comparable {
    let rawValue: UInt64

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Which runs of one async state wait, which are under way, and whose results still count.
///
/// A pure machine: it says what is to be done, and whoever owns it does that. Each step is O(1), or
/// O(runs superseded).
@MainActor
@usableFromInline
struct RunSchedule {
    @usableFromInline
    enum Policy: Hashable, CaseIterable, Sendable {
        case latest, queue, exhaustLatest, merged
    }

    let policy: Policy
    private var last = Generation(rawValue: 0)
    /// Chosen and not started, the oldest first.
    private var waiting = RunList()
    /// Started and not over. At most one, unless runs are merged.
    private var active = RunList()

    init(_ policy: Policy) { self.policy = policy }

    /// Whether a run was started that is not over.
    var isBusy: Bool { !active.isEmpty }

    /// Whether no run waits or is under way.
    var isEmpty: Bool { active.isEmpty && waiting.isEmpty }

    /// Whether the next that waits may start.
    var canStart: Bool {
        guard !waiting.isEmpty else { return false }
        switch policy {
        case .latest, .merged: return true
        case .queue, .exhaustLatest: return active.isEmpty
        }
    }

    /// Chooses one more run.
    ///
    /// - Returns: The new run, and those that waited and will never start now.
    mutating func select(_ work: WorkBody? = nil) -> (new: AsyncRun, superseded: RunList) {
        last = Generation(rawValue: last.rawValue + 1)
        let superseded =
            policy == .latest || policy == .exhaustLatest ? rejectWaiting() : RunList()
        let run = AsyncRun(last, work)
        waiting.append(run)
        return (run, superseded)
    }

    /// Starts the next that waits.
    ///
    /// - Returns: The started run, and those under way whose results do not count any more; nil unless
    ///   `canStart`.
    mutating func start() -> (started: AsyncRun, superseded: RunList)? {
        guard canStart, let next = waiting.popFirst() else { return nil }
        let superseded = policy == .latest ? dropActive() : RunList()
        next.state = .active
        active.append(next)
        return (next, superseded)
    }

    /// Whether a result of `run` counts. With `.latest` one does not from the moment on when another is
    /// chosen, though that starts in a later turn.
    func counts(_ run: AsyncRun) -> Bool {
        run.state == .active && (policy != .latest || run.generation == last)
    }

    /// A run gave its last result, or its result does not count.
    mutating func end(_ run: AsyncRun) {
        guard run.state == .active else { return }
        active.remove(run)
        run.state = .over
    }

    /// Ends what is under way: none of its results counts any more.
    mutating func dropActive() -> RunList {
        let dropped = active.takeAll()
        dropped.visit { $0.state = .over }
        return dropped
    }

    /// What waits was chosen from what does not hold any more.
    ///
    /// - Returns: Those that will never start now.
    mutating func rejectWaiting() -> RunList { waiting.takeAll() }
}
