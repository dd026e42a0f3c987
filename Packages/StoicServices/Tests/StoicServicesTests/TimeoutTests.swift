import Testing

@testable import StoicServices

private let only = ServiceKey<Int>("only")
private let base = ServiceKey<Int>("base")

private func machine() throws -> RunMachine {
    let plan = try ServicePlan([
        Provide(base, start: { _ in 1 }), Provide(only, needs: [base.any], start: { _ in 1 }),
    ])
    return RunMachine(
        plan: plan, exitBudget: .seconds(30), stopTimeout: .seconds(10), grace: .seconds(1))
}

private func outcomes(_ machine: RunMachine) -> [String] {
    machine.report.entries.map { "\($0.key) \($0.outcome)" }
}

struct TimeoutTests {
    @Test("SVC-17: a run cancelled before it begins starts nothing and ends")
    func cancelledBeforeBegin() throws {
        var machine = try machine()
        _ = machine.handle(.cancelled(.caller))
        let actions = machine.handle(.begin)
        #expect(actions.count == 1)
        guard case .finish? = actions.first else {
            Issue.record("The run did not end.")
            return
        }
    }

    @Test("SVC-4: A start that ignores its timeout is abandoned, and stopped when it comes late")
    func abandonedStart() throws {
        var machine = try machine()
        _ = machine.handle(.begin)
        _ = machine.handle(.started(0))
        _ = machine.handle(.fired(.start(1)))
        #expect(machine.failure?.error is StartTimedOut)
        _ = machine.handle(.fired(.startGrace(1)))
        _ = machine.handle(.stopped(0, nil))
        #expect(machine.phase == .done)
        #expect(outcomes(machine) == ["base stopped", "only startAbandoned"])
        guard case .stop(1, _)? = machine.handle(.started(1)).first else {
            Issue.record("The late value was not stopped.")
            return
        }
    }

    @Test("SVC-5: A hung stop is abandoned after its grace and the next one still runs")
    func hungStop() throws {
        var machine = try machine()
        _ = machine.handle(.begin)
        _ = machine.handle(.started(0))
        _ = machine.handle(.started(1))
        _ = machine.handle(.bodyEnded(.completed))
        _ = machine.handle(.fired(.stop(1)))
        _ = machine.handle(.fired(.stopGrace(1)))
        _ = machine.handle(.stopped(0, nil))
        #expect(machine.phase == .done)
        #expect(outcomes(machine) == ["base stopped", "only stopAbandoned"])
    }

    @Test("SVC-5: Stops that the budget does not reach are named as skipped")
    func budget() throws {
        var machine = try machine()
        _ = machine.handle(.begin)
        _ = machine.handle(.started(0))
        _ = machine.handle(.started(1))
        _ = machine.handle(.bodyEnded(.completed))
        _ = machine.handle(.fired(.budget))
        #expect(outcomes(machine) == ["base skipped", "only stopAbandoned"])
    }
}
