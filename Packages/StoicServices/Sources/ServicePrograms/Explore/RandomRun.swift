import StoicServices

/// Runs that go one way each, by chance.
package enum RandomRun {
    /// How many services a graph has at most.
    package static let mostServices = 200

    /// One run of a graph of up to 200 services whose code starts late, hangs and throws, with long-running
    /// work, tight budgets and things from outside.
    package static func run(seed: UInt64) -> Exploration.Result {
        var dice = SplitMix(seed: seed)
        return run(program(&dice), &dice)
    }

    /// One run of `program`.
    package static func run(_ program: Program, _ dice: inout SplitMix) -> Exploration.Result {
        var result = Exploration.Result()
        guard var world = try? World(program) else { return result }
        world.coast()
        while world.violation == nil, world.ways > 0 { world.take(world.way(&dice)) }
        result.runs = 1
        result.bodies = world.hasBody ? 1 : 0
        result.events = world.events
        result.services = program.needs.count
        if let violation = world.violation {
            result.failed = Failure(program: program, path: world.path, violation: violation)
        }
        return result
    }

    private static func program(_ dice: inout SplitMix) -> Program {
        let count = 1 + dice.number(below: dice.isTrue(in: 70) ? 20 : mostServices)
        let rank = Array(0..<count).shuffled(using: &dice)
        // About as many needs each, however many services there are.
        let density = min(1 + dice.number(below: 400) / count, 60)
        let needs = (0..<count).map { index in
            (0..<count).filter { rank[$0] < rank[index] && dice.isTrue(in: density) }
        }
        let works = needs.map { _ in
            dice.isTrue(in: 30)
                ? Supervision(
                    dice.one(of: Supervision.Occasion.allCases), atMost: dice.number(below: 4),
                    after: .seconds(dice.number(below: 3))) : nil
        }
        return Program(needs, vocabulary(of: count, &dice), works: works)
    }

    /// The more services, the rarer a fault of each, so that runs come to their body and to all their stops.
    private static func vocabulary(of count: Int, _ dice: inout SplitMix) -> Vocabulary {
        let grace = Duration.seconds(dice.number(below: 3))
        let limits = RunLimits(
            exitBudget: .seconds(dice.number(below: 26)), stopTimeout: .seconds(1 + dice.number(below: 8)),
            grace: grace, stopOrder: dice.isTrue(in: 50) ? .sequential : .concurrent)
        let late: [Ending?] = [.value(after: .seconds(dice.number(below: 20)))]
        let starts = mixed([nil, .error(), .error(after: .seconds(2))] + late, count, &dice)
        let stops = mixed([nil, nil, .error(), .error(after: .seconds(2))] + late, count, &dice)
        let answers: [Ending?] = [
            nil, .cancellation, .value(after: grace), .value(after: .seconds(4)), .error(),
        ]
        var vocabulary = Vocabulary(
            limits: limits, starts: Repertoire(starts, onCancel: answers),
            stops: Repertoire(stops, onCancel: answers), body: .ofBody)
        vocabulary.startTimeout = .seconds(3 + dice.number(below: 12))
        let works: [Ending?] =
            dice.isTrue(in: 50) ? [.value(after: .seconds(3)), .error(after: .seconds(2))] : []
        vocabulary.works = Repertoire(
            works + (0...count).map { _ in nil },
            onCancel: [nil, .cancellation, .cancellation, .error(after: .seconds(1)), .value()])
        vocabulary.overtakings = dice.isTrue(in: 50) ? .max : 0
        if dice.isTrue(in: 60) { vocabulary.outside.append(.cancel) }
        if dice.isTrue(in: 30) { vocabulary.outside.append(.hurry) }
        if dice.isTrue(in: 25) { vocabulary.outside.append(.enclose(.seconds(dice.number(below: 10)))) }
        return vocabulary
    }

    /// None of `faults`, or about one in a graph, or more.
    private static func mixed(_ faults: [Ending?], _ count: Int, _ dice: inout SplitMix) -> [Ending?] {
        let share = dice.one(of: [0, 1, 1, 4])
        let well = (0..<max(8, share == 0 ? 0 : faults.count * count / share)).map { _ in
            Ending?.some(.value(after: .milliseconds(500 * dice.number(below: 4))))
        }
        return share == 0 ? well : well + faults
    }
}

extension World {
    /// Any answer of code, the first and plain one rather often, so that runs come to their body; things from
    /// outside only now and then, for there are many moments for them.
    fileprivate func way(_ dice: inout SplitMix) -> Int {
        guard questions.isEmpty else { return dice.isTrue(in: 60) ? 0 : dice.number(below: ways) }
        let rarity = 2 + 4 * program.needs.count
        return dice.number(below: rarity) == 0 ? dice.number(below: ways) : dice.number(below: eventWays)
    }
}
