import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("The turns that a test expects")
struct TurnTests {
    private let isOn = Cog<Bool>.Manual(name: "isOn") { false }
    private let count = Cog<Int>.Manual(name: "count") { 0 }

    private struct Counter: Mechanism {
        let isOn: Cog<Bool>.Manual
        let count: Cog<Int>.Manual

        func operate(_ m: MechanismController) {
            m.scope(isOn, name: "session") { s in
                s.watch(count, initial: .skip, name: "limit") { _, now in
                    if now > 9 { s.turn(count, to: 9, name: "clamp") }
                }
            }
        }
    }

    @Test("TEST-4: each turn says its name, who asked for it, why, and whether it changed anything")
    func turns() {
        let derived = Cog<Int>(name: "derived") { [count] c in c[count] }
        let cogs = Cogs.forTesting(mechanisms: [Counter(isOn: isOn, count: count)])
        #expect(cogs.turns() == [])
        cogs.turn(isOn, to: true, name: "begin")
        #expect(cogs.turns() == ["begin"])
        let mark = cogs.mark
        cogs.turn(count, to: 10, name: "add")
        cogs.turn(count, to: 9, name: "add")
        cogs.discard(derived)
        #expect(
            cogs.turns(since: mark) == [
                "add", "clamp of Counter.session by Counter.session.limit", "add (unchanged)",
                "discard derived (system, unchanged)",
            ])
        #expect(cogs.turns(since: cogs.mark) == [])
    }

    @Test("TEST-4: what differs is told by the turn's own words")
    func difference() {
        let cogs = Cogs.forTesting()
        cogs.turn(count, to: 1, name: "add")
        // What an expectation that fails shows of each side.
        let expected: [CogTurn] = ["add", "clamp of Counter"]
        #expect(cogs.turns().map { String(describingForTest: $0) } == ["add"])
        #expect(expected.map { String(describingForTest: $0) } == ["add", "clamp of Counter"])
        #expect(cogs.turns() != expected)
    }

    @Test("TEST-4: turns that history has forgotten trap, rather than be left out")
    func forgotten() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let count = Cog<Int>.Manual { 0 }
                let cogs = Cogs.forTesting(history: .latest(2))
                for value in 1...2 { cogs.turn(count, to: value) }
                let mark = cogs.mark
                for value in 3...4 { cogs.turn(count, to: value) }
                precondition(cogs.turns(since: mark).count == 2)
                for value in 5...6 { cogs.turn(count, to: value) }
                _ = cogs.turns(since: mark)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("turns behind number 2 were asked for, but history begins with number 5"))
    }
}
