import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("What lives, and why")
struct CensusTests {
    private let source = Cog<Int>.Manual(name: "source") { 1 }

    @Test("HIST-2: everything that keeps a row is told, by name and key")
    func keepers() {
        let twice = CogBox<Int, String>(name: "twice") { [source] c, key in c[source] * key.count }
        let above = Cog(name: "above") { c in c[twice["a"]] + 1 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Weather") { m in
                m.watch(twice["a"], initial: .skip, name: "alert") { _, _ in }
            }
        ])
        let values = cogs.values(of: twice["a"])
        _ = cogs[above] + cogs.peek(twice["a"]) + cogs.peek(twice["bb"])
        #expect(
            cogs.census(of: twice).description == """
                twice[a]: lease of Weather.alert, lease of values of twice[a], read by above, \
                grace until 30.0 seconds
                twice[bb]: grace until 30.0 seconds
                """)
        #expect(cogs.census(of: above).description == "above: boundary")
        #expect(cogs.census(of: source).rows.first?.keepers.first == .app)
        #expect(cogs.census(of: source).rows.first?.keepers.count == 3)
        _ = values
    }

    @Test("HIST-2: a declaration that was never read, or has gone, has no rows")
    func none() {
        let cogs = Cogs.forTesting()
        let twice = Cog { [source] c in c[source] * 2 }
        #expect(cogs.census(of: twice).count == 0)
        _ = cogs.peek(twice)
        #expect(cogs.census(of: twice).count == 1)
        cogs.discard(twice)
        #expect(cogs.census(of: twice).count == 0)
        #expect(cogs.census(of: twice).description == "")
    }

    @Test("HIST-2: what a turn's body asks for first has its grace when the turn ends")
    func inTurn() {
        let cogs = Cogs.forTesting()
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        cogs.turn { c in
            _ = cogs.peek(twice)
            #expect(cogs.census(of: twice).rows.map(\.keepers) == [[]])
        }
        #expect(cogs.census(of: twice).description == "twice: grace until 30.0 seconds")
    }

    @Test("TURN-6: one turn compares, settles what is watched, tells, offers, and reacts, in this order")
    func flush() async {
        let log = Log()
        let hot = Cog(name: "hot") { [source] c in
            log.lines.append("settles hot")
            return c[source] * 10
        }
        let cold = Cog(name: "cold") { [source] c in
            log.lines.append("settles cold")
            return c[source]
        }
        let same = Cog<Int>.Manual(
            name: "same",
            equals: { a, b in
                log.lines.append("compares")
                return a == b
            }
        ) { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(hot, initial: .skip, name: "first") { _, n in log.lines.append("first \(n)") }
                m.watch(same, initial: .skip, name: "never") { _, _ in log.lines.append("never") }
                m.watch(hot, initial: .skip, name: "second") { _, n in log.lines.append("second \(n)") }
            }
        ])
        _ = cogs.peek(cold)
        var values = cogs.values(of: hot, buffering: .unbounded).makeAsyncIterator()
        withObservationTracking {
            _ = cogs[hot]
        } onChange: {
            MainActor.assumeIsolated { log.lines.append("tells") }
        }
        log.lines = []
        cogs.turn { [source] c in
            c[source] = 2
            c[same] = 0
            c[source] = 3
            log.lines.append("wrote")
        }
        #expect(
            log.lines == ["wrote", "compares", "settles hot", "tells", "first 30", "second 30"])
        var seen: [Int?] = []
        for _ in 0..<2 { seen.append(await values.next()) }
        #expect(seen == [10, 30])
    }
}
