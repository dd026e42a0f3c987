import Testing

@testable import StoicServices

/// One service; what comes after its start began comes in the order given.
private struct Race {
    private var machine: RunMachine
    private(set) var stops = 0

    init() throws {
        let plan = try ServicePlan([Provide(ServiceKey<Int>("only"), start: { _ in 1 })])
        machine = RunMachine(
            plan: plan,
            limits: RunLimits(exitBudget: .seconds(11), stopTimeout: .seconds(10), grace: .seconds(1)))
        send(.begin, at: 0)
    }

    mutating func send(_ event: RunMachine.Event, at seconds: Int) {
        for action in machine.handle(event, at: .seconds(seconds)) {
            if case .stop = action { stops += 1 }
        }
        machine.checkInvariants()
    }

    var isOver: Bool { machine.phase == .done }

    var entry: String {
        let entry = machine.report(label: "race", warnings: []).entries[0]
        return "\(entry.outcome)" + (entry.late.map { ", late: \($0)" } ?? "")
    }
}

/// What happens at one instant, in both orders: nothing is stopped twice, and no value is lost.
struct RaceTests {
    @Test("SVC-4: A start that completes when its time is up counts as what came first")
    func startAndTimeout() throws {
        var race = try Race()
        race.send(.started(0), at: 30)
        race.send(.fired(.start(0)), at: 30)
        race.send(.bodyEnded(nil), at: 31)
        race.send(.stopped(0, nil), at: 31)
        #expect(race.entry == "stopped")
        #expect(race.stops == 1 && race.isOver)

        race = try Race()
        race.send(.fired(.start(0)), at: 30)
        race.send(.started(0), at: 30)
        race.send(.stopped(0, nil), at: 30)
        #expect(race.entry == "start failed: timed out after 30.0 seconds, late: stopped")
        #expect(race.stops == 1 && race.isOver)
    }

    @Test("SVC-4: A start that completes when its grace is over is stopped once, in its turn or late")
    func startAndGrace() throws {
        var race = try Race()
        race.send(.fired(.start(0)), at: 30)
        race.send(.started(0), at: 31)
        race.send(.fired(.startGrace(0)), at: 31)
        race.send(.stopped(0, nil), at: 31)
        #expect(race.entry == "start failed: timed out after 30.0 seconds, late: stopped")
        #expect(race.stops == 1 && race.isOver)

        race = try Race()
        race.send(.fired(.start(0)), at: 30)
        race.send(.fired(.startGrace(0)), at: 31)
        #expect(race.isOver)
        race.send(.started(0), at: 31)
        race.send(.stopped(0, nil), at: 31)
        #expect(race.entry == "start abandoned, late: stopped")
        #expect(race.stops == 1)
    }

    @Test("SVC-5: A stop that ends when its time is up is too late only if that came first")
    func stopAndTimeout() throws {
        for isInTime in [true, false] {
            var race = try Race()
            race.send(.started(0), at: 0)
            race.send(.bodyEnded(nil), at: 0)
            let events: [RunMachine.Event] = [.stopped(0, nil), .fired(.stop(0))]
            for event in isInTime ? events : events.reversed() { race.send(event, at: 10) }
            #expect(race.entry == (isInTime ? "stopped" : "stop failed: timed out after 10.0 seconds"))
            #expect(race.stops == 1 && race.isOver)
        }
    }

    @Test("SVC-5: A stop that ends with the budget and its grace is told as what came first")
    func stopAndBudget() throws {
        let events: [RunMachine.Event] = [.stopped(0, nil), .fired(.stopGrace(0)), .fired(.budget)]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var race = try Race()
            race.send(.started(0), at: 0)
            race.send(.bodyEnded(nil), at: 0)
            race.send(.fired(.stop(0)), at: 10)
            for place in order { race.send(events[place], at: 11) }
            let isInTime = order[0] == 0
            #expect(
                race.entry
                    == (isInTime
                        ? "stop failed: timed out after 10.0 seconds" : "stop abandoned, late: stopped"))
            #expect(race.stops == 1 && race.isOver)
        }
    }
}
