@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Freshness of async state")
struct FreshnessTests {
    private let clock = TestClock()
    private let work = ControlledWork<Int>()
    private let minute = Duration.seconds(60)

    private func page(
        lifetime: CogLifetime = .whileObserved(grace: .seconds(600)), refreshOnReturn: Bool = false,
        staleAfter: Duration? = .seconds(60)
    ) -> Cog<Int>.Async {
        Cog<Int>.Async(
            default: 0, name: "page", staleAfter: staleAfter, refreshOnReturn: refreshOnReturn,
            lifetime: lifetime
        ) { [work] _ in Work.run { try await work.run() } }
    }

    /// Waits until so many sleepers were registered, and lets time pass until alarms ring.
    private func ring(_ cogs: Cogs, after duration: Duration, sleepers: Int = 1) async throws {
        for _ in 0..<sleepers { try await clock.waitForScheduledSleep() }
        clock.advance(by: duration)
        await cogs.alarmsRang()
    }

    @Test("QUERY-1: older state is chosen anew at its next demand, which still gets the old value")
    func staleAtDemand() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page()
        _ = cogs.peek(page)
        await work.nextRun().succeed(1)
        clock.advance(by: .seconds(59))
        #expect(cogs.peek(page) == 1)
        #expect(work.runs.count == 1)
        try await ring(cogs, after: .seconds(1), sleepers: 2)
        #expect(work.runs.count == 1)
        #expect(cogs.peek(page) == 1)
        #expect(cogs.status.peek(page).kind == .pending)
        #expect(cogs.status.peek(page).hasSucceeded)
        #expect(await work.nextRun().succeed(2))
        #expect(cogs.peek(page) == 2)
    }

    @Test("QUERY-1: what is watched is chosen anew as soon as it is stale, and again as its next result is")
    func staleWhileWatched() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page()
        _ = cogs[page]
        await work.nextRun().succeed(1)
        let number = cogs.lastTurn
        try await ring(cogs, after: minute)
        await work.nextRun().succeed(2)
        #expect(
            cogs.turns(after: number) == ["stale page (unchanged)", "pending page", "success page"])
        #expect(cogs[page] == 2)
        try await ring(cogs, after: minute)
        await work.nextRun().fail(Failed("late"))
        // An error is a result: it is tried again when it is as old, not at once.
        try await ring(cogs, after: minute)
        _ = await work.nextRun()
        #expect(work.runs.count == 4)
    }

    @Test("QUERY-1: a refresh makes it fresh; the old deadline chooses nothing")
    func refreshed() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page()
        _ = cogs[page]
        await work.nextRun().succeed(1)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(50))
        cogs.refresh(page)
        #expect(clock.sleeperCount == 0)
        await work.nextRun().succeed(2)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(50))
        #expect(work.runs.count == 2)
        clock.advance(by: .seconds(10))
        _ = await work.nextRun()
    }

    @Test("QUERY-1: a change of what it was chosen from that came to nothing does not make it fresh")
    func checked() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let parity = Cog<Int>(name: "parity") { c in c[source] % 2 }
        let page = Cog<Int>.Async(
            default: 0, name: "page", staleAfter: minute, lifetime: .whileObserved(grace: .seconds(600))
        ) { [work] c in
            _ = c[parity]
            return Work.run { try await work.run() }
        }
        _ = cogs.peek(page)
        await work.nextRun().succeed(1)
        cogs.turn(source, to: 3)
        try await ring(cogs, after: minute, sleepers: 2)
        _ = cogs.peek(page)
        _ = await work.nextRun()
    }

    @Test("QUERY-1: a stream is fresh while it goes on, and then as long as its last element")
    func stream() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let numbers = ControlledStream<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page", staleAfter: minute) { _ in
            Work.stream { numbers.elements() }
        }
        _ = cogs[page]
        let pass = await numbers.nextPass()
        await pass.yield(1)
        clock.advance(by: .seconds(100))
        #expect(clock.sleeperCount == 0)
        await pass.finish()
        try await ring(cogs, after: minute)
        _ = await numbers.nextPass()
    }

    @Test("QUERY-1: how long state is kept is one thing and how long it is fresh another")
    func retention() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(lifetime: .whileObserved(grace: .seconds(10)))
        _ = cogs.peek(page)
        await work.nextRun().succeed(1)
        for _ in 1...2 { try await clock.waitForScheduledSleep() }
        clock.advance(by: .seconds(10))
        await cogs.graceEnded()
        #expect(cogs.census(of: page).count == 0)
        #expect(clock.sleeperCount == 0)
        // Still fresh when it went: it is gone all the same, and begins anew.
        #expect(cogs.peek(page) == 0)
        _ = await work.nextRun()
    }

    @Test("QUERY-1: state that goes, is discarded or torn down waits for no deadline")
    func gone() async throws {
        var cogs: Cogs? = Cogs.forTesting(clock: clock)
        let page = page()
        _ = cogs?[page]
        await work.nextRun().succeed(1)
        try await clock.waitForScheduledSleep()
        cogs?.discard(page)
        #expect(clock.sleeperCount == 0)
        _ = cogs?[page]
        await work.nextRun().succeed(2)
        try await clock.waitForScheduledSleep()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(1_000))
        #expect(work.runs.count == 2)
    }

    @Test("QUERY-1: state that everyone left is chosen anew for whoever comes back, who sees the old value")
    func regained() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(refreshOnReturn: true, staleAfter: nil)
        do {
            let values = cogs.values(of: page)
            _ = values
            await work.nextRun().succeed(1)
            // A peek while someone watches is no return.
            #expect(cogs.peek(page) == 1)
            #expect(work.runs.count == 1)
        }
        await cogs.exportsEnded()
        #expect(work.runs.count == 1)
        var again = cogs.values(of: page).makeAsyncIterator()
        #expect(await again.next() == 1)
        #expect(await work.nextRun().succeed(2))
        #expect(cogs.peek(page) == 2)
        #expect(work.runs.count == 2)
    }

    @Test("QUERY-1: work that was under way as everyone left ends first, and then is old for who comes back")
    func leftWhileLoading() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(refreshOnReturn: true, staleAfter: nil)
        do {
            let values = cogs.values(of: page)
            _ = values
        }
        await cogs.exportsEnded()
        let run = await work.nextRun()
        #expect(!run.isCancelled)
        #expect(await run.succeed(1))
        #expect(cogs.peek(page) == 1)
        _ = await work.nextRun()
        #expect(work.runs.count == 2)
    }

    @Test("QUERY-1: who is back before the work ended has what it gives")
    func backWhileLoading() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(refreshOnReturn: true, staleAfter: nil)
        do {
            let values = cogs.values(of: page)
            _ = values
        }
        await cogs.exportsEnded()
        _ = cogs[page]
        #expect(await work.nextRun().succeed(1))
        #expect(cogs[page] == 1)
        #expect(work.runs.count == 1)
    }

    @Test("QUERY-1: peeks are no watchers: state that was only peeked at was left by nobody")
    func peeksOnly() async {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(refreshOnReturn: true, staleAfter: nil)
        _ = cogs.peek(page)
        await work.nextRun().succeed(1)
        for _ in 1...3 { #expect(cogs.peek(page) == 1) }
        #expect(cogs.status.peek(page).kind == .success)
    }

    @Test("QUERY-1: without either, what was loaded holds as long as what it was chosen from")
    func plain() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page(staleAfter: nil)
        _ = cogs[page]
        await work.nextRun().succeed(1)
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(100_000))
        #expect(cogs[page] == 1)
        #expect(work.runs.count == 1)
    }

    @Test("QUERY-1: a freshness of no length traps, naming the cog, and says what to do")
    func noLength() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                _ = Cog<Int>.Async(default: 0, name: "page", staleAfter: .zero) { _ in Work.run { 1 } }
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'page' is declared with staleAfter: 0.0 seconds"))
        #expect(message.contains("Give a time above zero"))
    }
}

