/// What async states promise, written down plainly: lists of runs, a list of turns that wait.
struct AsyncModel {
    let program: AsyncProgram
    var states: [ModelState]
    /// By their number, which counts selections from 1: the first place is nobody's.
    var runs = [ModelRun(key: 0, isStream: false, isOver: true)]
    var selections: Int { runs.count - 1 }
    /// The runs whose work began, in order.
    var begun: [Int] = []
    /// Started, and their tasks had no turn yet.
    var launched: [Int] = []
    var refreshes: [RefreshPicture?] = []
    /// Turns that were asked for, in order.
    var requests: [Request] = []
    var now = 0
    // What the step under way shows.
    var turns: [TurnPicture] = []
    var delivered: [Delivery] = []
    var told: Set<ToldField> = []
    var answers: [Int] = []
    var verdict: Bool?

    enum Request {
        case pending(key: Int, life: Int)
        case refresh(key: Int, handle: Int)
        case discard(key: Int)
    }

    init(_ program: AsyncProgram) {
        self.program = program
        states = (0..<program.keys).map { _ in ModelState() }
        if program.demand == .watched { assemble() }
    }

    /// The reactions' first runs, each with what it causes before the next.
    private mutating func assemble() {
        for key in states.indices {
            settle(key)
            delivered.append(.status(key: key, states[key].status))
            drain()
            states[key].hasValueRow = true
            delivered.append(.value(key: key, states[key].status.value))
        }
    }

    /// What the step that was performed showed.
    mutating func outcome() -> AsyncOutcome {
        for key in states.indices where states[key].isKnown { look(key) }
        defer {
            turns = []
            delivered = []
            told = []
            answers = []
            verdict = nil
        }
        return AsyncOutcome(
            turns: turns, delivered: delivered, told: told.sorted(), answers: answers, verdict: verdict,
            selections: selections, begun: begun, cancelled: begun.filter { runs[$0].isCancelled },
            refreshes: refreshes,
            rows: states.reduce(0) { $0 + ($1.exists ? 1 : 0) + ($1.hasValueRow ? 1 : 0) },
            statuses: states.map { $0.isKnown ? $0.status : nil })
    }

    /// What is left to say once the context is gone.
    func remainder() -> AsyncOutcome {
        AsyncOutcome(
            selections: selections, begun: begun, cancelled: begun.filter { runs[$0].isCancelled },
            refreshes: refreshes)
    }

    /// Comparing the status is a demand as well.
    private mutating func look(_ key: Int) {
        states[key].statusDeadline = now + Self.grace
    }

    static let grace = 30
}

/// The state of one key.
struct ModelState {
    /// Whether it may have to be chosen again.
    enum Doubt { case none, maybe, certain }

    var exists = false
    var hasValueRow = false
    /// Whether some UI read keeps it.
    var isViewed = false
    /// Counts its lives.
    var life = 0
    var valueDeadline = 0
    var statusDeadline = 0
    var status = StatusPicture()
    /// Counts what was published.
    var publications = 0
    var doubt = Doubt.none
    /// Chosen and not started.
    var waiting: [Int] = []
    /// Started, and their results count.
    var active: [Int] = []

    var isKnown: Bool { exists && doubt == .none }
}

/// One chosen run.
struct ModelRun {
    let key: Int
    let isStream: Bool
    /// The refresh that forced it.
    var refresh: Int?
    var hasGiven = false
    /// Whether its task was cancelled while its work waited to be ended.
    var isCancelled = false
    /// Whether its work is over, or never will be.
    var isOver = false
}
