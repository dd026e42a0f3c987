import CogGraph
import CogTesting
import Testing

/// Random programs that close and open cycles under the hook, with all that can read: views, reactions,
/// sequences and graces.
///
/// They stand apart from the programs that a model follows event by event: while a cycle is closed, the
/// rules leave open which of its rows runs how often, and with what. What they promise is checked here
/// after every turn: whoever is not touched by a cycle is right, and whoever was is told and right again.
@MainActor
@Suite("Cycles with all that reads")
struct CycleProgramTests {
    @Test(
        "GRAPH-4, GRAPH-5, UI-1, REACT-1, EXP-1: who reads a cycle is told, and right, once it is gone",
        arguments: 0..<60)
    func programs(seed: UInt64) async {
        let run = CycleRun(seed: seed)
        for step in 0..<60 {
            if step % 6 == 0 { run.addReaders() }
            run.turn(mayClose: step < 45)
            run.check()
        }
        run.openAll()
        for _ in 0..<5 {
            run.turn(mayClose: false)
            run.check()
        }
        #expect(run.reports > 0)
        await run.checkSequences()
        run.checkDependencies()
    }

    @Test("GRAPH-5, UI-1: a view whose first read meets a cycle is told once the cycle is gone")
    func firstRead() {
        let run = CycleRun(seed: 1)
        run.write(links: [3: 4], values: [:])
        let view = run.addView(of: 3)
        #expect(run.reports > 0)
        #expect(!view.isTold)
        run.write(links: [3: -1], values: [:])
        #expect(view.isTold)
        view.draw()
        #expect(view.shown == run.model(3))
        #expect(run.cogs.history.last?.noticed == ["node[3]"])
    }

    @Test("GRAPH-5, UI-1: so is a view that a selector draws while the turn settles what is observed")
    func firstReadInSelector() {
        let run = CycleRun(seed: 1)
        let isDrawn = Cog<Bool>.Manual { false }
        var view: CycleRun.View?
        let drawing = Cog { c in
            if c[isDrawn], view == nil { view = run.addView(of: 3) }
            return c[isDrawn]
        }
        run.write(links: [3: 4], values: [:])
        _ = run.cogs[drawing]
        run.cogs.turn(isDrawn, to: true)
        #expect(view != nil)
        run.write(links: [3: -1], values: [:])
        #expect(view?.isTold == true)
    }

    @Test("GRAPH-4: a view that met a cycle is settled by each turn, which reports it until it is gone")
    func everyTurn() {
        let run = CycleRun(seed: 1)
        run.write(links: [3: 4], values: [:])
        _ = run.addView(of: 3)
        let before = run.reports
        run.write(links: [:], values: [8: 5])
        #expect(run.reports == before + 1)
    }
}
