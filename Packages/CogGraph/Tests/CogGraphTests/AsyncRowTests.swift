import Testing

@_spi(Mechanisms) @testable import CogGraph

@MainActor
@Suite("What is kept beside an async state")
struct AsyncRowTests {
    private struct Refused: Error {}

    private let cogs = Cogs(context: Context(holdsProductionSlot: false))
    private var context: Context { cogs.context }

    @Test("ASYNC-11: nothing is kept once all that was chosen is over, whatever came of it")
    func settled() async {
        let once = CogBox<Int, Int>.Async(default: 0) { _, key in
            .run { if key % 2 == 0 { throw Refused() } else { key } }
        }
        let queued = CogBox<Int, Int>.Async(default: 0, policy: .queue) { _, key in .run { key } }
        let merged = CogBox<Int, Int>.Async(default: 0, policy: .merged) { _, key in .run { key } }
        let streams = Countdown(50)
        let streamed = CogBox<Int, Int>.Async(default: 0) { _, key in
            .stream {
                if let run = RunEnds.currentRun { RunEnds.onEnd(of: run) { _ in streams.count() } }
                return AsyncStream { feed in
                    for element in 0..<key { feed.yield(element) }
                    feed.finish()
                }
            }
        }
        var ends: [CogRefresh<Int>] = []
        for key in 0..<50 {
            ends += [cogs.refresh(once[key]), cogs.refresh(streamed[key])]
            for _ in 0..<3 { ends += [cogs.refresh(queued[key]), cogs.refresh(merged[key])] }
        }
        #expect(context.asyncRows.count == 200)
        for end in ends { _ = await end.outcome }
        await streams.over()
        #expect(context.asyncRows.isEmpty)
        #expect(context.asyncRows.capacity < 64, "the room for them is given back")
    }

    @Test("ASYNC-11: what a declaration asks for beyond runs is kept as long as the state lives")
    func kept() async {
        let tagged = CogBox<Int, Int>.Async(default: 0, tags: { [$0] }) { _, key in .run { key } }
        _ = await cogs.refresh(tagged[1]).outcome
        #expect(context.asyncRows.count == 1)
        cogs.discard(tagged[1])
        #expect(context.asyncRows.isEmpty)
    }

    @Test("ASYNC-11: a row that is kept no more when another is chosen starts anew")
    func again() async {
        let box = CogBox<Int, Int>.Async(default: 0) { _, key in .run { key } }
        for _ in 0..<3 {
            let outcome = await cogs.refresh(box[7]).outcome
            guard case .success(7) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(context.asyncRows.isEmpty)
        }
    }
}

@MainActor
private final class Countdown {
    private var left: Int
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ left: Int) { self.left = left }

    func count() {
        left -= 1
        if left == 0 { waiter?.resume() }
    }

    func over() async {
        if left > 0 { await withCheckedContinuation { waiter = $0 } }
    }
}
