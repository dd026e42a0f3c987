@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Reads")
struct ReadTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("READ-1: curr is the row's own previous value, per key, nil at first")
    func previousValue() {
        let source = Cog<Int>.Manual { 1 }
        let total = CogBox<Int, Int> { c, n in (c.curr(Int.self) ?? n * 100) + c[source] }
        #expect(cogs.peek(total[1]) == 101)
        cogs.turn(source, to: 5)
        #expect(cogs.peek(total[1]) == 106)
        #expect(cogs.peek(total[2]) == 205)
    }

    @Test("READ-1: a peek in a selector is settled and makes no dependency")
    func peekInSelector() {
        let (tracked, peeked) = (Cog<Int>.Manual { 1 }, Cog<Int>.Manual { 1 })
        let doubled = Cog { c in c[peeked] * 2 }
        let sum = Cog { c in c[tracked] + c.peek(doubled) }
        #expect(cogs.peek(sum) == 3)
        cogs.turn(peeked, to: 10)
        #expect(cogs.peek(sum) == 3)
        cogs.turn(tracked, to: 2)
        #expect(cogs.peek(sum) == 22)
    }

    @Test("READ-3: a cog depends on what its latest run read, and on nothing it read before")
    func latestDependencies() {
        let (flag, first, second) = (
            Cog<Bool>.Manual { true }, Cog<Int>.Manual { 1 }, Cog<Int>.Manual { 2 }
        )
        var runs = 0
        let chosen = Cog { c in
            runs += 1
            return c[flag] ? c[first] : c[second]
        }
        _ = cogs.peek(chosen)
        cogs.turn(flag, to: false)
        #expect(cogs.peek(chosen) == 2)
        cogs.turn(first, to: 10)
        #expect(cogs.peek(chosen) == 2)
        #expect(runs == 2)
        cogs.turn(second, to: 20)
        #expect(cogs.peek(chosen) == 20)
    }

    @Test("READ-4: two rows that one turn changed are seen both new or both old")
    func untorn() {
        let (width, height) = (Cog<Int>.Manual { 1 }, Cog<Int>.Manual { 1 })
        let wide = Cog { c in c[width] * 10 }
        let high = Cog { c in c[height] * 10 }
        var seen: [[Int]] = []
        let both = Cog { c -> [Int] in [c[wide], c[high], c[width], c[height]] }
        _ = cogs.context.register("log") { c in seen.append(c[both]) }
        cogs.turn { [cogs] c in
            c[width] = 2
            seen.append(cogs.peek(both))
            c[height] = 2
        }
        #expect(seen == [[10, 10, 1, 1], [10, 10, 1, 1], [20, 20, 2, 2]])
    }

    @Test("READ-5, TURN-2, TURN-11: in a turn only its writer sees staged values")
    func stagedValues() {
        let source = Cog<Int>.Manual { 1 }
        let doubled = Cog { c in c[source] * 2 }
        var seen: [Int] = []
        cogs.turn { [cogs] c in
            c[source] += 1
            c[source] += 1
            seen = [c[source], cogs.peek(source), c[doubled]]
        }
        #expect(seen == [3, 1, 2])
        #expect(cogs.peek(doubled) == 6)
    }

    @Test("GRAPH-6: what nobody reads does not run, however many turns pass")
    func idleRows() {
        var runs = 0
        let source = Cog<Int>.Manual { 0 }
        let idle = CogBox<Int, Int> { c, n in
            runs += 1
            return c[source] + n
        }
        for n in 0..<1_000 { _ = cogs.peek(idle[n]) }
        for n in 1...100 { cogs.turn(source, to: n) }
        #expect(runs == 1_000)
        #expect(cogs.peek(idle[7]) == 107)
        #expect(runs == 1_001)
    }
}
