import StoicServices

/// What is going to happen, by its time; at one instant in the order in which it was arranged.
struct Agenda {
    enum Item: Hashable {
        case begin
        case ends(Code, Ending.Result)
        case fires(RunMachine.Timer)
        /// A timer that was disarmed too late.
        case firesStale(RunMachine.Timer)
    }

    struct Entry {
        let time: Duration
        let item: Item
    }

    private(set) var entries: [Entry] = []

    /// How many come at the earliest instant there is.
    var countOfNext: Int {
        guard let first = entries.first else { return 0 }
        return entries.prefix { $0.time == first.time }.count
    }

    var nextTime: Duration? { entries.first?.time }

    mutating func add(_ item: Item, at time: Duration) {
        let place = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, item: item), at: place)
    }

    mutating func take(_ index: Int) -> Entry { entries.remove(at: index) }

    func timeOfEnd(of code: Code) -> Duration? {
        entries.first { if case .ends(code, _) = $0.item { true } else { false } }?.time
    }

    mutating func removeEnd(of code: Code) {
        entries.removeAll { if case .ends(code, _) = $0.item { true } else { false } }
    }

    func time(of timer: RunMachine.Timer) -> Duration? {
        entries.first { $0.item == .fires(timer) }?.time
    }

    mutating func remove(_ timer: RunMachine.Timer) { entries.removeAll { $0.item == .fires(timer) } }

    /// How many timers are armed.
    var armed: Int { entries.count { if case .fires = $0.item { true } else { false } } }
}
