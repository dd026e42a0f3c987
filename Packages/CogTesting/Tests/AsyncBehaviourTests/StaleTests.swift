import CogGraph
import CogMechanisms
import CogTesting
import Testing

// One test for each arrow of "stale completion rejection": a result counts only while the row, the
// declaration and key, the policy and the choice it came from still hold.
@MainActor
@Suite("Refusing stale results")
struct StaleTests {
    private let clock = TestClock()
    private let zip = Cog<Int>.Manual(name: "zip") { 1 }
    private let work = ControlledWork<Int>()

    private func page() -> Cog<Int>.Async {
        Cog<Int>.Async(default: 0, name: "page") { [zip, work] c in
            _ = c[zip]
            return Work.run { try await work.run() }
        }
    }

    @Test("LIFE-4: a result for a slot that was reused is refused")
    func reusedSlot() async throws {
        let cogs = Cogs.forTesting()
        let page = page()
        _ = cogs.peek(page)
        let old = await work.nextRun()
        cogs.discard(page)
        #expect(cogs.census(of: page).count == 0)
        _ = cogs.peek(page)
        let number = cogs.lastTurn
        #expect(await old.succeed(1) == false)
        #expect(cogs.turns(after: number) == [])
        #expect(cogs.peek(page) == 0)
        #expect(await work.nextRun().succeed(2))
        #expect(cogs.peek(page) == 2)
    }

    @Test("LIFE-4: a result for a key that is gone is refused")
    func goneKey() async {
        let cogs = Cogs.forTesting()
        let pages = CogBox<Int, String>.Async(default: 0, name: "pages") { [work] _, _ in
            Work.run { try await work.run() }
        }
        _ = cogs.peek(pages["a"])
        let old = await work.nextRun()
        cogs.discard(pages["a"])
        _ = cogs.peek(pages["b"])
        #expect(await old.succeed(1) == false)
        #expect(cogs.peek(pages["b"]) == 0)
    }

    @Test("ASYNC-10: a result whose choice was invalidated is refused; the next demand chooses again")
    func invalidated() async {
        let cogs = Cogs.forTesting()
        let page = page()
        let refresh = cogs.refresh(page)
        let old = await work.nextRun()
        cogs.turn(zip, to: 2)
        let number = cogs.lastTurn
        #expect(await old.succeed(1) == false)
        #expect(cogs.turns(after: number) == [])
        #expect(await refresh.outcome.text == "superseded")
        #expect(work.runs.count == 1)
        #expect(cogs.peek(page) == 0)
        #expect(await work.nextRun().succeed(2))
        #expect(cogs.peek(page) == 2)
    }

    @Test("ASYNC-10: a row that may have changed is refused without settling to find out")
    func notSettled() async {
        let cogs = Cogs.forTesting()
        var parities = 0
        let parity = Cog<Int>(name: "parity") { [zip] c in
            parities += 1
            return c[zip] % 2
        }
        let page = Cog<Int>.Async(default: 0, name: "page") { [work] c in
            _ = c[parity]
            return Work.run { try await work.run() }
        }
        _ = cogs.peek(page)
        let old = await work.nextRun()
        cogs.turn(zip, to: 3)
        #expect(await old.succeed(1) == false)
        #expect(parities == 1)
        _ = cogs.peek(page)
        #expect(parities == 2)
        #expect(await work.nextRun().succeed(2))
    }

    @Test("ASYNC-10: what waits in a queue goes with the choice that was invalidated")
    func queueInvalidated() async {
        let cogs = Cogs.forTesting()
        let page = Cog<Int>.Async(default: 0, name: "page", policy: .queue) { [zip, work] c in
            _ = c[zip]
            return RunWork.run { try await work.run() }
        }
        let first = cogs.refresh(page)
        let second = cogs.refresh(page)
        let run = await work.nextRun()
        cogs.turn(zip, to: 2)
        #expect(await run.succeed(1) == false)
        #expect(await first.outcome.text == "superseded")
        #expect(await second.outcome.text == "superseded")
        #expect(work.runs.count == 1)
        #expect(cogs.peek(page) == 0)
        #expect(await work.nextRun().succeed(7))
        #expect(cogs.peek(page) == 7)
    }

