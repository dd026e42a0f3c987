import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import Testing

@MainActor
@Suite("Why it ran")
struct WhyTests {
    private let price = CogBox<Int, String>.Manual(name: "price") { _ in 2 }
    private let count = Cog<Int>.Manual(name: "count") { 1 }
    private var subtotal: Cog<Int> { Cog(name: "subtotal") { [price] c in c[price["apple"]] } }

    @Test("HIST-3: what was written is told through what was computed from it, and when it ran before")
    func chain() {
        let (price, count, subtotal) = (price, count, subtotal)
        let total = Cog(name: "total") { c in c[count] * c[subtotal] }
        let cogs = Cogs.forTesting()
        _ = cogs[total]
        #expect(
            cogs.why("total") == "total ran for the first time when it was read before the first turn.")
        cogs.turn(count, to: 4, name: "fill")
        cogs.turn(price["pear"], to: 9, name: "elsewhere")
        cogs.turn(price["apple"], to: 3, name: "add item")
        #expect(
            cogs.why("total") == """
                total ran in turn 3 "add item", because subtotal had changed. subtotal ran in it, because \
                price[apple] was written 2 → 3 in it. Before that total last ran in turn 1 "fill".
                """)
        let picture = cogs.inspect()
        let why = picture.why("total")
        #expect(why?.turn == 3)
        #expect(why?.path.map { picture.name(at: $0) } == ["total", "subtotal", "price[apple]"])
        #expect(cogs.why("price[apple]") == #"price[apple] was written 2 → 3 in turn 3 "add item"."#)
        #expect(picture.whys.map(\.place) == Array(0..<picture.rows.count))
        #expect(picture.why(at: picture.rows.count) == nil)
        #expect(picture.why(at: -1) == nil)
        #expect(picture.why("nothing") == nil)
    }

    @Test("HIST-3: the cause is the first change in reading order, and equal values stop the way")
    func causes() {
        let (price, count) = (price, count)
        let isMany = Cog(name: "isMany") { c in c[count] > 10 }
        let label = Cog(name: "label") { c in "\(c[isMany]) \(c[price["apple"]])" }
        let cogs = Cogs.forTesting()
        _ = cogs[label]
        cogs.turn(name: "both") { c in
            c[count] = 5
            c[price["apple"]] = 7
        }
        // isMany ran too, and came out the same.
        #expect(
            cogs.why("label") == """
                label ran in turn 1 "both", because price[apple] was written 2 → 7 in it. Before that label \
                last ran when it was read before the first turn.
                """)
        cogs.turn(count, to: 6, name: "more")
        #expect(cogs.why("label")?.hasPrefix(#"label ran in turn 1 "both""#) == true)
        #expect(
            cogs.why("isMany")?.hasPrefix(#"isMany ran in turn 2 "more", because count was written 5 → 6"#)
                == true)
        cogs.turn(count, to: 6, name: "same")
        #expect(
            cogs.why("count") == """
                count was written 5 → 6 in turn 2 "more". Before that count last was written in turn 1 \
                "both".
                """)
    }

    @Test(
        "HIST-3: what is read between turns says what had changed by then; what is unsettled says since when")
    func reads() {
        let (count, cogs) = (count, Cogs.forTesting())
        let double = Cog(name: "double") { c in c[count] * 2 }
        _ = cogs.peek(double)
        cogs.turn(count, to: 2, name: "up")
        #expect(
            cogs.why("double") == """
                double ran for the first time when it was read before the first turn. It is unsettled: since \
                then count was written 1 → 2 in turn 1 "up", and it runs when it is read next.
                """)
        cogs.turn(count, to: 3, name: "up")
        let other = Cog<Int>.Manual(name: "other") { 0 }
        cogs.turn(other, to: 1, name: "other")
        _ = cogs.peek(double)
        #expect(
            cogs.why("double") == """
                double ran when it was read after turn 3 "other", because count was written 2 → 3 in turn 2 \
                "up". Before that double last ran when it was read before the first turn.
                """)
        cogs.seed(count, to: 9)
        _ = cogs.peek(double)
        #expect(
            cogs.why("double") == """
                double ran when it was read after turn 3 "other", because count was seeded 3 → 9 in it. \
                Before that double last ran when it was read before the first turn.
                """)
    }

    @Test("HIST-3: a reaction says why it ran, and a turn that it asked for leads back to it")
    func reactions() {
        let count = count
        let echo = Cog<Int>.Manual(name: "echo") { 0 }
        let shown = Cog(name: "shown") { c in "\(c[echo])" }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Echo") { m in
                m.watch(count, initial: .skip, name: "repeat") { [weak m] _, new in
                    m?.turn(echo, to: new, name: "repeat")
                }
            }
        ])
        _ = cogs[shown]
        let values = cogs.values(of: shown)
        #expect(
            cogs.why("Echo.repeat")
                == "Echo.repeat ran for the first time when it was registered before the first turn.")
        cogs.turn(count, to: 5, name: "go")
        #expect(
            cogs.why("shown") == """
                shown ran in turn 2 "repeat", because echo was written 0 → 5 in it. Turn 2 was asked for \
                through Echo by reaction Echo.repeat. Echo.repeat ran in turn 1 "go", because count was \
                written 1 → 5 in it. Before that shown last ran when it was read before the first turn.
                """)
        #expect(
            cogs.why("values of shown") == """
                values of shown was offered a value in turn 2 "repeat", because shown had changed. shown ran \
                in it, because echo was written 0 → 5 in it. Turn 2 was asked for through Echo by reaction \
                Echo.repeat. Echo.repeat ran in turn 1 "go", because count was written 1 → 5 in it. Before \
                that values of shown last was offered a value when it began before the first turn.
                """)
        _ = values
    }

    @Test("HIST-3: async state says what was published, and why its work was chosen; a refresh asked for it")
    func asyncState() async {
        let count = count
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { c in
            _ = c[count]
            return Work.run { try await work.run() }
        }
        let cogs = Cogs.forTesting()
        _ = cogs[page]
        let run = await work.nextRun()
        #expect(
            cogs.why("page") == """
                page ran for the first time when it was read before the first turn.
                """)
        await run.succeed(7)
        #expect(
            cogs.why("page") == """
                page ran in turn 2 "success page", because page.status was published in it. page.status \
                chose its work for the first time when it was read before the first turn. Before that page \
                last ran when it was read before the first turn.
                """)
        cogs.turn(count, to: 2, name: "next")
        #expect(
            cogs.why("page.status") == """
                page.status was published in turn 4 "pending page". page.status chose its work in turn 3 \
                "next", because count was written 1 → 2 in it. Before that page.status last was published \
                in turn 2 "success page".
                """)
        cogs.refresh(page)
        #expect(
            cogs.why("page.status") == """
                page.status chose its work in turn 5 "refresh page", which asked for it: nothing that it had \
                read had changed. Before that page.status last chose its work in turn 3 "next".
                """)
    }

    @Test("HIST-3: what was before the turns that are kept is said to be unknown")
    func beyond() {
        let (count, price) = (count, price)
        let double = Cog(name: "double") { c in c[count] * 2 }
        let cogs = Cogs.forTesting(history: .latest(2))
        _ = cogs[double]
        cogs.turn(count, to: 2, name: "early")
        for value in 1...4 { cogs.turn(price["apple"], to: value, name: "later") }
        #expect(cogs.inspect().turns.map(\.number) == [4, 5])
        #expect(
            cogs.why("double") == """
                When double ran last is not known: the history begins with turn 4, and it was before that.
                """)
        cogs.turn(count, to: 3, name: "late")
        #expect(
            cogs.why("double") == """
                double ran in turn 6 "late", because count was written 2 → 3 in it. Before that nothing is \
                known of double: the history begins with turn 5.
                """)
        #expect(cogs.why("price[apple]")?.contains("4 in turn 5 \"later\"") == true)
        let silent = Cogs.forTesting(history: .off)
        _ = silent[double]
        #expect(
            silent.why("double") == """
                No history is kept, so nothing is known of when double ran; assemble with history: \
                .latest(256).
                """)
        #expect(silent.inspect().turns == [])
    }
}

extension Cogs {
    fileprivate func why(_ name: String) -> String? { inspect().why(name)?.description }
}
