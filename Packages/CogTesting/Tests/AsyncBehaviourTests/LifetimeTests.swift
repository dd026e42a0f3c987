import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Lifetimes of async state")
struct LifetimeTests {
    private let clock = TestClock()
    private let cogs: Cogs
    private let work = ControlledWork<Int>()
    private let page: Cog<Int>.Async

    init() {
        cogs = Cogs.forTesting(clock: clock)
        page = Cog<Int>.Async(default: 0, name: "page") { [work] _ in
            Work.run { try await work.run() }
        }
    }

    private func pass(_ duration: Duration) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: duration)
        await cogs.graceEnded()
    }

    @Test("LIFE-1: a peek keeps async state for its grace, and then both its rows go")
    func peeked() async throws {
        _ = cogs.peek(page)
        #expect(
            cogs.census(of: page).description
                == "page: grace until 30.0 seconds\npage.status: read by page")
        try await pass(.seconds(30))
        #expect(cogs.census(of: page).count == 0)
    }

    @Test("LIFE-1: state without a grace is let go as soon as it was read, and a refresh of it is released")
    func withoutGrace() async {
        let count = Cog<Int>.Manual(name: "count") { 0 }
        let brief = Cog<Int>.Async(
            default: 7, name: "brief", lifetime: .whileObserved(grace: .zero)
        ) { [cogs, work] _ in
            let parting = Parting { cogs.turn(count, to: cogs.peek(count) + 1, name: "parting") }
            return Work.run {
                defer { withExtendedLifetime(parting) {} }
                return try await work.run()
            }
        }
        #expect(cogs.peek(brief) == 7)
        #expect(await cogs.refresh(brief).outcome.text == "released")
        #expect(cogs.census(of: brief).count == 0)
        #expect(work.runs.isEmpty)
        #expect(cogs.peek(count) > 0)
    }

    @Test("LIFE-2: what reads the value or the status in UI, a reaction or an export keeps it")
    func owners() async throws {
        _ = cogs.status[page].kind
        #expect(cogs.census(of: page).description == "page.status: boundary")
        let values = cogs.status.values(of: page)
        #expect(
            cogs.census(of: page).rows.first?.keepers == [.boundary, .lease("values of page.status")])
        _ = values
        _ = cogs[page]
        #expect(cogs.boundaryCount == 2)
    }

    @Test("LIFE-1: an own grace is the one that counts")
    func ownGrace() async throws {
        let brief = Cog<Int>.Async(
            default: 0, name: "brief", lifetime: .whileObserved(grace: .seconds(1))
        ) { [work] _ in Work.run { try await work.run() } }
        _ = cogs.peek(brief)
        let run = await work.nextRun()
        try await pass(.seconds(1))
        #expect(cogs.census(of: brief).count == 0)
        #expect(run.isCancelled)
    }

    @Test("LIFE-2: a cog that reads async state keeps it no longer than it lives itself")
    func reachable() async throws {
        let title = Cog<String>(name: "title") { [page] c in "\(c[page])" }
        _ = cogs.peek(title)
        let run = await work.nextRun()
        #expect(
            cogs.census(of: page).description == "page: read by title\npage.status: read by page")
        try await pass(.seconds(30))
        #expect(cogs.census(of: page).count == 0)
        #expect(run.isCancelled)
    }

    @Test("LIFE-3: a refresh begins the grace anew, and the deadline before it releases nothing")
    func renewed() async throws {
        _ = cogs.peek(page)
        let old = await work.nextRun()
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(20))
        let refresh = cogs.refresh(page)
        #expect(old.isCancelled)
        let run = await work.nextRun()
        clock.advance(by: .seconds(10))
        await cogs.graceEnded()
        #expect(cogs.census(of: page).description == "page.status: grace until 50.0 seconds")
        #expect(!run.isCancelled)
        try await pass(.seconds(20))
        #expect(cogs.census(of: page).count == 0)
        #expect(await refresh.outcome.text == "released")
        #expect(run.isCancelled)
    }

    @Test("ASYNC-7: a handle does not follow the state into its next life")
    func nextLife() async {
        let old = cogs.refresh(page)
        let late = await work.nextRun()
        cogs.discard(page)
        let new = cogs.refresh(page)
        #expect(await old.outcome.text == "released")
        #expect(await work.nextRun().succeed(2))
        #expect(await late.succeed(1) == false)
        #expect(await new.outcome.text == "success 2")
        #expect(await old.outcome.text == "released")
    }

    @Test("LIFE-5: a discard lets both rows go and cancels the work; readers of both are told last")
    func discard() async {
        let log = Log()
        func observe() {
            withObservationTracking {
                log.lines.append("read \(cogs[page]) \(cogs.status[page].kind)")
            } onChange: {
                MainActor.assumeIsolated {
                    log.lines.append("told with \(cogs.census(of: page).count) rows")
                }
            }
        }
        observe()
        let run = await work.nextRun()
        await run.succeed(1)
        observe()
        let refresh = cogs.refresh(page)
        observe()
        let second = await work.nextRun()
        log.lines = []
        cogs.discard(page)
        #expect(log.lines == ["told with 0 rows"])
        #expect(second.isCancelled)
        #expect(await refresh.outcome.text == "released")
        #expect(cogs.boundaryCount == 0)
        observe()
        #expect(log.lines.last == "read 0 pending")
    }

    @Test("LIFE-5: a status that a reaction reads is left alone, with its work")
    func discardOwned() async {
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [page] m in m.run(name: "show") { c in _ = c.status[page] } }
        ])
        _ = cogs[page]
        let run = await work.nextRun()
        cogs.discard(page)
        #expect(
            cogs.census(of: page).description == "page.status: lease of Scripted.show")
        #expect(!run.isCancelled)
        #expect(await run.succeed(1))
        #expect(cogs[page] == 1)
    }

    @Test("CTX-3: teardown ends reactions and exports before work, and answers refreshes with released")
    func teardown() async {
        let log = Log()
        let watched = Cog<Int>.Async(default: 0, name: "watched") { [work] _ in
            Work.run {
                try await withTaskCancellationHandler {
                    try await work.run()
                } onCancel: {
                    MainActor.assumeIsolated { log.lines.append("work cancelled") }
                }
            }
        }
        var cogs: Cogs? = Cogs.forTesting(mechanisms: [
            Scripted { m in
                let parting = Parting { log.lines.append("scope ended") }
                m.run(name: "show") { c in
                    _ = parting
                    _ = c[watched]
                }
            }
        ])
        let refresh = cogs!.refresh(watched)
        _ = await work.nextRun()
        await withCheckedContinuation { done in
            cogs?.onTearDown {
                log.lines.append("torn down")
                done.resume()
            }
            cogs = nil
        }
        #expect(await refresh.outcome.text == "released")
        #expect(log.lines == ["scope ended", "work cancelled", "torn down"])
    }

    @Test("MECH-11: a cancellation handler that writes or reads does so between the graph's own steps")
    func handlerWrites() async {
        let (count, page, work) = (Cog<Int>.Manual(name: "count") { 0 }, page, work)
        let cogs = cogs
        let wrapped = Cog<Int>.Async(default: 0, name: "wrapped") { _ in
            Work.run {
                try await withTaskCancellationHandler {
                    try await work.run()
                } onCancel: {
                    MainActor.assumeIsolated {
                        cogs.turn(count, to: cogs.peek(count) + 1, name: "count")
                        _ = cogs.peek(page)
                    }
                }
            }
        }
        _ = cogs.peek(wrapped)
        _ = await work.nextRun()
        let number = cogs.lastTurn
        cogs.discard(wrapped)
        #expect(cogs.peek(count) == 1)
        #expect(
            cogs.turns(after: number) == ["discard wrapped (unchanged)", "count", "pending page (unchanged)"])
    }
}