    @Test("ASYNC-10: a choice that does not hold when its turn comes never starts, and waits for no other")
    func overtaken() async {
        let go = Cog<Bool>.Manual(name: "go") { false }
        let page = Cog<Int>.Async(default: 0, name: "page", policy: .merged) { [zip, work] c in
            _ = c[zip]
            return RunWork.run { try await work.run() }
        }
        var seen: [Int] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [zip] m in
                m.watch(go, initial: .skip) { _, _ in
                    m.turn(zip, to: 2, name: "move")
                    seen.append(m.peek(page))
                }
            }
        ])
        let number = cogs.lastTurn
        cogs.turn(go, to: true, name: "go")
        #expect(seen == [0])
        #expect(cogs.turns(after: number) == ["go", "move"])
        _ = cogs.peek(page)
        await work.nextRun().succeed(1)
        #expect(work.runs.count == 1)
        #expect(!cogs.status.peek(page).isLoading)
    }

    @Test("ASYNC-10: one that may not hold never starts either, and the next demand chooses again")
    func overtakenMaybe() async {
        let go = Cog<Bool>.Manual(name: "go") { false }
        let parity = Cog<Int>(name: "parity") { [zip] c in c[zip] % 2 }
        let page = Cog<Int>.Async(default: 0, name: "page") { [work] c in
            _ = c[parity]
            return Work.run { try await work.run() }
        }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [zip] m in
                m.watch(go, initial: .skip) { _, _ in
                    m.turn(zip, to: 3, name: "move")
                    _ = m.peek(page)
                }
            }
        ])
        let number = cogs.lastTurn
        cogs.turn(go, to: true, name: "go")
        #expect(cogs.turns(after: number) == ["go", "move"])
        _ = cogs.peek(page)
        #expect(cogs.turns(after: number).last == "pending page (unchanged)")
        #expect(await work.nextRun().succeed(1))
        #expect(cogs.peek(page) == 1)
    }

    @Test("ASYNC-10: merged runs from before a change count once the state was chosen anew")
    func mergedAcrossChoices() async {
        let cogs = Cogs.forTesting()
        let page = Cog<Int>.Async(default: 0, name: "page", policy: .merged) { [zip, work] c in
            _ = c[zip]
            return RunWork.run { try await work.run() }
        }
        _ = cogs.peek(page)
        let old = await work.nextRun()
        cogs.turn(zip, to: 2)
        _ = cogs.peek(page)
        let new = await work.nextRun()
        #expect(await new.succeed(2))
        #expect(await old.succeed(1))
        #expect(cogs.peek(page) == 1)
    }

    @Test("LIFE-1: what is observed chooses again in the turn that changed its choice")
    func observed() async {
        let cogs = Cogs.forTesting()
        let page = page()
        _ = cogs[page]
        let old = await work.nextRun()
        cogs.turn(zip, to: 2)
        let new = await work.nextRun()
        #expect(old.isCancelled)
        #expect(await new.succeed(2))
        #expect(await old.succeed(1) == false)
        #expect(cogs[page] == 2)
    }

    @Test("READ-1: reading a cog inside the work is no dependency")
    func readInWork() async {
        let cogs = Cogs.forTesting()
        var selections = 0
        let gate = ControlledWork<Void>()
        let page = Cog<Int>.Async(default: 0, name: "page") { [zip] _ in
            selections += 1
            return Work.run {
                try await gate.run()
                return cogs.peek(zip)
            }
        }
        _ = cogs[page]
        await gate.nextRun().succeed(())
        #expect(cogs[page] == 1)
        cogs.turn(zip, to: 2)
        #expect(selections == 1)
        #expect(cogs[page] == 1)
    }

    @Test("ASYNC-11: work that outlives its context publishes nothing and keeps nothing of it alive")
    func deadContext() async {
        final class Held {}
        let page = Cog<Held?>.Async(default: Held(), name: "page") { [work] _ in
            Work.run {
                _ = try await work.run()
                return nil
            }
        }
        var cogs: Cogs? = Cogs.forTesting()
        weak let held = cogs?.peek(page)
        #expect(held != nil)
        let run = await work.nextRun()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(held == nil)
        #expect(run.isCancelled)
        #expect(await run.succeed(1) == false)
    }

    @Test("ASYNC-11: release, discard and a newer choice each cancel the task")
    func cancels() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let page = page()
        _ = cogs.peek(page)
        let discarded = await work.nextRun()
        cogs.discard(page)
        #expect(discarded.isCancelled)
        _ = cogs.peek(page)
        let released = await work.nextRun()
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(30))
        await cogs.graceEnded()
        #expect(released.isCancelled)
        _ = cogs.peek(page)
        let replaced = await work.nextRun()
        cogs.refresh(page)
        #expect(replaced.isCancelled)
    }
}
