import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("What happened")
struct HistoryTests {
    @Test("HIST-1: a turn's record says who asked, what was written, computed, noticed and run")
    func record() {
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let keyed = CogBox<Int, String>.Manual(name: "keyed") { 0 }
        let sum = Cog(name: "sum") { c in c[source] + c[keyed["a"]] }
        let echo = Cog<Int>.Manual(name: "echo") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [Echo(from: sum, to: echo)])
        _ = cogs[sum]
        let before = cogs.history.count
        cogs.turn(name: "change") { c in
            c[source] = 2
            c[keyed["a"]] = 3
            c[source] = 4
        }
        let records = cogs.history.dropFirst(before)
        #expect(
            records.map(\.description) == [
                "\(before + 1) change; wrote source, keyed[a]; computed sum; noticed sum; ran Echo.echo",
                "\(before + 2) repeat of Echo by Echo.echo; wrote echo",
            ])
    }

    @Test("HIST-1, TURN-10: a turn that changed nothing keeps its entry, marked unchanged")
    func unchanged() {
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let cogs = Cogs.forTesting()
        cogs.turn(name: "same") { c in
            c[source] = 5
            c[source] = 1
        }
        #expect(cogs.history.map(\.description) == ["1 same (unchanged); wrote source"])
    }

    @Test("HIST-1: the ring keeps the latest, and a context may keep none")
    func bounds() {
        let source = Cog<Int>.Manual { 0 }
        let cogs = Cogs.forTesting(history: .latest(3))
        for value in 1...10 { cogs.turn(source, to: value, name: "turn \(value)") }
        #expect(cogs.history.map(\.name) == ["turn 8", "turn 9", "turn 10"])
        for history in [CogHistory.off, .latest(0), .latest(-1)] {
            let silent = Cogs.forTesting(history: history)
            silent.turn(source, to: 1)
            #expect(silent.history.isEmpty)
        }
        let short = Cogs.forTesting(history: .latest(1))
        for value in 1...3 {
            short.turn(source, to: value)
            #expect(short.history.map(\.number) == [UInt64(value)])
        }
    }

    #if DEBUG
        @Test("HIST-1: a debug build keeps the latest 256 unless told otherwise, in production too")
        func standard() async {
            let source = Cog<Int>.Manual { 0 }
            await withAssembledCogs { cogs in
                for value in 1...300 { cogs.turn(source, to: value) }
                #expect(cogs.history.map(\.number) == Array(45...300))
            }
        }
    #endif

    @Test("HIST-1: each turn of a chain names the reaction that asked for it; a reader that was told is none")
    func causes() {
        let (first, second, third) = (
            Cog<Int>.Manual(name: "first") { 0 }, Cog<Int>.Manual(name: "second") { 0 },
            Cog<Int>.Manual(name: "third") { 0 }
        )
        let cogs = Cogs.forTesting(mechanisms: [
            Echo(from: Cog { c in c[first] }, to: second, name: "A"),
            Echo(from: Cog { c in c[second] }, to: third, name: "B"),
        ])
        withObservationTracking {
            _ = cogs[third]
        } onChange: {
            MainActor.assumeIsolated { cogs.turn(first, to: 2, name: "told") }
        }
        let before = cogs.history.count
        cogs.turn(first, to: 1, name: "go")
        #expect(
            cogs.history.dropFirst(before).map { "\($0.name) by \($0.cause ?? "nobody")" } == [
                "go by nobody", "repeat by A.echo", "repeat by B.echo", "told by nobody",
                "repeat by A.echo", "repeat by B.echo",
            ])
    }

    @Test("TURN-7: turns that reactions ask for are entries of their own, in the order asked")
    func queued() {
        let source = Cog<Int>.Manual(name: "source") { 0 }
        let count = Cog<Int>.Manual(name: "count") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Echo(from: Cog { c in c[source] }, to: count, name: "A"),
            Echo(from: Cog { c in c[source] }, to: count, name: "B"),
        ])
        let before = cogs.history.count
        cogs.turn(source, to: 1, name: "go")
        #expect(cogs.history.dropFirst(before).map(\.name) == ["go", "repeat", "repeat"])
        #expect(cogs.history.suffix(2).map(\.owner) == ["A", "B"])
    }
}

private struct Echo: Mechanism {
    let from: Cog<Int>
    let to: Cog<Int>.Manual
    var name = "Echo"

    func operate(_ m: MechanismController) {
        m.watch(from, initial: .skip, name: "echo") { [weak m] _, value in
            m?.turn(to, to: value, name: "repeat")
        }
    }
}
