/// What falls due when: a binary heap, the earliest first, one entry for each item.
///
/// An entry is never moved: what is put off is entered again when its old entry comes up.
struct DeadlineQueue<Item> {
    struct Entry {
        let deadline: ClockInstant
        let item: Item
    }

    private var entries: [Entry] = []
    /// Entries that nobody waits for any more.
    private var stale = 0

    var earliest: ClockInstant? { entries.first?.deadline }
    var count: Int { entries.count }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// The earliest entry if its time has come.
    mutating func pop(at now: ClockInstant) -> Entry? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink(0)
        }
        return first
    }

    /// Takes note that nobody waits for an entry any more. Once half of the entries are stale, or all of
    /// a few, they are swept, so that what is made and released without end leaves nothing here (LIFE-6).
    mutating func noteStale(isLive: (Item) -> Bool) {
        stale += 1
        guard stale == entries.count || stale * 2 > entries.count && stale > 32 else { return }
        entries.removeAll { !isLive($0.item) }
        stale = 0
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Takes note that a stale entry came up.
    mutating func noteStalePopped() { stale -= 1 }

    var items: some Sequence<Item> { entries.lazy.map(\.item) }

    mutating func removeAll(keepingCapacity: Bool = false) {
        entries.removeAll(keepingCapacity: keepingCapacity)
        stale = 0
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            var child = parent * 2 + 1
            guard child < entries.count else { return }
            if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline {
                child += 1
            }
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
