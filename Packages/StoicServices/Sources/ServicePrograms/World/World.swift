import StoicServices

/// A run of the machine in which virtual time passes and code does what is chosen for it.
///
/// Where there is more than one way to go on, the world stands still until one is taken; it is a value, so
/// that each way can be taken from a copy. It tells the judge all that happens.
package struct World {
    /// What code has to decide.
    enum Question: Hashable {
        case begins(Code)
        case cancelled(Code)
    }

    package let program: Program
    var machine: RunMachine
    var judge: Judge
    var agenda = Agenda()
    var questions: [Question] = []
    var now = Duration.zero
    /// The ways taken so far where there was more than one.
    package private(set) var path: [Int] = []
    package private(set) var events = 0
    /// What happened, in words, when someone wants to read it.
    var journal: [String]?
    private var outside: [Vocabulary.Outside]
    private var isCancelled = false
    private var overtakings: Int
    /// Stops that wait for the work of their service, and whether they are cancelled already.
    var waitingStops: [Int: Bool] = [:]
    var isWorking: Set<Int> = []

    /// - Throws: what is wrong with the program's graph.
    package init(_ program: Program) throws(ServiceGraphError) {
        self.program = program
        let services = program.services
        let plan = try ServicePlan(services)
        machine = RunMachine(plan: plan, limits: program.vocabulary.limits)
        judge = Judge(program)
        outside = program.vocabulary.outside
        overtakings = program.vocabulary.overtakings
        agenda.add(.begin, at: .zero)
    }

    /// The first promise that was broken.
    package var violation: String? { judge.violation }

    /// Whether the run came to its body.
    var hasBody: Bool { judge.bodyBegan }

    /// What the run told, as one number: equal for equal runs.
    package var digest: Int { judge.digest }

    /// How many ways there are to go on; none when it is over.
    package var ways: Int {
        if let question = questions.first { return answers(to: question).count }
        guard let next = agenda.nextTime else { return 0 }
        guard judge.finished == nil else { return eventWays }
        return eventWays + comingOutside.count * (isBetweenInstants(next) ? 2 : 1)
    }

    /// How many of them are the next event, once all code has decided.
    var eventWays: Int { overtakings > 0 ? agenda.countOfNext : 1 }

    /// Goes on in one of the ways, and as long as there is only one.
    package mutating func take(_ way: Int) {
        path.append(way)
        step(way)
        coast()
    }

    /// Goes on as long as there is only one way, to the first choice or to the end.
    package mutating func coast() {
        while violation == nil, ways == 1 { step(0) }
        if violation == nil, ways == 0 { judge.judgeEnd(machine.report(label: "world", warnings: [])) }
    }

    /// In races things from outside come just before the next instant too.
    private func isBetweenInstants(_ next: Duration) -> Bool { program.vocabulary.isRacing && next > now }

    private var comingOutside: [Int] {
        outside.indices.filter { outside[$0] != .hurry || isCancelled }
    }

    private mutating func step(_ way: Int) {
        if let question = questions.first {
            let answer = answers(to: question)[way]
            questions.removeFirst()
            return settle(question, answer)
        }
        let events = eventWays
        if way < events {
            if way > 0 { overtakings -= 1 }
            let entry = agenda.take(way)
            now = entry.time
            return happen(entry.item)
        }
        let coming = comingOutside
        if way - events >= coming.count, let next = agenda.nextTime { now = next }
        happen(outside.remove(at: coming[(way - events) % coming.count]))
    }

    private mutating func happen(_ outside: Vocabulary.Outside) {
        switch outside {
        case .cancel:
            isCancelled = true
            send(.cancelled(.signal(15)))
        case .hurry: send(.hurried)
        case .enclose(let rest): send(.enclosed(rest))
        }
    }

    private mutating func happen(_ item: Agenda.Item) {
        switch item {
        case .begin: send(.begin)
        case .fires(let timer), .firesStale(let timer): send(.fired(timer))
        case .ends(let code, let result):
            let error: (any Error)? =
                switch result {
                case .value: nil
                case .error: Thrown(code: code)
                case .cancellation: CancellationError()
                }
            switch code {
            case .start(let index): send(error.map { .startThrew(index, $0) } ?? .started(index))
            case .stop(let index): send(.stopped(index, error))
            case .body: send(.bodyEnded(error))
            case .work(let index):
                isWorking.remove(index)
                send(.workEnded(index, error))
                endWaiting(index)
            }
        }
    }

    private mutating func send(_ event: RunMachine.Event) {
        events += 1
        journal?.append("\(now): \(event)")
        judge.willHandle(event, at: now)
        let actions = machine.handle(event, at: now)
        machine.checkInvariants()
        for action in actions {
            journal?.append("    \(action)")
            perform(action)
            judge.note(action)
        }
        judge.didHandle(agenda: agenda)
        if judge.justFinished {
            judge.judgeFinish(machine.report(label: "world", warnings: []), machine)
        }
    }
}
