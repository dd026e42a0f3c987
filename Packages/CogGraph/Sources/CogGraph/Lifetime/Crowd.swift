import CogArena

/// The rows of one box with a capacity, by when they were asked for last or left.
///
/// Each asking is an entry, and the one before becomes stale; entries are looked at when they come up.
struct Crowd {
    /// Its rows keep it; this must not (DECL-8).
    private(set) weak var family: AnyFamily?
    let terms: LifetimePolicy.Terms
    let capacity: Int
    private var latest: [Slot: UInt64] = [:]
    private var entries: [(number: UInt64, slot: Slot)] = []
    private var head = 0
    private var last: UInt64 = 0

    init(of family: AnyFamily, _ terms: LifetimePolicy.Terms, capacity: Int) {
        self.family = family
        self.terms = terms
        self.capacity = capacity
    }

    func contains(_ slot: Slot) -> Bool { latest[slot] != nil }

    /// Puts a row last.
    mutating func enter(_ slot: Slot) {
        last += 1
        latest[slot] = last
        entries.append((last, slot))
    }

    /// The row that comes first, which is none of the crowd any more.
    mutating func popFirst() -> Slot? {
        while head < entries.count {
            let (number, slot) = entries[head]
            head += 1
            guard latest[slot] == number else { continue }
            latest[slot] = nil
            return slot
        }
        return nil
    }

    /// Forgets what is gone once that may be more than half: what is made and released without end
    /// leaves nothing (LIFE-6).
    mutating func sweep(living count: Int, isLive: (Slot) -> Bool) {
        guard entries.count > 4 * count + 64 else { return }
        latest = latest.filter { isLive($0.key) }
        entries = entries[head...].filter { latest[$0.slot] == $0.number }
        head = 0
    }
}
