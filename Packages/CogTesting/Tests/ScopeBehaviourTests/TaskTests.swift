import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Tasks of scopes")
struct TaskTests {
    private struct Broken: Error {}

    private let isOn = Cog<Bool>.Manual(name: "isOn") { true }
    private let log = Log()

    private func assemble(_ script: @escaping @MainActor (MechanismController) -> Void) -> Cogs {
        let cogs = Cogs.forTesting(mechanisms: [Scripted("Weather", script)])
        cogs.onDiagnostic { [log] in log.note($0) }
        return cogs
    }

    @Test("MECH-4: a task that its scope's end cancelled may throw so, in silence")
    func cancelled() async {
        let (isOn, clock) = (isOn, TestClock())
        let cogs = assemble { m in
            m.scope(isOn, name: "session") { s in
                s.task(name: "sleep") { try await clock.sleep(for: .seconds(1)) }
            }
        }
        await Task {}.value
        cogs.turn(isOn, to: false)
        #expect(clock.sleeperCount == 0)
        await Task {}.value
        #expect(log.take() == [])
    }

    @Test("MECH-4: the production context's messages go where the app says")
    func production() async {
        let failing = Scripted("Weather") { m in m.task(name: "load") { throw Broken() } }
        let message = await withAssembledCogs(mechanisms: [failing]) { cogs in
            await withCheckedContinuation { said in cogs.onDiagnostic { said.resume(returning: $0) } }
        }
        #expect(message == "CogMechanisms: task 'Weather.load' failed: Broken()")
    }

    @Test("MECH-4: while the scope lives, a CancellationError is an error like others")
    func cancelledByOthers() async {
        let cogs = assemble { m in m.task(name: "load") { throw CancellationError() } }
        await Task {}.value
        #expect(log.take() == ["CogMechanisms: task 'Weather.load' failed: CancellationError()"])
        withExtendedLifetime(cogs) {}
    }

    @Test("MECH-4, MECH-5: an error after the scope's end is told once, and the context goes on")
    func failsLate() async {
        let (isOn, work) = (isOn, ControlledWork<Int>())
        let cogs = assemble { m in
            m.scope(isOn, name: "session") { s in
                s.task(name: "load") { _ = try await work.run() }
            }
        }
        let run = await work.nextRun()
        cogs.turn(isOn, to: false)
        await run.fail(Broken())
        await Task {}.value
        #expect(log.take() == ["CogMechanisms: task 'Weather.session.load' failed: Broken()"])
        cogs.turn(isOn, to: true)
        #expect(await work.nextRun().isCancelled == false)
        #expect(log.take() == [])
    }

    @Test("MECH-4: where nobody takes it, a task's error goes to standard error")
    func standardError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            @MainActor func run() async {
                let cogs = Cogs.forTesting(mechanisms: [
                    Scripted("Weather") { m in m.task(name: "load") { throw Broken() } }
                ])
                await Task {}.value
                withExtendedLifetime(cogs) {}
            }
            await run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("CogMechanisms: task 'Weather.load' failed: Broken()"))
    }

    @Test("MECH-2: reactions and tasks of one mechanism may share a name")
    func sharedNames() async {
        let (isOn, log) = (isOn, log)
        let cogs = assemble { m in
            for number in 1...2 {
                m.watch(isOn, initial: .skip, name: "same") { _, _ in log.note("watch \(number)") }
                m.task(name: "same") { log.note("task \(number)") }
            }
        }
        await Task {}.value
        cogs.turn(isOn, to: false)
        #expect(log.take() == ["task 1", "task 2", "watch 1", "watch 2"])
        #expect(cogs.history.last?.reactions == ["Weather.same", "Weather.same"])
    }

    #if DEBUG
        @Test("REACT-7: a scope's reaction that registers again is warned of, though the scope's body is not")
        func registersAgain() {
            let isOn = isOn
            let other = Cog<Int>.Manual(name: "other") { 0 }
            let cogs = assemble { m in
                m.scope(isOn, name: "session") { s in
                    s.watch(other, initial: .skip) { _, _ in s.run(name: "stray") { _ in } }
                }
            }
            for value in 1...3 { cogs.turn(other, to: value) }
            #expect(log.lines.count == 1)
            #expect(
                log.take().first?.contains(
                    "'Weather.session.other' registered 'Weather.session.stray'") == true)
        }
    #endif
}
