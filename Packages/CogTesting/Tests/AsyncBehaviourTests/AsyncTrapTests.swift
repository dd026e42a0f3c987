import CogGraph
import CogTesting
import Testing

@MainActor
@Suite("Traps of async state")
struct AsyncTrapTests {
    @Test("TURN-8: an equality rule that asks for a turn traps, naming the cog and the turn")
    func turnInEquality() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @MainActor func run() async {
                let cogs = Cogs.forTesting()
                let other = Cog<Int>.Manual(name: "other") { 1 }
                let page = Cog<Int>.Async(
                    default: 0, name: "page",
                    equals: { _, new in
                        cogs.turn(other, to: new, name: "note")
                        return false
                    }
                ) { _ in Work.run { 1 } }
                _ = await cogs.refresh(page).outcome
            }
            await run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("turn 'note' was asked for while the equality rule of 'page.status' computes"))
    }

    @Test("TEST-1: a controlled run that is ended twice traps, and says what to do")
    func endedTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @MainActor func run() async {
                let work = ControlledWork<Int>()
                let page = Cog<Int>.Async(default: 0) { _ in Work.run { try await work.run() } }
                let cogs = Cogs.forTesting()
                cogs.refresh(page)
                let run = await work.nextRun()
                await run.succeed(1)
                await run.succeed(2)
            }
            await run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("run 0 was ended, but it has ended already. A run ends once; take the next"))
    }

    @Test("TEST-1: a controlled stream that is given more after its end traps, and says what to do")
    func yieldedAfterEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @MainActor func run() async {
                let stream = ControlledStream<Int>()
                let page = Cog<Int>.Async(default: 0) { _ in Work.stream { stream.elements() } }
                let cogs = Cogs.forTesting()
                cogs.refresh(page)
                let pass = await stream.nextPass()
                await pass.finish()
                await pass.yield(1)
            }
            await run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("pass 0 was given more, but it has ended already. Take the next with nextPass()"))
    }
}
