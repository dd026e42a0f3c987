import Testing

@testable import StoicServices

private let only = ServiceKey<Int>("only")
private let base = ServiceKey<Int>("base")

private func machine(
    needs: [AnyServiceKey] = [base.any], exitBudget: Duration = .seconds(30)
) throws -> RunMachine {
    let plan = try ServicePlan([
        Provide(base, start: { _ in 1 }), Provide(only, needs: needs, start: { _ in 1 }),
    ])
    return RunMachine(
        plan: plan,
        limits: RunLimits(exitBudget: exitBudget, stopTimeout: .seconds(10), grace: .seconds(1)))
}

private func outcomes(_ machine: RunMachine) -> [String] {
    machine.report(label: "machine", warnings: []).entries.map { "\($0.key) \($0.outcome)" }
}

struct RunMachineTests {
    @Test("SVC-17: a run cancelled before it begins starts nothing and ends")
    func cancelledBeforeBegin() throws {
        var machine = try machine()
        _ = machine.handle(.cancelled(.caller), at: .zero)
        let actions = machine.handle(.begin, at: .zero)
        #expect(machine.phase == .done)
        guard case .finish? = actions.last else {
            Issue.record("The run did not end.")
            return
        }
        #expect(outcomes(machine) == ["base not started", "only not started"])
    }

    @Test("SVC-4: A start that ignores its timeout is abandoned, and stopped when it comes late")
    func abandonedStart() throws {
        var machine = try machine()
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.started(0), at: .zero)
        _ = machine.handle(.fired(.start(1)), at: .seconds(30))
        #expect(machine.failure?.error is StartTimedOut)
        _ = machine.handle(.fired(.startGrace(1)), at: .seconds(31))
        _ = machine.handle(.stopped(0, nil), at: .seconds(31))
        #expect(machine.phase == .done)
        #expect(outcomes(machine) == ["base stopped", "only start abandoned"])
        let late = machine.handle(.started(1), at: .seconds(40))
        guard case .stop(1, _, _)? = late.last else {
            Issue.record("The late value was not stopped.")
            return
        }
    }

    @Test("SVC-5: A hung stop is abandoned after its grace and the next one still runs")
    func hungStop() throws {
        var machine = try machine()
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.started(0), at: .zero)
        _ = machine.handle(.started(1), at: .zero)
        _ = machine.handle(.bodyEnded(nil), at: .zero)
        _ = machine.handle(.fired(.stop(1)), at: .seconds(10))
        _ = machine.handle(.fired(.stopGrace(1)), at: .seconds(11))
        _ = machine.handle(.stopped(0, nil), at: .seconds(12))
        #expect(machine.phase == .done)
        #expect(outcomes(machine) == ["base stopped", "only stop abandoned"])
    }

    @Test("SVC-5: Stops that the budget does not reach are named as skipped")
    func budget() throws {
        var machine = try machine()
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.started(0), at: .zero)
        _ = machine.handle(.started(1), at: .zero)
        _ = machine.handle(.bodyEnded(nil), at: .zero)
        _ = machine.handle(.fired(.budget), at: .seconds(30))
        #expect(machine.phase == .done)
        #expect(
            outcomes(machine) == [
                "base never stopped, the budget was spent", "only stop abandoned",
            ])
    }

    @Test("SVC-12: A service that completes its start in an ending run does not begin its work")
    func workInRollback() throws {
        let plan = try ServicePlan([Provide(only, start: { _ in 1 }, run: { _ in })])
        var machine = RunMachine(
            plan: plan,
            limits: RunLimits(exitBudget: .seconds(30), stopTimeout: .seconds(10), grace: .seconds(1)))
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.cancelled(.caller), at: .zero)
        let actions = machine.handle(.started(0), at: .zero)
        #expect(!actions.contains { if case .work = $0 { true } else { false } })
        guard case .stop(0, _, _)? = actions.last else {
            Issue.record("The service was not stopped.")
            return
        }
    }

    @Test("SVC-8: A stop that only the end of the budget cancels is told as timed out, and abandoned")
    func cancelledByBudget() throws {
        var machine = try machine()
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.started(0), at: .zero)
        _ = machine.handle(.started(1), at: .zero)
        _ = machine.handle(.bodyEnded(nil), at: .zero)
        let told = machine.handle(.fired(.budget), at: .seconds(30)).compactMap { action in
            if case .tell(let event) = action { "\(event.kind)" } else { nil }
        }
        #expect(
            told == ["only’s stop timed out", "only’s stop was abandoned", "base’s stop was skipped"])
    }

    @Test("SVC-7: A start that overran its time stays named when the stop of its value is skipped")
    func skippedAfterTimeout() throws {
        var machine = try machine(needs: [], exitBudget: .zero)
        _ = machine.handle(.begin, at: .zero)
        _ = machine.handle(.fired(.start(1)), at: .seconds(30))
        _ = machine.handle(.started(1), at: .seconds(30))
        _ = machine.handle(.fired(.budget), at: .seconds(30))
        let entry = machine.report(label: "machine", warnings: []).entries[1]
        #expect("\(entry.outcome)" == "start failed: timed out after 30.0 seconds")
        #expect(entry.late.map { "\($0)" } == "never stopped, the budget was spent")
    }
}
