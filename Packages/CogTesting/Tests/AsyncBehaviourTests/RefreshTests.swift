import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Explicit refresh")
struct RefreshTests {
    private let cogs = Cogs.forTesting()
    private let zip = Cog<Int>.Manual(name: "zip") { 1 }
    private let work = ControlledWork<String>()

    private func forecast() -> Cog<String>.Async {
        Cog<String>.Async(default: "none", name: "forecast") { [zip, work] c in
            _ = c[zip]
            return Work.run { try await work.run() }
        }
    }

    @Test("ASYNC-7: a handle follows exactly its own run, with the value or the error that was published")
    func own() async {
        let forecast = forecast()
        _ = cogs[forecast]
        await work.nextRun().succeed("first")
        let good = cogs.refresh(forecast)
        await work.nextRun().succeed("second")
        let bad = cogs.refresh(forecast)
        await work.nextRun().fail(Failed("offline"))
        cogs.refresh(forecast)
        await work.nextRun().succeed("fourth")
        #expect(await good.outcome.text == "success second")
        #expect(await bad.outcome.text == "failure offline")
    }

    @Test("ASYNC-7: a refresh follows its own run where choosing it makes another state choose too")
    func nested() async {
        let inner = Cog<String>.Async(default: "?", name: "inner") { [work] _ in
            Work.run { try await work.run() }
        }
        let outer = Cog<String>.Async(default: "none", name: "outer") { c in
            let before = c[inner]
            return Work.run { "outer after \(before)" }
        }
        #expect(await cogs.refresh(outer).outcome.text == "success outer after ?")
    }

    @Test("ASYNC-7: any number of tasks await one handle, before and after it ended")
    func waiters() async {
        let forecast = forecast()
        let refresh = cogs.refresh(forecast)
        let log = Log()
        let waiting = (0..<3).map { _ in Task { log.lines.append(await refresh.outcome.text) } }
        await work.nextRun().succeed("sun")
        for task in waiting { await task.value }
        #expect(log.lines == ["success sun", "success sun", "success sun"])
        #expect(await Task.detached { await refresh.outcome.text }.value == "success sun")
    }

    @Test("ASYNC-7: cancelling a waiter ends its wait alone")
    func cancelledWaiter() async {
        let forecast = forecast()
        let refresh = cogs.refresh(forecast)
        let patient = Task { await refresh.outcome.text }
        let hasty = Task { await refresh.outcome.text }
        hasty.cancel()
        #expect(await hasty.value == "released")
        let run = await work.nextRun()
        #expect(!run.isCancelled)
        #expect(await run.succeed("sun"))
        #expect(await patient.value == "success sun")
        #expect(cogs.peek(forecast) == "sun")
    }

    @Test("ASYNC-1: with .latest a newer choice supersedes a refresh, whoever made it")
    func superseded() async {
        let forecast = forecast()
        let first = cogs.refresh(forecast)
        let second = cogs.refresh(forecast)
        #expect(await first.outcome.text == "superseded")
        _ = cogs[forecast]
        cogs.turn(zip, to: 2)
        #expect(await second.outcome.text == "superseded")
        #expect(work.runs.isEmpty)
        await work.nextRun().succeed("sun")
        #expect(work.runs.count == 1)
        #expect(cogs[forecast] == "sun")
    }

    @Test("TURN-12: refreshes asked for in a turn's body take effect after its flush, in order")
    func insideTurn() async {
        let forecast = forecast()
        let other = Cog<Int>.Async(default: 0, name: "other") { _ in Work.run { 1 } }
        let number = cogs.lastTurn
        cogs.turn(name: "save") { [cogs, zip] c in
            cogs.refresh(other)
            cogs.refresh(forecast)
            c[zip] = 5
        }
        #expect(
            cogs.turns(after: number) == [
                "save", "refresh other (unchanged)", "refresh forecast (unchanged)",
            ])
    }

    @Test("LIFE-3: a refresh is one demand: with no other owner the state's grace begins")
    func grace() async throws {
        let clock = TestClock()
        let cogs = Cogs.forTesting(clock: clock)
        let forecast = forecast()
        let refresh = cogs.refresh(forecast)
        #expect(cogs.census(of: forecast).description == "forecast.status: grace until 30.0 seconds")
        #expect(cogs.boundaryCount == 0)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(30))
        await cogs.graceEnded()
        #expect(await refresh.outcome.text == "released")
        #expect(cogs.census(of: forecast).count == 0)
    }

    @Test("ASYNC-9: a refresh whose last owner left completes within the grace")
    func withinGrace() async throws {
        let clock = TestClock()
        let cogs = Cogs.forTesting(clock: clock)
        let forecast = forecast()
        let refresh = cogs.refresh(forecast)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(29))
        #expect(await work.nextRun().succeed("sun"))
        #expect(await refresh.outcome.text == "success sun")
    }

    @Test("ASYNC-7: a refresh of a context that is gone is released at once")
    func tornDown() async {
        let forecast = forecast()
        var kept: MechanismController?
        var cogs: Cogs? = Cogs.forTesting(mechanisms: [Scripted { kept = $0 }])
        let running = kept!.refresh(forecast)
        let run = await work.nextRun()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(await running.outcome.text == "released")
        #expect(run.isCancelled)
        #expect(await run.succeed("late") == false)
    }

    @Test("TURN-8: a refresh asked for by a selector traps, naming it")
    func inSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { 1 } }
                let bad = Cog<Int>(name: "bad") { _ in
                    cogs.refresh(page)
                    return 1
                }
                _ = cogs.peek(bad)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("turn 'refresh page' was asked for while 'bad' computes"))
    }
}
