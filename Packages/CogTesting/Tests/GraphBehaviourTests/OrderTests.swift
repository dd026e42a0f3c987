import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Names and orders")
struct OrderTests {
    private let cogs = Cogs.forTesting()
    private let source = Cog<Int>.Manual(name: "source") { 1 }

    @Test("DECL-6: a cog without a name goes by its file and line, a key behind it")
    func names() {
        let line = #line + 1
        let unnamed = CogBox<Int, Int>.Manual { 0 }
        cogs.turn(unnamed[3], to: 1)
        #expect(cogs.history.last?.written == ["GraphBehaviourTests/OrderTests.swift:\(line)[3]"])
    }

    @Test("TURN-1: a turn of one source goes by its calling function unless it is named")
    func turnNames() {
        cogs.turn(source, to: 2)
        cogs.turn(source, to: 3, name: "third")
        cogs.turn { [source] c in c[source] = 4 }
        #expect(cogs.history.map(\.name) == ["turnNames()", "third", "turnNames()"])
    }

    @Test("READ-2: a peek registers nothing with Observation, and makes no boundary")
    func peek() {
        var told = 0
        withObservationTracking {
            _ = cogs.peek(source)
        } onChange: {
            MainActor.assumeIsolated { told += 1 }
        }
        cogs.turn(source, to: 2)
        #expect(told == 0)
        #expect(cogs.boundaryCount == 0)
    }

    @Test("READ-2: a UI read in a turn's body sees the committed value, and is told of the turn's change")
    func observedInTurn() {
        var log: [String] = []
        cogs.turn { [cogs, source] c in
            c[source] = 2
            withObservationTracking {
                log.append("read \(cogs[source])")
            } onChange: {
                MainActor.assumeIsolated { log.append("told, is \(cogs.peek(source))") }
            }
        }
        #expect(log == ["read 1", "told, is 2"])
    }

    @Test("TURN-12: discards, registrations and turns asked for in a body come in their order after it")
    func deferred() {
        let log = Log()
        let (first, second) = (
            Cog<Token>(name: "first") { _ in Token("first gone", log) },
            Cog<Token>(name: "second") { _ in Token("second gone", log) }
        )
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.watch(source, initial: .skip, name: "reaction") { _, new in
                    log.lines.append("reaction \(new)")
                    if new == 2 { m.turn(source, to: 3) }
                }
            }
        ])
        _ = [cogs[first], cogs[second]]
        cogs.turn { [cogs, source] c in
            cogs.discard(second)
            c[source] = 2
            cogs.discard(first)
            log.lines.append("body")
        }
        #expect(log.lines == ["body", "reaction 2", "second gone", "first gone", "reaction 3"])
    }

    @Test("TURN-7: a turn asked for by a reaction sees its writes notified and reacted to before the next")
    func wholeTurns() {
        let log = Log()
        let other = Cog<Int>.Manual(name: "other") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.watch(source, initial: .skip) { _, _ in
                    for n in 1...3 { m.turn(other, to: n) }
                }
                m.watch(other, initial: .skip) { old, new in log.lines.append("\(old) to \(new)") }
            }
        ])
        let page = Page(cogs, other, log)
        page.render()
        cogs.turn(source, to: 2)
        #expect(
            log.lines == [
                "shows 0", "shows 1", "0 to 1", "shows 2", "1 to 2", "shows 3", "2 to 3",
            ])
    }

    @Test("TURN-3, CTX-2: a turn of another context in a turn's body is that one's own, and whole")
    func otherContext() {
        let log = Log()
        func watched(_ name: String) -> Cogs {
            Cogs.forTesting(mechanisms: [
                Scripted { [source] m in
                    m.watch(source, initial: .skip) { _, new in log.lines.append("\(name) \(new)") }
                }
            ])
        }
        let (here, there) = (watched("here"), watched("there"))
        here.turn { [source] c in
            c[source] = 2
            there.turn { d in
                d[source] = 3
                here.turn { inner in inner[source] *= 10 }
            }
            #expect([c[source], here.peek(source), there.peek(source)] == [20, 1, 3])
        }
        #expect(log.lines == ["there 3", "here 20"])
    }

    @Test("GRAPH-6, GRAPH-1: 100,000 rows that nobody reads do not run, however many turns pass")
    func idleRows() {
        #if COG_INTERNAL_CHECKS
            let count = 500
        #else
            let count = 100_000
        #endif
        var runs = 0
        let idle = CogBox<Int, Int>(name: "idle") { [source] c, key in
            runs += 1
            return c[source] &+ key
        }
        for key in 0..<count { _ = cogs.peek(idle[key]) }
        cogs.turn(source, to: 2)
        for n in 3...50 { cogs.turn(source, to: n) }
        #expect(runs == count)
        #expect(cogs.peek(idle[7]) == 57)
        #expect(runs == count + 1)
    }

    #if !DEBUG
        @Test("HIST-1: a release build keeps no history unless it is asked to")
        func noHistory() {
            let cogs = Cogs.forTesting(history: .standard)
            cogs.turn(source, to: 2)
            #expect(cogs.history.isEmpty)
        }
    #endif
}

/// Shows a value, and again whenever it is told that it changed.
@MainActor
private final class Page {
    private let cogs: Cogs
    private let shown: Cog<Int>.Manual
    private let log: Log

    init(_ cogs: Cogs, _ shown: Cog<Int>.Manual, _ log: Log) {
        self.cogs = cogs
        self.shown = shown
        self.log = log
    }

    func render() {
        withObservationTracking {
            log.lines.append("shows \(cogs[shown])")
        } onChange: {
            MainActor.assumeIsolated { self.render() }
        }
    }
}
