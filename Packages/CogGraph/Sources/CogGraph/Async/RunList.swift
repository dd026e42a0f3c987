/// Runs in the order in which they came. A run is in one list at most, and its links are in it.
@MainActor
struct RunList {
    private(set) var first: AsyncRun?
    private var last: AsyncRun?

    var isEmpty: Bool { first == nil }

    mutating func append(_ run: AsyncRun) {
        run.previous = last
        last?.next = run
        last = run
        if first == nil { first = run }
    }

    mutating func remove(_ run: AsyncRun) {
        let (previous, next) = (run.previous, run.next)
        (run.previous, run.next) = (nil, nil)
        if let previous { previous.next = next } else { first = next }
        if let next { next.previous = previous } else { last = previous }
    }

    mutating func popFirst() -> AsyncRun? {
        guard let run = first else { return nil }
        remove(run)
        return run
    }

    /// Takes all of them.
    mutating func takeAll() -> RunList {
        defer { self = RunList() }
        return self
    }

    func visit(_ body: (AsyncRun) -> Void) {
        var run = first
        while let current = run {
            run = current.next
            body(current)
        }
    }
}
