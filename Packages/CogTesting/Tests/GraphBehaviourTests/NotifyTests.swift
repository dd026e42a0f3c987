import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("What UI is told")
struct NotifyTests {
    /// Counts the changes that Observation tells of, tracking again after each like a view does.
    @MainActor
    final class View {
        private(set) var told = 0
        private(set) var shown: [Int] = []
        private let read: @MainActor () -> Int
        var onTold: (@MainActor () -> Void)?

        init(_ read: @escaping @MainActor () -> Int) {
            self.read = read
            render()
        }

        func render() {
            let value = withObservationTracking {
                read()
            } onChange: {
                MainActor.assumeIsolated {
                    self.told += 1
                    self.onTold?()
                }
            }
            shown.append(value)
        }
    }

    @Test("READ-2, UI-1: a changed state is one notice a turn, an equal recomputation none")
    func notices() {
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        let parity = Cog { c in c[source] % 2 }
        let view = View { cogs[parity] }
        cogs.turn { c in
            c[source] = 2
            c[source] = 4
        }
        #expect(view.told == 1)
        view.render()
        cogs.turn(source, to: 6)
        #expect(view.told == 1)
        cogs.turn(source, to: 7)
        #expect(view.told == 2)
        view.render()
        #expect(view.shown == [1, 0, 1])
    }

    @Test("UI-1: a state read outside any view first tells the views that read it later, each turn")
    func readOutsideFirst() {
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        _ = cogs[twice]
        cogs.turn(source, to: 2)
        let view = View { cogs[twice] }
        cogs.turn(source, to: 3)
        #expect(view.told == 1)
        view.render()
        _ = cogs[twice]
        cogs.turn(source, to: 4)
        #expect(view.told == 2)
        let other = View { cogs[twice] }
        view.render()
        cogs.turn(source, to: 5)
        #expect([view.told, other.told] == [3, 1])
    }

    @Test("UI-1: a view that tracks inside another's tracking is told, and so is the other")
    func nestedViews() {
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        var inner: View?
        let outer = View {
            inner = View { cogs[source] }
            return 0
        }
        cogs.turn(source, to: 2)
        #expect(inner?.told == 1)
        #expect(outer.told == 1)
    }

    @Test("UI-1: a sequence of Observation's own follows a state turn by turn")
    func observationSequence() async {
        guard #available(macOS 26, iOS 26, *) else { return }
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        _ = cogs[source]
        var values = Observations { cogs[source] }.makeAsyncIterator()
        #expect(await values.next() == 1)
        for n in 2...4 {
            cogs.turn(source, to: n)
            #expect(await values.next() == n)
        }
    }

    #if DEBUG
        @Test("UI-1, TEST-1: what seeds changed, however often, is one notice of the next turn")
        func seeded() {
            let cogs = Cogs.forTesting()
            let source = Cog<Int>.Manual { 1 }
            let other = Cog<Int>.Manual { 1 }
            let twice = Cog { c in c[source] * 2 }
            var told: [String] = []
            func watch(_ name: String, _ read: () -> Int) {
                withObservationTracking {
                    _ = read()
                } onChange: {
                    MainActor.assumeIsolated { told.append(name) }
                }
            }
            watch("source") { cogs[source] }
            watch("twice") { cogs[twice] }
            for n in 2...4 {
                cogs.seed(source, to: n)
                #expect(cogs.peek(twice) == n * 2)
            }
            #expect(told == [])
            let record = cogs.history.count
            cogs.turn(other, to: 2)
            #expect(told == ["source", "twice"])
            #expect(cogs.history[record].noticed.count == 2)
            cogs.turn(other, to: 3)
            #expect(cogs.history.last?.noticed == [])
        }

