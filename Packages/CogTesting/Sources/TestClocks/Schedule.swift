/// What a test clock knows: its time, who sleeps, and which registrations nobody has seen yet.
///
/// Every mutating function returns the continuations to resume, so that none is resumed
/// under the lock.
struct Schedule {
    typealias Continuation = CheckedContinuation<Void, any Error>

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

    mutating func move(to instant: TestClock.Instant) -> [Continuation] {
        now = instant
        let due = sleepers.byTicket.filter { $0.value.deadline <= instant }.sorted {
            ($0.value.deadline, $0.key.number) < ($1.value.deadline, $1.key.number)
        }
        for (ticket, _) in due { sleepers.byTicket[ticket] = nil }
        return due.map(\.value.continuation)
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
