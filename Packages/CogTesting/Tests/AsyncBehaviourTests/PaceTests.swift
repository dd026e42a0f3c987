import CogGraph
import CogMechanisms
import CogTesting
import Testing

/// A search whose query is written and whose work the test holds, on a clock that the test moves.
@MainActor
private final class Search {
    let clock = TestClock()
    let query = Cog<String>.Manual(name: "query") { "" }
    let work = ControlledWork<String>()
    let log = Log()
    let cogs: Cogs
    let results: Cog<String>.Async

    init(_ pace: CogPace, lifetime: CogLifetime = .whileObserved) {
        cogs = Cogs.forTesting(clock: clock)
        results = Cog<String>.Async(default: "-", name: "results", pace: pace, lifetime: lifetime) {
            [query, work, log] c in
            let text = c[query]
            return Work.run {
                log.lines.append(text)
                return try await work.run()
            }
        }
    }

    func type(_ text: String) { cogs.turn(query, to: text, name: "type \(text)") }

    /// Waits for the sleeper that is armed next, and moves the clock as far as it rings.
    func ring(after duration: Duration) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: duration)
        await cogs.alarmsRang()
    }
}

@MainActor
@Suite("The pace of async work")
struct PaceTests {
    private static let quiet = Duration.milliseconds(300)