@MainActor
@Suite("Invalidation by tag")
struct TagTests {
    private enum Topic: Hashable {
        case users
        case user(Int)
    }

    private let work = ControlledWork<Int>()

    private func users() -> CogBox<Int, Int>.Async {
        CogBox<Int, Int>.Async(default: 0, name: "user", tags: { [Topic.users, Topic.user($0)] }) {
            [work] _, _ in Work.run { try await work.run() }
        }
    }

    @Test("QUERY-1: a tag invalidates what bears it: the watched is chosen anew at once, the rest at demand")
    func watchedAndNot() async {
        let cogs = Cogs.forTesting()
        let (users, other) = (users(), Cog<Int>.Async(default: 0) { _ in Work.run { 5 } })
        _ = cogs[users[1]]
        _ = cogs.peek(users[2])
        _ = cogs[other]
        await work.nextRun().succeed(1)
        await work.nextRun().succeed(2)
        let number = cogs.lastTurn
        cogs.invalidate(Topic.users)
        #expect(
            cogs.turns(after: number) == ["invalidate users (unchanged)", "pending user[1]"])
        #expect(cogs.peek(users[2]) == 2)
        #expect(cogs.status.peek(users[2]).kind == .pending)
        #expect(await work.nextRun().succeed(11))
        #expect(await work.nextRun().succeed(12))
        #expect(cogs.peek(users[1]) == 11)
        #expect(cogs.peek(users[2]) == 12)
    }

    @Test("QUERY-1: a tag of one key leaves the others")
    func oneKey() async {
        let cogs = Cogs.forTesting()
        let users = users()
        for key in 1...2 {
            _ = cogs[users[key]]
            await work.nextRun().succeed(key)
        }
        cogs.invalidate(Topic.user(2))
        #expect(cogs.status.peek(users[1]).kind == .success)
        #expect(cogs.status.peek(users[2]).kind == .pending)
        cogs.invalidate(Topic.user(3))
        #expect(work.runs.count == 2)
    }

    @Test("QUERY-1: what was loading as its tag was invalidated is not taken")
    func whileLoading() async {
        let cogs = Cogs.forTesting()
        let users = users()
        let refresh = cogs.refresh(users[1])
        let run = await work.nextRun()
        cogs.invalidate(Topic.users)
        #expect(await run.succeed(1) == false)
        #expect(await refresh.outcome.text == "superseded")
        #expect(cogs.peek(users[1]) == 0)
        #expect(await work.nextRun().succeed(2))
    }

    @Test("QUERY-1: asked for in a turn's body, an invalidation takes effect after its flush")
    func inTurn() async {
        let cogs = Cogs.forTesting()
        let (users, source) = (users(), Cog<Int>.Manual(name: "source") { 0 })
        _ = cogs[users[1]]
        await work.nextRun().succeed(1)
        let number = cogs.lastTurn
        cogs.turn(name: "save") { c in
            cogs.invalidate(Topic.user(1))
            c[source] = 1
        }
        #expect(
            cogs.turns(after: number) == ["save", "invalidate user(1) (unchanged)", "pending user[1]"])
    }

    @Test("QUERY-1: a retired mechanism's invalidation is dropped, a live one's names its owner")
    func mechanisms() async {
        let users = users()
        var kept: MechanismController?
        var cogs: Cogs? = Cogs.forTesting(mechanisms: [Scripted("Saver") { m in kept = m }])
        _ = cogs?[users[1]]
        await work.nextRun().succeed(1)
        kept?.invalidate(Topic.users)
        #expect(cogs?.history.last { $0.name == "invalidate users" }?.owner == "Saver")
        _ = await work.nextRun()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        kept?.invalidate(Topic.users)
        #expect(work.runs.count == 2)
    }

    @Test("QUERY-1: a tag leaves nothing once what bore it is gone")
    func leavesNothing() async {
        let cogs = Cogs.forTesting()
        let users = users()
        for key in 1...100 { _ = cogs.peek(users[key]) }
        #expect(cogs.context.queryEntryCount == 101)
        for key in 1...100 { cogs.discard(users[key]) }
        #expect(cogs.context.queryEntryCount == 0)
    }

    @Test("QUERY-1: an invalidation asked for while a selector computes traps, naming it")
    func inSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let bad = Cog<Int>(name: "bad") { _ in
                    cogs.invalidate("users")
                    return 1
                }
                _ = cogs.peek(bad)
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("turn 'invalidate users' was asked for while 'bad' computes"))
    }
}
