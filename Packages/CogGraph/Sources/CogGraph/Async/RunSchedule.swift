/// One chosen run of one async state.
struct Generation: Hashable, Comparable {
    let rawValue: UInt64

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Which runs of one async state wait, which are under way, and whose results still count.
///
/// A pure machine: it says what is to be done, and whoever owns it does that. Each step is O(1), or
/// O(runs superseded).
struct RunSchedule {
    enum Policy: Hashable, CaseIterable {
        case latest, queue, exhaustLatest, merged
    }

    let policy: Policy
    private var last = Generation(rawValue: 0)
    /// Chosen and not started, the oldest first, from `head` on.
    private var chosen: [Generation] = []
    private var head = 0
    /// Started and not over. At most one, unless runs are merged.
    private(set) var active: Set<Generation> = []

    init(_ policy: Policy) { self.policy = policy }

    /// Whether a run was started that is not over.
    var isBusy: Bool { !active.isEmpty }

    /// Whether no run waits or is under way.
    var isEmpty: Bool { active.isEmpty && head == chosen.count }

    /// Whether the next that waits may start.
    var canStart: Bool {
        guard head < chosen.count else { return false }
        switch policy {
        case .latest, .merged: return true
        case .queue, .exhaustLatest: return active.isEmpty
        }
    }

    /// Chooses one more run.
    ///
    /// - Returns: The new run, and those that waited and will never start now.
    mutating func select() -> (new: Generation, superseded: [Generation]) {
        last = Generation(rawValue: last.rawValue + 1)
        let superseded =
            policy == .latest || policy == .exhaustLatest ? rejectWaiting() : []
        chosen.append(last)
        return (last, superseded)
    }

    /// Starts the next that waits. Only when `canStart`.
    ///
    /// - Returns: The started run, and those under way whose results do not count any more.
    mutating func start() -> (started: Generation, superseded: Set<Generation>) {
        let next = chosen[head]
        head += 1
        if head == chosen.count {
            chosen.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 32, head * 2 > chosen.count {
            chosen.removeFirst(head)
            head = 0
        }
        var superseded: Set<Generation> = []
        if policy == .latest {
            superseded = dropActive()
        }
        active.insert(next)
        return (next, superseded)
    }

    /// Whether a result of `run` counts. With `.latest` one does not from the moment on when another is
    /// chosen, though that starts in a later turn.
    func counts(_ run: Generation) -> Bool {
        active.contains(run) && (policy != .latest || run == last)
    }

    /// A run gave its last result, or its result does not count.
    mutating func end(_ run: Generation) { active.remove(run) }

    /// Ends what is under way: none of its results counts any more.
    mutating func dropActive() -> Set<Generation> {
        defer { active = [] }
        return active
    }

    /// What waits was chosen from what does not hold any more.
    ///
    /// - Returns: Those that will never start now.
    mutating func rejectWaiting() -> [Generation] {
        defer {
            chosen.removeAll(keepingCapacity: true)
            head = 0
        }
        return Array(chosen[head...])
    }
}
