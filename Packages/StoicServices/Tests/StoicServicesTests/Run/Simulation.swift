@testable import StoicServices

/// How one start, stop or body behaves.
struct Play {
    /// When it ends by itself; `nil` is never.
    var lasts: Duration?
    var throwsError: Bool
    /// How long after a cancellation it ends; `nil` ignores cancellation.
    var obeysAfter: Duration?

    init(_ dice: inout Dice) {
        lasts = dice.chance(85) ? .seconds(Int.random(in: 0...12, using: &dice)) : nil
        throwsError = dice.chance(12)
        obeysAfter = dice.chance(60) ? .seconds(Int.random(in: 0...2, using: &dice)) : nil
    }
}

/// A generated graph, how its code behaves, and what happens to the run from outside.
struct Scenario {
    var needs: [[Int]]
    var starts: [Play]
    var stops: [Play]
    /// The long-running work of those services that have any.
    var works: [Play?]
    var restarts: [RestartPolicy]
    var body: Play
    var startTimeouts: [Duration]
    var limits: RunLimits
    var cancelAt: Duration?
    var hurryAt: Duration?
    var enclosed: (at: Duration, rest: Duration)?

    init(seed: Int) {
        var dice = Dice(seed: seed)
        let count = Int.random(in: 0...8, using: &dice)
        let rank = Array(0..<count).shuffled(using: &dice)
        needs = (0..<count).map { index in
            (0..<count).filter { rank[$0] < rank[index] && dice.chance(35) }
        }
        starts = (0..<count).map { _ in Play(&dice) }
        stops = (0..<count).map { _ in Play(&dice) }
        works = (0..<count).map { _ in
            var play = Play(&dice)
            play.throwsError = dice.chance(60)
            return dice.chance(40) ? play : nil
        }
        restarts = (0..<count).map { _ in
            let backoff: Backoff = dice.chance(50) ? .none : .constant(.seconds(1))
            return dice.chance(50)
                ? .never : .onFailure(atMost: 2, in: .seconds(20), backoff: backoff)
        }
        body = Play(&dice)
        // Bodies are waited for, so they have to end.
        if body.lasts == nil { body.lasts = .seconds(100) }
        startTimeouts = (0..<count).map { _ in .seconds(Int.random(in: 3...15, using: &dice)) }
        limits = RunLimits(
            exitBudget: .seconds(Int.random(in: 0...25, using: &dice)),
            stopTimeout: .seconds(Int.random(in: 1...8, using: &dice)),
            grace: .seconds(Int.random(in: 0...2, using: &dice)),
            stopOrder: dice.chance(50) ? .sequential : .concurrent)
        cancelAt = dice.chance(40) ? .seconds(Int.random(in: 0...30, using: &dice)) : nil
        if dice.chance(25) {
            enclosed = (
                .seconds(Int.random(in: 0...30, using: &dice)),
                .seconds(Int.random(in: 0...10, using: &dice))
            )
        }
        hurryAt = cancelAt.flatMap { cancel in
            dice.chance(60) ? cancel + .seconds(Int.random(in: 0...10, using: &dice)) : nil
        }
    }

    func key(_ index: Int) -> ServiceKey<Int> { ServiceKey("s\(index)") }

    func services() -> [Provide] {
        needs.indices.map { index in
            let needs = needs[index].map { key($0).any }
            let timeout = startTimeouts[index]
            guard works[index] != nil else {
                return Provide(
                    key(index), needs: needs, startTimeout: timeout, start: { _ in index })
            }
            return Provide(
                key(index), needs: needs, startTimeout: timeout, restart: restarts[index],
                start: { _ in index }, run: { _ in })
        }
    }
}

/// Runs a scenario against the machine with an event queue instead of tasks and clocks.
struct Simulation {
    /// One thing that really happened, as opposed to what the machine believes.
    enum Fact {
        case startBegan(Int)
        case startEnded(Int, error: (any Error)?)
        case stopBegan(Int, Exit)
        case stopEnded(Int, error: (any Error)?)
        case stopCancelled(Int)
        case bodyEnded
        case workBegan(Int)
        case workEnded(Int, error: (any Error)?)
        case told(ServiceEvent)
        case finished(ServiceReport)
    }

    private enum Job: Hashable {
        case start(Int)
        case stop(Int)
        case work(Int)
        case body
        case timer(RunMachine.Timer)
    }

    private struct Pending {
        let time: Duration
        let number: Int
        let job: Job?
        let event: RunMachine.Event
    }

    private let scenario: Scenario
    private(set) var machine: RunMachine
    private(set) var facts: [(time: Duration, fact: Fact)] = []
    /// The starts that one event asked for.
    private(set) var startBatches: [[Int]] = []
    private var queue: [Pending] = []
    private var nextNumber = 0
    private var now = Duration.zero
    private var working: Set<Int> = []
    /// Stops that wait for the work of their service, and whether they are cancelled already.
    private var waitingStops: [Int: Bool] = [:]

