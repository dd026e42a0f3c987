@_spi(Mechanisms) import CogGraph
import CogTesting
import Testing

@MainActor
@Suite("Trying again")
struct RetryTests {
    private let clock = TestClock()
    private let work = ControlledWork<Int>()

    private func page(_ retry: CogRetry) -> Cog<Int>.Async {
        Cog<Int>.Async(default: 0, name: "page", retry: retry) { [work] _ in
            Work.run { try await work.run() }
        }
    }

    private static func retry(_ attempts: Int) -> CogRetry {
        CogRetry(attempts: attempts, base: .seconds(1), jitter: 0)
    }

    private func pass(_ duration: Duration) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: duration)
    }

    @Test("QUERY-1: a run that fails is tried again after its waits; only the last error is published")
    func lastError() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(Self.retry(3))
        _ = cogs[page]
        let number = cogs.lastTurn
        #expect(await work.nextRun().fail(Failed("first")) == false)
        #expect(cogs.status.peek(page).isLoading)
        #expect(cogs.status.peek(page).error == nil)
        try await pass(.seconds(1))
        #expect(await work.nextRun().fail(Failed("second")) == false)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        #expect(work.runs.count == 2)
        clock.advance(by: .seconds(1))
        #expect(await work.nextRun().fail(Failed("third")))
        #expect(cogs.turns(after: number) == ["failure page"])
        #expect("\(cogs.status.peek(page))" == "failure (third; 0)")
    }

    @Test("QUERY-1: an attempt that succeeds is the run's success")
    func success() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(Self.retry(3))
        let refresh = cogs.refresh(page)
        await work.nextRun().fail(Failed("first"))
        for _ in 1...2 { try await clock.waitForScheduledSleep() }
        clock.advance(by: .seconds(1))
        #expect(await work.nextRun().succeed(7))
        #expect(await refresh.outcome.text == "success 7")
        #expect(cogs.peek(page) == 7)
        #expect(cogs.turns() == ["refresh page (unchanged)", "success page"])
    }

    @Test("QUERY-1: a newer choice, a discard and a teardown each end the wait; nothing is tried again")
    func cancelled() async throws {
        var cogs: Cogs? = Cogs.forTesting(clock: clock)
        let page = page(Self.retry(9))
        _ = cogs?[page]
        await work.nextRun().fail(Failed("first"))
        try await clock.waitForScheduledSleep()
        cogs?.refresh(page)
        #expect(clock.sleeperCount == 0)
        await work.nextRun().fail(Failed("second"))
        try await clock.waitForScheduledSleep()
        cogs?.discard(page)
        #expect(clock.sleeperCount == 0)
        _ = cogs?[page]
        await work.nextRun().fail(Failed("third"))
        try await clock.waitForScheduledSleep()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(100))
        #expect(work.runs.count == 3)
    }

    @Test("QUERY-1: what does not hold any more is not tried again; its refresh says superseded")
    func invalidated() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual(name: "source") { 0 }
        let page = Cog<Int>.Async(default: 0, name: "page", retry: Self.retry(9)) { [work] c in
            _ = c[source]
            return Work.run { try await work.run() }
        }
        let refresh = cogs.refresh(page)
        await work.nextRun().fail(Failed("first"))
        for _ in 1...2 { try await clock.waitForScheduledSleep() }
        cogs.turn(source, to: 1)
        clock.advance(by: .seconds(1))
        #expect(await refresh.outcome.text == "superseded")
        #expect(work.runs.count == 1)
        // Failing once it does not hold, it does not even wait.
        _ = cogs.peek(page)
        let second = await work.nextRun()
        cogs.turn(source, to: 2)
        #expect(await second.fail(Failed("second")) == false)
        #expect(clock.sleeperCount == 1)
    }

    @Test("QUERY-1: an error that will not go away is published at once")
    func hopeless() async {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(
            CogRetry(attempts: 5, if: { ($0 as? Failed)?.description != "not found" }))
        _ = cogs[page]
        #expect(await work.nextRun().fail(Failed("not found")))
        #expect(cogs.status.peek(page).kind == .failure)
        #expect(clock.sleeperCount == 0)
    }

    @Test("QUERY-1: a stream that fails is begun again; each element gives it all its attempts back")
    func stream() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let numbers = ControlledStream<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page", retry: Self.retry(2)) { _ in
            Work.stream { numbers.elements() }
        }
        _ = cogs[page]
        for number in 1...3 {
            let pass = await numbers.nextPass()
            await pass.yield(number)
            #expect(await pass.fail(Failed("lost")) == false)
            #expect(cogs.status.peek(page).kind == .success)
            try await self.pass(.seconds(1))
        }
        let last = await numbers.nextPass()
        #expect(await last.fail(Failed("gone")))
        #expect("\(cogs.status.peek(page))" == "failure (gone; 3)")
    }

    @Test("QUERY-1: merged runs wait each for itself")
    func merged() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = Cog<Int>.Async(
            default: 0, name: "page", policy: .merged, retry: Self.retry(2)
        ) { [work] _ in RunWork.run { try await work.run() } }
        _ = cogs[page]
        cogs.refresh(page)
        await work.nextRun().fail(Failed("first"))
        await work.nextRun().fail(Failed("first"))
        for _ in 1...2 { try await clock.waitForScheduledSleep() }
        clock.advance(by: .seconds(1))
        #expect(await work.nextRun().succeed(1))
        #expect(await work.nextRun().fail(Failed("second")))
        #expect("\(cogs.status.peek(page))" == "failure (second; 1)")
    }

    @Test("QUERY-1: waits grow by their factor up to the cap; jitter takes off the part that chance says")
    func waits() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(
            CogRetry(
                attempts: 6, base: .seconds(1), factor: 3, cap: .seconds(10), jitter: 0.5,
                random: { 0.5 }))
        _ = cogs[page]
        for milliseconds in [750, 2_250, 6_750, 7_500, 7_500] as [Int64] {
            await work.nextRun().fail(Failed("again"))
            try await clock.waitForScheduledSleep()
            let runs = work.runs.count
            clock.advance(by: .milliseconds(milliseconds - 1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeperCount == 0)
            #expect(work.runs.count == runs)
        }
        #expect(await work.nextRun().fail(Failed("last")))
    }

    @Test("QUERY-1: a policy that makes no attempt, or no sense, traps and says why")
    func nonsense() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CogRetry(attempts: 0, base: .seconds(-1), factor: 0.5, jitter: 2)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for problem in ["attempts: 0 makes none", "below zero", "factor: 0.5", "jitter: 2.0"] {
            #expect(message.contains(problem))
        }
    }
}

