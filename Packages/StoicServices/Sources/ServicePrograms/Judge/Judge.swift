import StoicServices

/// Holds one run to the eight promises, from what really happens: what the machine is told and what it asks
/// for. It shares nothing with the machine, and says the first promise that is broken.
struct Judge {
    let program: Program
    let limits: RunLimits
    let dependents: [[Int]]
    var truths: [Truth]
    var now = Duration.zero

    var hasBegun = false
    /// What ended the run first, unless its body just ended.
    var ending: CancellationCause?
    /// The start or work that did.
    var failed: (index: Int, fault: Fault)?
    var bodyBegan = false
    var bodyEnded = false
    var isBodyCancelled = false
    /// What the stops are to be told.
    var cause: Cause?
    var finished: Duration?
    var justFinished = false

    var isHurried = false
    var enclosingEnd: Duration?
    /// When everything has to be over, once stops or rollback have begun.
    var deadline: Duration?
    /// How much time that was when it began.
    var budget = Duration.zero
    /// Whether something shortened the run after that.
    var isShortened = false
    /// Started services in the order in which their starts ended.
    var completed: [Int] = []

    /// What the observer has to be told of the current event, and what it was told.
    var expected: [Told] = []
    var told: [Told] = []
    /// What the current event lets begin.
    var starts: [Int] = []
    var stops: [Int] = []
    private(set) var violation: String?
    private(set) var digest = 0

    init(_ program: Program) {
        self.program = program
        limits = program.vocabulary.limits
        truths = program.needs.map { _ in Truth() }
        var dependents = program.needs.map { _ in [Int]() }
        for (index, needs) in program.needs.enumerated() {
            for need in needs { dependents[need].append(index) }
        }
        self.dependents = dependents
    }

    /// Whether nothing has ended the run yet.
    var isWanted: Bool { ending == nil && !bodyEnded && finished == nil }
    var isStopping: Bool { deadline != nil && !truths.contains { $0.start.isAwaited } }

    mutating func hold(_ condition: Bool, _ promise: Int, _ message: @autoclosure () -> String) {
        guard violation == nil, !condition else { return }
        violation = "promise \(promise), at \(now): \(message())"
    }

    mutating func note(told event: Told, at time: Duration) {
        hold(time == now, 8, "\(event) is told with the time \(time)")
        told.append(event)
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(event)
        hasher.combine(time)
        digest = hasher.finalize()
    }

    mutating func end(_ cause: CancellationCause) {
        guard isWanted else { return }
        ending = cause
        if !bodyBegan, hasBegun { beginBudget() }
    }

    /// Time counts from what ended the body or the start-up.
    mutating func beginBudget() {
        budget = isHurried ? min(limits.exitBudget, limits.grace) : limits.exitBudget
        if let enclosingEnd { budget = min(budget, max(enclosingEnd - now, .zero)) }
        deadline = now + budget
        cause = ending.map { .cancelled($0) } ?? .completed
    }

    mutating func shorten(to time: Duration) {
        guard let deadline else { return }
        self.deadline = min(time, deadline)
        isShortened = true
        for index in truths.indices { truths[index].isFree = false }
    }
}
