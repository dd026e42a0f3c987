/// When rows' graces are looked at.
///
/// A row keeps its deadline itself; here is one entry for each group of rows that lie together, for when
/// the first of its deadlines may come. So a row in its grace takes no room here, and rows whose deadlines
/// come together are taken together. An entry may be early, as its row was asked for again or is gone:
/// then the group is looked through and entered anew. O(rows of a group) for each entry that comes up.
struct Graces {
    /// How many rows are in their grace.
    private(set) var count = 0
    private var entries = DeadlineQueue<Int>()
    /// What each group's entry says; nil where it has none. An entry that says otherwise is an old one.
    private var next: [ClockInstant?] = []

    /// When to look next.
    var earliest: ClockInstant? { entries.earliest }

    /// Takes in a row of a group.
    mutating func enter(_ group: Int, until deadline: ClockInstant) {
        count += 1
        look(at: group, at: deadline)
    }

    /// Lets a row go; forgets all entries with the last.
    mutating func leave() {
        count -= 1
        if count == 0 { forgetEntries() }
    }

    /// Looks at a group at `deadline` at the latest.
    mutating func look(at group: Int, at deadline: ClockInstant) {
        if group >= next.count { next += repeatElement(nil, count: group + 1 - next.count) }
        if let next = next[group], next <= deadline { return }
        next[group] = deadline
        entries.push(.init(deadline: deadline, item: group))
    }

    /// A group whose time has come, which has no entry any more.
    mutating func pop(at now: ClockInstant) -> Int? {
        while let (deadline, group) = entries.pop(at: now).map({ ($0.deadline, $0.item) }) {
            guard next[group] == deadline else { continue }
            next[group] = nil
            return group
        }
        return nil
    }

    mutating func removeAll() {
        count = 0
        forgetEntries()
        next = []
    }

    private mutating func forgetEntries() {
        for group in entries.items { next[group] = nil }
        entries.removeAll(keepingCapacity: true)
    }
}