        @Test("LIFE-5, UI-1: a boundary made anew by a discard's reader is not told of what was before")
        func seededAndDiscarded() {
            let cogs = Cogs.forTesting()
            let source = Cog<Int>.Manual { 1 }
            let twice = Cog(name: "twice") { c in c[source] * 2 }
            withObservationTracking {
                _ = cogs[twice]
            } onChange: {
                MainActor.assumeIsolated { _ = cogs[twice] }
            }
            cogs.seed(source, to: 2)
            cogs.discard(twice)
            #expect(cogs.boundaryCount == 1)
            #expect(cogs.history.last?.noticed == ["twice"])
        }
    #endif

    @Test("UI-1: only what UI read has a boundary")
    func boundaries() {
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        let boxes = CogBox<Int, Int> { c, key in c[source] + key }
        for key in 0..<1_000 { _ = cogs.peek(boxes[key]) }
        for key in 0..<12 { _ = cogs[boxes[key]] + cogs[boxes[key]] }
        #expect(cogs.boundaryCount == 12)
    }

    @Test("REACT-4: everyone outside is told, and every export offered, before any reaction runs")
    func order() async {
        var log: [String] = []
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        let cogs = Cogs.forTesting(mechanisms: [
            Running { c in log.append("reaction \(c[twice])") }
        ])
        let views = [View { cogs[source] }, View { cogs[twice] }]
        for (index, view) in views.enumerated() {
            view.onTold = { log.append("view \(index) sees \(cogs.peek(twice))") }
        }
        log = []
        cogs.turn(source, to: 5)
        #expect(log == ["view 0 sees 10", "view 1 sees 10", "reaction 10"])
    }

    @Test("TURN-7: a turn that a notified reader asks for waits until the flush is over")
    func writeFromNotice() {
        var log: [String] = []
        let source = Cog<Int>.Manual { 0 }
        let cogs = Cogs.forTesting(mechanisms: [Running { c in log.append("saw \(c[source])") }])
        let view = View { cogs[source] }
        view.onTold = {
            cogs.turn(source, to: 2)
            log.append("asked")
        }
        log = []
        cogs.turn(source, to: 1)
        #expect(log == ["asked", "saw 1", "saw 2"])
    }

    @Test("READ-5: UI sees committed values while a turn's body runs")
    func committed() {
        let cogs = Cogs.forTesting()
        let source = Cog<Int>.Manual { 1 }
        var seen: [Int] = []
        cogs.turn { c in
            c[source] = 2
            seen.append(cogs[source])
            seen.append(c[source])
        }
        seen.append(cogs[source])
        #expect(seen == [1, 2, 2])
    }

    @Test("UI-1: a boundary is hot: its state is settled by the turn, not by the next read")
    func hot() {
        let cogs = Cogs.forTesting()
        var runs = 0
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in
            runs += 1
            return c[source] * 2
        }
        _ = cogs[twice]
        cogs.turn(source, to: 2)
        #expect(runs == 2)
        #expect(cogs[twice] == 4)
        #expect(runs == 2)
    }

    @Test("GRAPH-5: a boundary whose cycle was taken by a hook is told once the cycle is gone")
    func cycle() {
        let cogs = Cogs.forTesting()
        let isClosed = Cog<Bool>.Manual { false }
        let source = Cog<Int>.Manual { 1 }
        final class Box { var cog: Cog<Int>? }
        let box = Box()
        let upper = Cog<Int> { c in
            guard c[isClosed], let lower = box.cog else { return c[source] }
            return c[lower] + 1
        }
        box.cog = Cog<Int> { c in c[upper] }
        var messages = 0
        cogs.onCycle(standingIn: [0]) { _ in messages += 1 }
        let view = View { cogs[upper] }
        cogs.turn(isClosed, to: true)
        #expect(messages > 0)
        view.render()
        cogs.turn { c in
            c[isClosed] = false
            c[source] = 7
        }
        #expect(cogs[upper] == 7)
        view.render()
        #expect(view.shown.last == 7)
        #expect(view.told > 0)
    }
}

private struct Running: Mechanism {
    let body: @MainActor (inout Reader) -> Void

    func operate(_ m: MechanismController) { m.run(body) }
}
