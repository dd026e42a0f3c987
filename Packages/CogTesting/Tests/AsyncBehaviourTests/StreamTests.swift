import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Streams")
struct StreamTests {
    private let cogs = Cogs.forTesting()
    private let room = Cog<Int>.Manual(name: "room") { 1 }
    private let stream = ControlledStream<Int>()

    private func chat() -> Cog<Int>.Async {
        Cog<Int>.Async(default: 0, name: "chat") { [room, stream] c in
            _ = c[room]
            return Work.stream { stream.elements() }
        }
    }

    @Test("ASYNC-9: each element is a success turn, and an equal one none")
    func elements() async {
        let chat = chat()
        _ = cogs[chat]
        let pass = await stream.nextPass()
        for element in [1, 1, 2] { #expect(await pass.yield(element)) }
        #expect(cogs[chat] == 2)
        #expect(cogs.turns(after: 1) == ["success chat", "success chat"])
        #expect(!cogs.status.peek(chat).isLoading)
    }

    @Test("ASYNC-9: a first element that equals the value before still ends the pending")
    func equalFirst() async {
        let chat = chat()
        _ = cogs[chat]
        #expect(await stream.nextPass().yield(0))
        #expect(cogs.status.peek(chat).kind == .success)
        #expect(cogs.status.peek(chat).hasSucceeded)
    }

    @Test("ASYNC-6: a stream that ends after an element keeps it, and publishes nothing")
    func end() async {
        let chat = chat()
        _ = cogs[chat]
        let pass = await stream.nextPass()
        await pass.yield(1)
        let number = cogs.lastTurn
        await pass.finish()
        #expect(cogs.turns(after: number) == [])
        #expect(cogs.status.peek(chat).kind == .success)
        #expect(cogs[chat] == 1)
    }

    @Test("ASYNC-6: one that ends without an element leaves the status pending and fails its refresh")
    func empty() async {
        let chat = chat()
        let refresh = cogs.refresh(chat)
        let number = cogs.lastTurn
        await stream.nextPass().finish()
        #expect(cogs.turns(after: number) == [])
        #expect(cogs.status.peek(chat).kind == .pending)
        #expect(
            await refresh.outcome.text == "failure the stream of 'chat' ended without an element")
    }

    @Test("ASYNC-6: an error after an element keeps the value; the refresh stays with the element")
    func lateError() async {
        let chat = chat()
        let refresh = cogs.refresh(chat)
        let pass = await stream.nextPass()
        await pass.yield(1)
        #expect(await refresh.outcome.text == "success 1")
        #expect(await pass.fail(Failed("offline")))
        #expect(cogs.status.peek(chat).kind == .failure)
        #expect(cogs.peek(chat) == 1)
        #expect(await refresh.outcome.text == "success 1")
    }

    @Test("ASYNC-6: an error before any element is the refresh's outcome")
    func earlyError() async {
        let chat = chat()
        let refresh = cogs.refresh(chat)
        await stream.nextPass().fail(Failed("offline"))
        #expect(await refresh.outcome.text == "failure offline")
        #expect(cogs.status.peek(chat).kind == .failure)
    }

    @Test("ASYNC-6: replacing the state cancels the iteration, and a late element does not enter")
    func replaced() async {
        let chat = chat()
        _ = cogs[chat]
        let old = await stream.nextPass()
        await old.yield(1)
        cogs.turn(room, to: 2)
        #expect(old.isCancelled)
        let new = await stream.nextPass()
        #expect(await old.yield(9) == false)
        #expect(cogs[chat] == 1)
        #expect(await new.yield(2))
        #expect(cogs[chat] == 2)
    }

    @Test("ASYNC-10: an element that meets an invalidated choice ends the iteration")
    func invalidated() async {
        let chat = chat()
        _ = cogs.peek(chat)
        let old = await stream.nextPass()
        await old.yield(1)
        cogs.turn(room, to: 2)
        #expect(await old.yield(2) == false)
        #expect(cogs.peek(chat) == 1)
        #expect(cogs.status.peek(chat).kind == .pending)
        #expect(await stream.nextPass().yield(3))
        #expect(cogs.peek(chat) == 3)
    }

    @Test(
        "ASYNC-6: a hundred thousand elements go through one at a time, none lost to a graph that waits for each"
    )
    func many() async {
        #if COG_INTERNAL_CHECKS
            let count = 10_000
        #else
            let count = 100_000
        #endif
        struct Numbers: AsyncSequence, AsyncIteratorProtocol {
            let limit: Int
            let onEnd: @Sendable () -> Void
            var last = 0
            mutating func next() async -> Int? {
                if last == limit {
                    onEnd()
                    return nil
                }
                last += 1
                return last
            }
            func makeAsyncIterator() -> Numbers { self }
        }
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let numbers = Cog<Int>.Async(default: 0, name: "numbers") { _ in
            Work.stream { Numbers(limit: count) { end.finish() } }
        }
        let cogs = Cogs.forTesting(history: .off)
        var seen = 0
        let values = Cog<Int>(name: "seen") { c in
            seen += 1
            return c[numbers]
        }
        _ = cogs[values]
        for await _ in ended {}
        #expect(cogs[numbers] == count)
        #expect(seen == count + 1)
    }

    @Test("ASYNC-1: a selector may alternate between a run and a stream")
    func alternating() async {
        let work = ControlledWork<Int>()
        let mixed = Cog<Int>.Async(default: 0, name: "mixed") { [room, stream] c in
            c[room] % 2 == 0 ? Work.stream { stream.elements() } : Work.run { try await work.run() }
        }
        _ = cogs[mixed]
        let run = await work.nextRun()
        cogs.turn(room, to: 2)
        let pass = await stream.nextPass()
        #expect(await run.succeed(1) == false)
        #expect(await pass.yield(2))
        cogs.turn(room, to: 3)
        #expect(await pass.yield(3) == false)
        #expect(await work.nextRun().succeed(4))
        #expect(cogs[mixed] == 4)
    }
}