@MainActor
@Suite("Keeping the previous key's value")
struct KeepPreviousTests {
    private let work = ControlledWork<String>()
    private let query = Cog<String>.Manual(name: "query") { "a" }
    private let results: CogBox<String, String>.Async
    private let shown: Cog<String>

    init() {
        let results = CogBox<String, String>.Async(default: "-", name: "results", keepPrevious: true) {
            [work] _, _ in Work.run { try await work.run() }
        }
        self.results = results
        shown = Cog(name: "shown") { [query] c in
            let key = c[query]
            return c[results[key]]
        }
    }

    @Test(
        "QUERY-1: a new key shows what the one before did until its own success, and says that it is not its own"
    )
    func kept() async {
        let cogs = Cogs.forTesting()
        #expect(cogs[shown] == "-")
        await work.nextRun().succeed("found a")
        cogs.turn(query, to: "b")
        #expect(cogs[shown] == "found a")
        #expect(cogs.status.peek(results["b"]).kind == .pending)
        #expect(!cogs.status.peek(results["b"]).hasSucceeded)
        // What it shows it hands on, when the key it came from is gone.
        cogs.turn(query, to: "c")
        #expect(cogs[shown] == "found a")
        _ = await work.nextRun()
        await work.nextRun().succeed("found c")
        #expect(cogs[shown] == "found c")
        #expect(cogs.status.peek(results["c"]).hasSucceeded)
    }

    @Test("QUERY-1: a new key's failure keeps the previous value, as a failure does")
    func failure() async {
        let cogs = Cogs.forTesting()
        _ = cogs[shown]
        await work.nextRun().succeed("found a")
        cogs.turn(query, to: "b")
        await work.nextRun().fail(Failed("offline"))
        #expect("\(cogs.status.peek(results["b"]))" == "failure (offline; found a)")
        #expect(!cogs.status.peek(results["b"]).hasSucceeded)
    }

    @Test("QUERY-1: a success equal to what was shown wakes no reader of the value")
    func equal() async {
        let cogs = Cogs.forTesting()
        _ = cogs[shown]
        await work.nextRun().succeed("nothing")
        cogs.turn(query, to: "b")
        let number = cogs.lastTurn
        await work.nextRun().succeed("nothing")
        #expect(cogs.history.filter { $0.number > number }.flatMap(\.noticed) == [])
        #expect(cogs.status.peek(results["b"]).hasSucceeded)
    }

    @Test("QUERY-1: nothing is kept for it longer than its own key's state")
    func goesWithItsRow() async {
        final class Held {}
        let work = ControlledWork<Held?>()
        let box = CogBox<Held?, Int>.Async(default: nil, name: "box", keepPrevious: true) { _, _ in
            Work.run { try await work.run() }
        }
        let cogs = Cogs.forTesting()
        _ = cogs.peek(box[1])
        var held: Held? = Held()
        weak let witness = held
        await work.nextRun().succeed(held)
        held = nil
        #expect(cogs.peek(box[2]) != nil)
        cogs.discard(box[2])
        #expect(witness != nil)
        cogs.discard(box[1])
        #expect(cogs.peek(box[3]) == nil)
        #expect(cogs.context.queryEntryCount == 0)
    }

    @Test("QUERY-1: nor where the success itself let that state go")
    func goesBySuccess() async {
        let (isOpen, work) = (Cog<Bool>.Manual { true }, ControlledWork<Int>())
        let box = CogBox<Int, Int>.Async(
            default: 0, name: "box", keepPrevious: true, lifetime: .whileObserved(grace: .zero)
        ) { _, _ in Work.run { try await work.run() } }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOpen) { s in
                    s.watch(box[1], initial: .skip) { _, _ in m.turn(isOpen, to: false) }
                }
            }
        ])
        await work.nextRun().succeed(1)
        #expect(cogs.census(of: box).count == 0)
        #expect(cogs.context.queryEntryCount == 0)
        #expect(cogs.peek(box[2]) == 0)
    }

    @Test("QUERY-1: without it a new key begins with the default")
    func plain() async {
        let cogs = Cogs.forTesting()
        let box = CogBox<String, Int>.Async(default: "-", name: "box") { [work] _, _ in
            Work.run { try await work.run() }
        }
        _ = cogs.peek(box[1])
        await work.nextRun().succeed("found")
        #expect(cogs.peek(box[2]) == "-")
    }
}