    init(_ scenario: Scenario) throws {
        self.scenario = scenario
        machine = RunMachine(plan: try ServicePlan(scenario.services()), limits: scenario.limits)
        add(nil, at: .zero, .begin)
        if let cancelAt = scenario.cancelAt { add(nil, at: cancelAt, .cancelled(.signal(15))) }
        if let hurryAt = scenario.hurryAt { add(nil, at: hurryAt, .hurried) }
        if let (time, rest) = scenario.enclosed { add(nil, at: time, .enclosed(rest)) }
    }

    /// Runs until nothing is pending, also past the end of the run.
    mutating func run() {
        while let next = queue.indices.min(by: {
            (queue[$0].time, queue[$0].number) < (queue[$1].time, queue[$1].number)
        }) {
            let pending = queue.remove(at: next)
            now = pending.time
            record(pending.event)
            let actions = machine.handle(pending.event, at: now)
            startBatches.append(
                actions.compactMap { if case .start(let index) = $0 { index } else { nil } })
            for action in actions { perform(action) }
            if case .workEnded(let index, _) = pending.event { endWaiting(index) }
        }
    }

    private mutating func endWaiting(_ index: Int) {
        guard !working.contains(index), let isCancelled = waitingStops.removeValue(forKey: index)
        else { return }
        beginStop(index)
        if isCancelled { cancelStop(index) }
    }

    private mutating func record(_ event: RunMachine.Event) {
        switch event {
        case .started(let index): note(.startEnded(index, error: nil))
        case .startThrew(let index, let error): note(.startEnded(index, error: error))
        case .stopped(let index, let error): note(.stopEnded(index, error: error))
        case .bodyEnded: note(.bodyEnded)
        case .workEnded(let index, let error):
            working.remove(index)
            note(.workEnded(index, error: error))
        case .begin, .cancelled, .hurried, .enclosed, .fired: break
        }
    }

    private mutating func perform(_ action: RunMachine.Action) {
        switch action {
        case .start(let index):
            note(.startBegan(index))
            let play = scenario.starts[index]
            let error: (any Error)? = play.throwsError ? Broken("start \(index)") : nil
            begin(
                .start(index), play,
                error.map { .startThrew(index, $0) } ?? .started(index))
        case .cancelStart(let index):
            cancel(
                .start(index), scenario.starts[index], .startThrew(index, CancellationError()))
        case .stop(let index, let exit, _):
            note(.stopBegan(index, exit))
            if working.contains(index) {
                waitingStops[index] = false
                cancelWork(index)
            } else {
                beginStop(index)
            }
        case .cancelStop(let index):
            note(.stopCancelled(index))
            if waitingStops[index] != nil { waitingStops[index] = true } else { cancelStop(index) }
        case .work(let index):
            note(.workBegan(index))
            working.insert(index)
            guard let play = scenario.works[index] else { break }
            begin(
                .work(index), play,
                .workEnded(index, play.throwsError ? Broken("work \(index)") : nil))
        case .cancelWork(let index): cancelWork(index)
        case .arm(let timer, let deadline):
            queue.removeAll { $0.job == .timer(timer) }
            add(.timer(timer), at: max(now, deadline), .fired(timer))
        case .disarm(let timer): queue.removeAll { $0.job == .timer(timer) }
        case .runBody:
            begin(
                .body, scenario.body,
                .bodyEnded(scenario.body.throwsError ? Broken("body") : nil))
        case .cancelBody: cancel(.body, scenario.body, .bodyEnded(CancellationError()))
        case .tell(let event): note(.told(event))
        case .finish: note(.finished(machine.report(label: "simulation", warnings: [])))
        case .abandon: break
        }
    }

    private mutating func beginStop(_ index: Int) {
        let play = scenario.stops[index]
        begin(
            .stop(index), play,
            .stopped(index, play.throwsError ? Broken("stop \(index)") : nil))
    }

    private mutating func cancelStop(_ index: Int) {
        cancel(.stop(index), scenario.stops[index], .stopped(index, CancellationError()))
    }

    private mutating func cancelWork(_ index: Int) {
        guard let play = scenario.works[index] else { return }
        cancel(.work(index), play, .workEnded(index, CancellationError()))
    }

    private mutating func begin(_ job: Job, _ play: Play, _ event: RunMachine.Event) {
        if let lasts = play.lasts { add(job, at: now + lasts, event) }
    }

    private mutating func cancel(_ job: Job, _ play: Play, _ event: RunMachine.Event) {
        guard let obeysAfter = play.obeysAfter else { return }
        if queue.contains(where: { $0.job == job && $0.time <= now + obeysAfter }) { return }
        queue.removeAll { $0.job == job }
        add(job, at: now + obeysAfter, event)
    }

    private mutating func add(_ job: Job?, at time: Duration, _ event: RunMachine.Event) {
        queue.append(Pending(time: time, number: nextNumber, job: job, event: event))
        nextNumber += 1
    }

    private mutating func note(_ fact: Fact) { facts.append((now, fact)) }
}
