@_spi(Mechanisms) import CogGraph
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Findings of random programs")
struct FindingsTests {
    private let cogs = Cogs.forTesting()
    private let source = Cog<Int>.Manual(name: "source") { 0 }

    @Test("UI-1, TEST-1: a state that was seeded and written again is one notice in the turn")
    func noticedOnce() {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        _ = cogs[source]
        _ = cogs[twice]
        cogs.context.seed(source, to: 2)
        #expect(cogs.peek(twice) == 4)
        cogs.turn(source, to: 3)
        #expect(cogs.history.last?.noticed.sorted() == ["source", "twice"])
    }

    @Test("UI-1, LIFE-4: what was seeded and discarded tells nobody of the state in its place")
    func discarded() {
        let boxes = CogBox<Int, Int>(name: "box") { [source] c, key in c[source] + key }
        _ = cogs[boxes[1]]
        cogs.context.seed(source, to: 2)
        cogs.discard(boxes[1])
        _ = cogs[boxes[2]]
        cogs.turn { _ in }
        #expect(cogs.history.last?.noticed == [])
    }

    @Test("REACT-5, TEST-1: a reaction that a seed woke and that is cancelled leaves no mark to the next")
    func wokenAndCancelled() {
        let context = cogs.context
        let first = context.register("first") { [source] c in _ = c[source] }
        context.seed(source, to: 1)
        context.cancel(first)
        var runs = 0
        _ = context.register("second") { [source] c in
            runs += 1
            _ = c[source]
        }
        cogs.turn(source, to: 2)
        #expect(runs == 2)
        let twice = Cog { [source] c in c[source] * 2 }
        let third = context.register("third") { [source] c in _ = c[source] }
        context.seed(source, to: 3)
        context.cancel(third)
        #expect(cogs.peek(twice) == 6)
        context.seed(source, to: 4)
        cogs.turn { _ in }
        #expect(cogs.peek(twice) == 8)
        #expect(runs == 3)
    }

    @Test("EXP-1, LIFE-3: what is read once on behalf of a new sequence of values has its grace")
    func exported() {
        let lower = Cog(name: "lower") { [source] c in c[source] + 1 }
        let upper = Cog(name: "upper") { c in c.peek(lower) + 1 }
        let values = cogs.values(of: upper)
        #expect(cogs.census(of: lower).rows.first?.keepers == [.grace(until: .seconds(30))])
        _ = values
    }

    @Test("REACT-2, EXP-1: a reaction that leaves what changed may begin a sequence of values in its run")
    func exportedInRun() {
        let isOn = Cog<Bool>.Manual(name: "isOn") { true }
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let other = Cog<Int>.Manual(name: "other") { 7 }
        var sequences: [CogValues<Int>] = []
        _ = cogs.context.register("leaving") { [cogs] c in
            if c[isOn] {
                _ = c[twice]
            } else {
                sequences.append(cogs.values(of: other))
            }
        }
        cogs.turn { [source] c in
            c[isOn] = false
            c[source] = 1
        }
        #expect(sequences.count == 1)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
    }

    @Test("REACT-2, EXP-1: so may a reaction that reads in another order than before")
    func exportedInReorderedRun() {
        let boxes = CogBox<Int, Int>(name: "box") { _, key in key }
        var sequences: [CogValues<Int>] = []
        _ = cogs.context.register("reordering") { [cogs, source] c in
            _ = c[boxes[c[source]]]
            _ = c[boxes[1]] + c[boxes[2]]
            sequences.append(cogs.values(of: boxes[3]))
        }
        cogs.turn(source, to: 2)
        #expect(sequences.count == 2)
        #expect(cogs.census(of: boxes).rows.map(\.name) == ["box[0]", "box[1]", "box[2]", "box[3]"])
    }

    @Test("EXP-2, READ-4: all that follow a model take in its change in one turn: nobody sees old beside new")
    func followedTogether() async {
        let gauge = Gauge()
        let low = Cog(name: "low") { c in c.track(gauge, \.level) }
        let high = Cog(name: "high") { c in c.track(gauge, \.level) + 100 }
        var seen: [[Int]] = []
        _ = cogs.context.register("both") { c in seen.append([c[low], c[high]]) }
        gauge.level = 1
        await cogs.nextTurn()
        #expect(seen == [[0, 100], [1, 101]])
        #expect(cogs.history.map(\.name) == ["track 'high', 'low'"])
    }
}

@MainActor
@Observable
private final class Gauge {
    var level = 0
}
