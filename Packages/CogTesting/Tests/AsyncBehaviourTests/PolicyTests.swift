import CogGraph
import CogTesting
import Testing

@MainActor
@Suite("Scheduling policies")
struct PolicyTests {
    private let cogs = Cogs.forTesting()
    private let query = Cog<Int>.Manual(name: "query") { 1 }
    private let work = ControlledWork<Int>()

    private func search(_ policy: RunPolicy) -> Cog<Int>.Async {
        Cog<Int>.Async(default: 0, name: "search", policy: policy) { [query, work] c in
            _ = c[query]
            return RunWork.run { try await work.run() }
        }
    }

    private func latest(_ work: ControlledWork<Int>) -> Cog<Int>.Async {
        Cog<Int>.Async(default: 0, name: "search") { [query] c in
            _ = c[query]
            return Work.run { try await work.run() }
        }
    }

    @Test("ASYNC-1: .latest cancels what runs, and takes nothing of it even if it ignores that")
    func latestIgnoring() async {
        let search = latest(work)
        _ = cogs[search]
        let old = await work.nextRun()
        cogs.turn(query, to: 2)
        #expect(old.isCancelled)
        let new = await work.nextRun()
        #expect(await old.succeed(1) == false)
        #expect(cogs.status.peek(search).kind == .pending)
        #expect(await new.succeed(2))
        #expect(cogs[search] == 2)
        #expect(!new.isCancelled)
    }

    @Test("ASYNC-4: what work throws because the graph cancelled it is silence")
    func latestHeeding() async {
        let work = ControlledWork<Int>(onCancel: .stop)
        let search = latest(work)
        _ = cogs[search]
        _ = await work.nextRun()
        cogs.turn(query, to: 2)
        let number = cogs.lastTurn
        await work.nextRun().succeed(2)
        #expect(cogs.turns(after: number) == ["success search"])
    }

    @Test("ASYNC-4: a CancellationError that the graph did not cause is an ordinary failure")
    func ownCancellation() async {
        let search = latest(work)
        let refresh = cogs.refresh(search)
        await work.nextRun().fail(CancellationError())
        #expect(cogs.status.peek(search).kind == .failure)
        #expect(cogs.status.peek(search).error is CancellationError)
        guard case .failure(is CancellationError) = await refresh.outcome else {
            Issue.record("not a failure")
            return
        }
    }

    @Test("ASYNC-8: .queue runs one at a time, in order, each pending when it is admitted")
    func queue() async {
        let search = search(.queue)
        _ = cogs[search]
        let first = await work.nextRun()
        let second = cogs.refresh(search)
        cogs.turn(query, to: 2, name: "type")
        let third = cogs.refresh(search)
        #expect(work.runs.count == 1)
        #expect(
            cogs.turns(after: 1) == [
                "refresh search (unchanged)", "type", "refresh search (unchanged)",
            ])
        let number = cogs.lastTurn
        await first.succeed(1)
        await work.nextRun().succeed(2)
        await work.nextRun().fail(Failed("offline"))
        await work.nextRun().succeed(4)
        #expect(
            cogs.turns(after: number) == [
                "success search", "pending search", "success search", "pending search", "failure search",
                "pending search", "success search",
            ])
        #expect(await second.outcome.text == "success 2")
        #expect(await third.outcome.text == "success 4")
        #expect(cogs[search] == 4)
        #expect(work.runs.allSatisfy { !$0.isCancelled })
    }

    @Test("ASYNC-1: .exhaustLatest lets what runs finish and then runs the newest choice, once")
    func exhaustLatest() async {
        let search = search(.exhaustLatest)
        _ = cogs[search]
        let first = await work.nextRun()
        let skipped = cogs.refresh(search)
        let kept = cogs.refresh(search)
        #expect(await skipped.outcome.text == "superseded")
        #expect(!first.isCancelled)
        await first.succeed(1)
        #expect(cogs[search] == 1)
        await work.nextRun().succeed(3)
        #expect(await kept.outcome.text == "success 3")
        #expect(work.runs.count == 2)
        #expect(cogs.status.peek(search).kind == .success)
    }

    @Test("ASYNC-1: .exhaustLatest catches up after a failure too, and is then done")
    func exhaustLatestAfterFailure() async {
        let search = search(.exhaustLatest)
        _ = cogs[search]
        let first = await work.nextRun()
        cogs.turn(query, to: 2)
        cogs.turn(query, to: 3)
        let number = cogs.lastTurn
        await first.fail(Failed("offline"))
        #expect(await work.nextRun().succeed(3))
        #expect(cogs.turns(after: number) == ["failure search", "pending search", "success search"])
        #expect(work.runs.count == 2)
    }

    @Test("ASYNC-8: a hundred runs wait in a queue, and each refresh ends with the result of its own")
    func longQueue() async {
        let search = search(.queue)
        let handles = (0..<100).map { _ in cogs.refresh(search) }
        for number in 0..<100 {
            #expect(await work.nextRun().succeed(number))
            #expect(cogs.peek(search) == number)
        }
        for (number, handle) in handles.enumerated() {
            #expect(await handle.outcome.text == "success \(number)")
        }
        #expect(work.runs.count == 100)
    }

    @Test("ASYNC-8: .merged runs all at once and publishes as results land")
    func merged() async {
        let search = search(.merged)
        let handles = [cogs.refresh(search), cogs.refresh(search), cogs.refresh(search)]
        let runs = [await work.nextRun(), await work.nextRun(), await work.nextRun()]
        await runs[2].succeed(3)
        #expect(cogs.peek(search) == 3)
        #expect(cogs.status.peek(search).kind == .success)
        #expect(cogs.status.peek(search).isLoading)
        await runs[0].succeed(1)
        #expect(cogs.peek(search) == 1)
        await runs[1].fail(Failed("offline"))
        #expect(cogs.peek(search) == 1)
        #expect(cogs.status.peek(search).kind == .failure)
        #expect(!cogs.status.peek(search).isLoading)
        var outcomes: [String] = []
        for handle in handles { outcomes.append(await handle.outcome.text) }
        #expect(outcomes == ["success 1", "failure offline", "success 3"])
        #expect(runs.allSatisfy { !$0.isCancelled })
    }

    @Test("ASYNC-1: each key has a schedule of its own")
    func keys() async {
        let work = ControlledWork<Int>()
        let pages = CogBox<Int, Int>.Async(default: -1, name: "pages", policy: .queue) { c, key in
            RunWork.run { try await work.run() + key }
        }
        _ = cogs[pages[10]]
        _ = cogs[pages[20]]
        let (ten, twenty) = (await work.nextRun(), await work.nextRun())
        await twenty.succeed(2)
        #expect(cogs[pages[20]] == 22)
        #expect(cogs[pages[10]] == -1)
        await ten.succeed(1)
        #expect(cogs[pages[10]] == 11)
        #expect(cogs.turns().suffix(2) == ["success pages[20]", "success pages[10]"])
    }
}