    @Test("PACE-1: a debounced choice starts once nothing new was chosen for so long, the first one too")
    func debounce() async throws {
        let search = Search(.debounce(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs[results]
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        search.type("s")
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        search.type("sw")
        try await search.ring(after: Self.quiet)
        let run = await search.work.nextRun()
        #expect(search.log.lines == ["sw"])
        #expect(await run.succeed("found"))
        #expect(cogs[results] == "found")
        #expect(clock.sleeperCount == 0)
    }

    @Test("PACE-1: the status is pending from the choice on; the start publishes nothing more")
    func pendingAtOnce() async throws {
        let search = Search(.debounce(Self.quiet))
        let (cogs, results) = (search.cogs, search.results)
        #expect(cogs[results] == "-")
        try await search.ring(after: Self.quiet)
        await search.work.nextRun().succeed("nothing")
        #expect(cogs.status.peek(results).kind == .success)
        let number = cogs.lastTurn
        search.type("s")
        #expect(cogs.status.peek(results).kind == .pending)
        #expect(cogs.status.peek(results).isLoading)
        #expect(cogs[results] == "nothing")
        #expect(cogs.turns(after: number) == ["type s", "pending results"])
        try await search.ring(after: Self.quiet)
        _ = await search.work.nextRun()
        #expect(
            cogs.turns(after: number) == ["type s", "pending results", "pending results (unchanged)"])
    }

    @Test("PACE-1: a debounced choice ends what an earlier one still does, and answers its refresh")
    func debounceEndsEarlier() async throws {
        let search = Search(.debounce(Self.quiet))
        let (cogs, results) = (search.cogs, search.results)
        _ = cogs[results]
        let refresh = cogs.refresh(results)
        let run = await search.work.nextRun()
        search.type("s")
        #expect(run.isCancelled)
        #expect(await refresh.outcome.text == "superseded")
        #expect(await run.succeed("old") == false)
        #expect(cogs.status.peek(results).isLoading)
    }

    @Test("PACE-1: a throttled choice starts at once, and then the last of an interval as it ends")
    func throttle() async throws {
        let search = Search(.throttle(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        search.type("a")
        _ = cogs[results]
        let first = await search.work.nextRun()
        search.type("b")
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        search.type("c")
        #expect(search.log.lines == ["a"])
        #expect(!first.isCancelled)
        // What runs goes on: it is what is shown until the next has its turn.
        #expect(await first.succeed("found a"))
        #expect(cogs[results] == "found a")
        #expect(cogs.status.peek(results).kind == .success)
        #expect(cogs.status.peek(results).isLoading)
        clock.advance(by: .milliseconds(100))
        await cogs.alarmsRang()
        let second = await search.work.nextRun()
        #expect(search.log.lines == ["a", "c"])
        #expect(await second.succeed("found c"))
        #expect(!cogs.status.peek(results).isLoading)
        // The trailing start began an interval of its own.
        search.type("d")
        #expect(search.work.runs.count == 2)
        try await search.ring(after: Self.quiet)
        _ = await search.work.nextRun()
        clock.advance(by: Self.quiet)
        search.type("e")
        _ = await search.work.nextRun()
        #expect(search.log.lines == ["a", "c", "d", "e"])
    }

    @Test("PACE-1: a refresh starts at once and takes the place of what is held; the old wait starts nothing")
    func refreshIsNotHeld() async throws {
        let search = Search(.debounce(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs[results]
        search.type("s")
        try await clock.waitForScheduledSleep()
        let refresh = cogs.refresh(results)
        #expect(clock.sleeperCount == 0)
        let run = await search.work.nextRun()
        #expect(await run.succeed("found"))
        #expect(await refresh.outcome.text == "success found")
        clock.advance(by: .seconds(10))
        #expect(search.log.lines == ["s"])
        #expect(!cogs.status.peek(results).isLoading)
    }

    @Test("PACE-1: a refresh begins an interval like any start")
    func refreshThrottles() async throws {
        let search = Search(.throttle(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs[results]
        _ = await search.work.nextRun()
        clock.advance(by: .milliseconds(200))
        cogs.refresh(results)
        _ = await search.work.nextRun()
        search.type("a")
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        #expect(search.work.runs.count == 2)
        clock.advance(by: .milliseconds(100))
        _ = await search.work.nextRun()
        #expect(search.log.lines == ["", "", "a"])
    }

    @Test("PACE-1: a choice that was invalidated while it waited never starts; the next demand chooses again")
    func invalidatedWhileHeld() async throws {
        let search = Search(.debounce(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs.peek(results)
        try await clock.waitForScheduledSleep()
        try await clock.waitForScheduledSleep()
        search.type("s")
        clock.advance(by: Self.quiet)
        await cogs.alarmsRang()
        #expect(search.work.runs.isEmpty)
        _ = cogs.peek(results)
        try await search.ring(after: Self.quiet)
        _ = await search.work.nextRun()
        #expect(search.log.lines == ["s"])
    }

    @Test("PACE-1: a discard ends the wait; a state that begins anew waits its own time")
    func discardedWhileHeld() async throws {
        let search = Search(.debounce(Self.quiet))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs[results]
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        cogs.discard(results)
        #expect(clock.sleeperCount == 0)
        _ = cogs[results]
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(100))
        _ = await search.work.nextRun()
        #expect(search.log.lines == [""])
    }

    @Test("PACE-1: state whose grace ends while its choice waits goes, and nothing starts")
    func releasedWhileHeld() async throws {
        let search = Search(.debounce(.seconds(5)), lifetime: .whileObserved(grace: .seconds(1)))
        let (clock, cogs, results) = (search.clock, search.cogs, search.results)
        _ = cogs.peek(results)
        try await clock.waitForScheduledSleep()
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        await cogs.graceEnded()
        #expect(cogs.census(of: results).count == 0)
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(10))
        #expect(search.work.runs.isEmpty)
    }

    @Test("PACE-1: teardown ends the wait, and what is held keeps nothing alive")
    func tornDownWhileHeld() async throws {
        final class Held {}
        let (clock, log) = (TestClock(), Log())
        var held: Held? = Held()
        weak let witness = held
        let page = Cog<Int>.Async(default: 0, name: "page", pace: .debounce(Self.quiet)) { [held] _ in
            Work.run {
                log.lines.append("started with \(held == nil)")
                return 1
            }
        }
        held = nil
        var cogs: Cogs? = Cogs.forTesting(clock: clock)
        _ = cogs?[page]
        try await clock.waitForScheduledSleep()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(10))
        #expect(log.lines == [])
        _ = page
        #expect(witness != nil)
    }

    @Test("PACE-1: a state has one sleeper at most, however often it is chosen anew")
    func oneSleeper() async throws {
        let search = Search(.debounce(Self.quiet))
        let (clock, cogs) = (search.clock, search.cogs)
        _ = cogs[search.results]
        for count in 1...100 { search.type("\(count)") }
        try await search.ring(after: Self.quiet)
        #expect(clock.sleeperCount == 0)
        _ = await search.work.nextRun()
        #expect(search.log.lines == ["100"])
    }

    @Test("PACE-1, ASYNC-9: an equal element says once that another choice is awaited, and then nothing more")
    func equalElementWhileHeld() async throws {
        let (clock, stream) = (TestClock(), ControlledStream<Int>())
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual(name: "source") { 0 }
        let page = Cog<Int>.Async(default: 0, name: "page", pace: .throttle(Self.quiet)) { c in
            _ = c[source]
            return Work.stream { stream.elements() }
        }
        _ = cogs[page]
        let pass = await stream.nextPass()
        await pass.yield(1)
        #expect(!cogs.status.peek(page).isLoading)
        cogs.turn(source, to: 1, name: "choose")
        let number = cogs.lastTurn
        await pass.yield(1)
        #expect(cogs.status.peek(page).isLoading)
        await pass.yield(1)
        #expect(cogs.turns(after: number) == ["success page"])
        #expect(cogs[page] == 1)
    }

    @Test("PACE-1: keys wait each for itself")
    func keys() async throws {
        let (clock, log, work) = (TestClock(), Log(), ControlledWork<Int>())
        let cogs = Cogs.forTesting(clock: clock)
        let pages = CogBox<Int, String>.Async(default: 0, name: "pages", pace: .debounce(Self.quiet)) {
            _, key in
            Work.run {
                log.lines.append(key)
                return try await work.run()
            }
        }
        _ = cogs[pages["a"]]
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(100))
        _ = cogs[pages["b"]]
        clock.advance(by: .milliseconds(200))
        _ = await work.nextRun()
        #expect(log.lines == ["a"])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(100))
        _ = await work.nextRun()
        #expect(log.lines == ["a", "b"])
    }

    @Test("PACE-1: what a pace lets go joins its policy: a queue's runs in order, merged ones together")
    func policies() async throws {
        for policy in [RunPolicy.queue, .merged] {
            let (clock, log, work) = (TestClock(), Log(), ControlledWork<Int>())
            let cogs = Cogs.forTesting(clock: clock)
            let source = Cog<Int>.Manual(name: "source") { 0 }
            let page = Cog<Int>.Async(
                default: 0, name: "page", policy: policy, pace: .throttle(Self.quiet)
            ) { c in
                let value = c[source]
                return RunWork.run {
                    log.lines.append("\(value)")
                    return try await work.run()
                }
            }
            _ = cogs[page]
            let first = await work.nextRun()
            for value in 1...3 { cogs.turn(source, to: value) }
            try await clock.waitForScheduledSleep()
            clock.advance(by: Self.quiet)
            await cogs.alarmsRang()
            #expect(!first.isCancelled)
            if policy == .queue {
                #expect(log.lines == ["0"])
                #expect(await first.succeed(10))
            }
            #expect(await work.nextRun().succeed(13))
            #expect(cogs[page] == 13)
            #expect(log.lines == ["0", "3"])
        }
    }

    @Test("PACE-1: a stream starts at its pace, and then gives its elements as they come")
    func stream() async throws {
        let (clock, numbers) = (TestClock(), ControlledStream<Int>())
        let cogs = Cogs.forTesting(clock: clock)
        let page = Cog<Int>.Async(default: 0, name: "page", pace: .debounce(Self.quiet)) { _ in
            Work.stream { numbers.elements() }
        }
        _ = cogs[page]
        try await clock.waitForScheduledSleep()
        #expect(numbers.passes.isEmpty)
        clock.advance(by: Self.quiet)
        let pass = await numbers.nextPass()
        await pass.yield(1)
        await pass.yield(2)
        #expect(cogs[page] == 2)
    }

    @Test("PACE-1: a choice that a queued turn invalidates before it is held is dropped too")
    func invalidatedBeforeHeld() async throws {
        let search = Search(.debounce(Self.quiet))
        let (query, results) = (search.query, search.results)
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.run(name: "ask") { _ in
                        m.turn(query, to: "s", name: "writes")
                        _ = m.peek(results)
                    }
                }
            ], clock: search.clock)
        #expect(cogs.turns() == ["writes"])
        #expect(cogs.peek(results) == "-")
        #expect(cogs.turns() == ["writes", "pending results (unchanged)"])
    }

    @Test(
        "PACE-1: a pace of no length holds nothing back",
        arguments: [CogPace.debounce(.zero), .throttle(.zero)])
    func noLength(pace: CogPace) async {
        let search = Search(pace)
        _ = search.cogs[search.results]
        _ = await search.work.nextRun()
        search.type("s")
        _ = await search.work.nextRun()
        #expect(search.log.lines == ["", "s"])
        #expect(search.clock.sleeperCount == 0)
    }
}
