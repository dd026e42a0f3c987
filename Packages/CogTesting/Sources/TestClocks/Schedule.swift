/// What a test clock knows: its time, who sleeps, and which registrations nobody has seen yet.
///
/// Every mutating function returns the continuations to resume, so that none is resumed
/// under the lock.
struct Schedule {
    /// Resumed with whether it is to wake the one that is due after it.
    typealias Continuation = CheckedContinuation<Bool, any Error>

    struct Ticket: Hashable {
        let number: UInt64
    }

    struct Sleeper {
        let deadline: TestClock.Instant
        let continuation: Continuation
    }

    struct Sleepers {
        fileprivate var byTicket: [Ticket: Sleeper] = [:]
        var count: Int { byTicket.count }
    }

    private(set) var now = TestClock.Instant()
    private(set) var sleepers = Sleepers()
    private var waiters: [(ticket: Ticket, continuation: Continuation)] = []
    private var unseenRegistrations = 0
    /// Those whose time has come and who wait for the one before them to be on its way.
    private var due: ArraySlice<Continuation> = []
    private var isWaking = false
    private var nextNumber: UInt64 = 0
    private var isFinished = false

    /// Draws the number that orders sleepers with one deadline.
    mutating func ticket() -> Ticket {
        defer { nextNumber += 1 }
        return Ticket(number: nextNumber)
    }

    enum Entry {
        case suspended(acknowledging: Continuation?)
        case due
        case refused
    }

    mutating func sleep(
        _ ticket: Ticket, until deadline: TestClock.Instant, _ continuation: Continuation
    ) -> Entry {
        if isFinished { return .refused }
        if deadline <= now { return .due }
        sleepers.byTicket[ticket] = Sleeper(deadline: deadline, continuation: continuation)
        if waiters.isEmpty {
            unseenRegistrations += 1
            return .suspended(acknowledging: nil)
        }
        return .suspended(acknowledging: waiters.removeFirst().continuation)
    }

    mutating func wait(_ ticket: Ticket, _ continuation: Continuation) -> Entry {
        if unseenRegistrations > 0 {
            unseenRegistrations -= 1
            return .due
        }
        if isFinished { return .refused }
        waiters.append((ticket, continuation))
        return .suspended(acknowledging: nil)
    }

    mutating func cancel(_ ticket: Ticket) -> Continuation? {
        if let sleeper = sleepers.byTicket.removeValue(forKey: ticket) {
            return sleeper.continuation
        }
        guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiters.remove(at: index).continuation
    }

    /// The one to wake now, unless another is on its way and will ask for it.
    mutating func move(to instant: TestClock.Instant) -> Continuation? {
        now = instant
        let ended = sleepers.byTicket.filter { $0.value.deadline <= instant }.sorted {
            ($0.value.deadline, $0.key.number) < ($1.value.deadline, $1.key.number)
        }
        for (ticket, sleeper) in ended {
            sleepers.byTicket[ticket] = nil
            due.append(sleeper.continuation)
        }
        return isWaking ? nil : next()
    }

    mutating func next() -> Continuation? {
        let next = due.popFirst()
        isWaking = next != nil
        return next
    }

    mutating func finish() -> [Continuation] {
        isFinished = true
        let sleeping = sleepers.byTicket.sorted { $0.key.number < $1.key.number }
        let waiting = waiters.map(\.continuation)
        sleepers.byTicket = [:]
        waiters = []
        return sleeping.map(\.value.continuation) + waiting
    }
}
