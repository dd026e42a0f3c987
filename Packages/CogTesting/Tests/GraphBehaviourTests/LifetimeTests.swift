import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("How long state lives")
struct LifetimeTests {
    private let clock = TestClock()

    /// Lets the clock go on so far that graces end, and waits until what they kept has gone.
    private func pass(_ duration: Duration, in cogs: Cogs) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: duration)
        await cogs.graceEnded()
    }

    @Test("LIFE-1: a source lives as long as the app, computed state for its grace after it was asked for")
    func defaults() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        #expect(cogs.peek(twice) == 2)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
        #expect(cogs.census(of: source).rows.first?.keepers == [.app, .reader("twice")])
        try await pass(.seconds(30), in: cogs)
        #expect(cogs.census(of: twice).count == 0)
        #expect(cogs.census(of: source).rows.first?.keepers == [.app])
        #expect(clock.sleeperCount == 0)
    }

    @Test("LIFE-1, DECL-2: a source that may be released starts anew in its next life")
    func resets() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        var starts = 0
        let draft = Cog<String>.Manual(
            name: "draft", lifetime: .whileObserved(resetToInitial: true, grace: .seconds(5))
        ) {
            starts += 1
            return ""
        }
        cogs.turn(draft, to: "hello")
        #expect(cogs.peek(draft) == "hello")
        try await pass(.seconds(5), in: cogs)
        #expect(cogs.peek(draft) == "")
        #expect(starts == 2)
    }

    @Test("LIFE-1: a source that keeps its value cannot be released: such a declaration traps")
    func resetToInitial() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManualLifetime.whileObserved(resetToInitial: false)
        }
        #expect(text(result).contains("Say resetToInitial: true"))
    }

    @Test("LIFE-1: a grace of any length is kept; one too long to be counted never ends")
    func longGraces() {
        let cogs = Cogs.forTesting(clock: clock)
        clock.advance(by: .seconds(10))
        func deadline(after grace: Duration) -> CogCensus.Keeper? {
            let cog = Cog<Int>(lifetime: .whileObserved(grace: grace)) { _ in 1 }
            _ = cogs.peek(cog)
            return cogs.census(of: cog).rows.first?.keepers.first
        }
        let never = CogCensus.Keeper.grace(until: .nanoseconds(UInt64.max))
        #expect(deadline(after: .nanoseconds(1)) == .grace(until: .seconds(10) + .nanoseconds(1)))
        #expect(deadline(after: .seconds(3_000_000_000)) == .grace(until: .seconds(3_000_000_010)))
        #expect(deadline(after: .seconds(18_446_744_073) + .milliseconds(709)) == never)
        #expect(deadline(after: .seconds(18_446_744_073) + .milliseconds(900)) == never)
        #expect(deadline(after: .seconds(Int64.max)) == never)
        #expect(deadline(after: .seconds(-1)) == nil)
    }

    @Test("LIFE-3: every demand begins the grace anew, and there is one sleeper however many there are")
    func renewal() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let boxes = CogBox<Int, Int> { c, key in c[source] + key }
        for key in 0..<100 { _ = cogs.peek(boxes[key]) }
        try await clock.waitForScheduledSleep()
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(20))
        for _ in 0..<50 { _ = cogs.peek(boxes[7]) }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(10))
        await cogs.graceEnded()
        #expect(cogs.census(of: boxes).rows.map(\.name).map { $0.hasSuffix("[7]") } == [true])
        #expect(cogs.census(of: boxes).rows.first?.keepers == [.grace(until: .seconds(50))])
        try await pass(.seconds(20), in: cogs)
        #expect(cogs.census(of: boxes).count == 0)
    }

    @Test("LIFE-3: of a thousand states each goes when its own grace is over, however often it is asked for")
    func manyGraces() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let boxes = [5, 20, 60].map { grace in
            CogBox<Int, Int>(lifetime: .whileObserved(grace: .seconds(grace))) { c, key in c[source] + key }
        }
        var ends = [[Int: Int]](repeating: [:], count: 3)
        for second in 0..<150 {
            // Neighbours in one box, and in all of them, are asked for at different times, and some again.
            for turn in 0..<40 where second < 80 {
                let (box, key) = (turn % 3, (second * 131 + turn * 29) % 400)
                _ = cogs.peek(boxes[box][key])
                ends[box][key] = second + [5, 20, 60][box]
            }
            for box in 0..<3 {
                ends[box] = ends[box].filter { $0.value > second }
                #expect(cogs.census(of: boxes[box]).count == ends[box].count)
            }
            #expect(cogs.graceEntryCount == ends.map(\.count).reduce(0, +))
            // An earlier sleeper's registration is acknowledged as well.
            while cogs.graceEntryCount > 0, clock.sleeperCount == 0 {
                try await clock.waitForScheduledSleep()
            }
            let sleepers = clock.sleeperCount
            clock.advance(by: .seconds(1))
            if clock.sleeperCount < sleepers { await cogs.graceEnded() }
        }
        #expect(ends == [[:], [:], [:]])
        #expect(clock.sleeperCount == 0)
    }

    @Test("LIFE-3, READ-1: a peek in a selector and in a turn begins the grace anew, a tracked read none")
    func peekInSelector() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let peeked = Cog(name: "peeked") { c in c[source] + 1 }
        let tracked = Cog(name: "tracked") { c in c[source] + 2 }
        let upper = Cog(name: "upper") { c in c[source] + c.peek(peeked) + c[tracked] }
        _ = cogs[upper]
        #expect(cogs.census(of: peeked).rows.first?.keepers == [.grace(until: .seconds(30))])
        #expect(cogs.census(of: tracked).rows.first?.keepers == [.reader("upper")])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(10))
        cogs.turn(source, to: 2)
        #expect(cogs.census(of: peeked).rows.first?.keepers == [.grace(until: .seconds(40))])
        clock.advance(by: .seconds(5))
        cogs.turn { c in _ = c[peeked] }
        #expect(cogs.census(of: peeked).rows.first?.keepers == [.grace(until: .seconds(45))])
        clock.advance(by: .seconds(15))
        await cogs.graceEnded()
        #expect(cogs.census(of: peeked).count == 1)
        try await pass(.seconds(15), in: cogs)
        #expect(cogs.census(of: peeked).count == 0)
        #expect(cogs.census(of: tracked).count == 1)
    }

    @Test("LIFE-3, LIFE-4: a sleeper of a row that went and came again leaves the new life its own grace")
    func reused() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        let other = Cog(name: "other") { c in c[source] * 3 }
        _ = cogs.peek(twice) + cogs.peek(other)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(20))
        cogs.discard(twice)
        #expect(cogs.census(of: twice).count == 0)
        _ = cogs.peek(twice)
        clock.advance(by: .seconds(10))
        await cogs.graceEnded()
        #expect(cogs.census(of: other).count == 0)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(50))])
        try await pass(.seconds(20), in: cogs)
        #expect(cogs.census(of: twice).count == 0)
    }

    @Test("LIFE-3: a write is a demand of a source that may be released")
    func writes() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let draft = Cog<Int>.Manual(lifetime: .whileObserved(resetToInitial: true)) { 0 }
        cogs.turn(draft, to: 1)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(29))
        cogs.turn(draft, to: 2)
        clock.advance(by: .seconds(1))
        await cogs.graceEnded()
        #expect(cogs.census(of: draft).rows.first?.keepers == [.grace(until: .seconds(59))])
    }

    @Test("LIFE-2: rows that only read each other leave together when what was asked for goes")
    func cascade() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let links = chain(over: source)
        // So many that no stack has room for a call for each.
        #if COG_INTERNAL_CHECKS
            let count = 500
        #else
            let count = 100_000
        #endif
        // From its source's end, a part at a time: first values nest their selectors.
        for key in stride(from: 100, through: count, by: 100) { _ = cogs.peek(links[key]) }
        #expect(cogs.peek(links[count]) == count + 1)
        #expect(cogs.census(of: links).count == count)
        try await pass(.seconds(30), in: cogs)
        #expect(cogs.census(of: links).count == 0)
    }

    @Test("LIFE-2: one whose own grace still runs keeps it when the one that read it goes")
    func ownGrace() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let lower = Cog(name: "lower") { c in c[source] + 1 }
        let upper = Cog(name: "upper") { c in c[lower] + 1 }
        _ = cogs.peek(upper)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(20))
        _ = cogs.peek(lower)
        clock.advance(by: .seconds(10))
        await cogs.graceEnded()
        #expect(cogs.census(of: upper).count == 0)
        #expect(cogs.census(of: lower).rows.first?.keepers == [.grace(until: .seconds(50))])
    }

    @Test("LIFE-2: a dependency whose grace is past goes in the same cascade as its last reader")
    func expiredDependency() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let lower = Cog(name: "lower") { c in c[source] + 1 }
        let upper = Cog(name: "upper") { c in c[lower] + 1 }
        _ = cogs.peek(lower)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(10))
        _ = cogs.peek(upper)
        clock.advance(by: .seconds(20))
        await cogs.graceEnded()
        #expect(cogs.census(of: lower).rows.first?.keepers == [.reader("upper")])
        try await pass(.seconds(10), in: cogs)
        #expect(cogs.census(of: lower).count == 0)
        #expect(cogs.census(of: upper).count == 0)
    }

    @Test("LIFE-2: a reaction keeps what it reads, and its grace begins when the reaction leaves it")
    func lease() async throws {
        let isOn = Cog<Bool>.Manual(name: "isOn") { true }
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        let cogs = Cogs.forTesting(
            mechanisms: [Watching { c in if c[isOn] { _ = c[twice] } }], clock: clock)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.lease("Watching.run")])
        #expect(clock.sleeperCount == 0)
        cogs.turn(isOn, to: false)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
        try await pass(.seconds(30), in: cogs)
        #expect(cogs.census(of: twice).count == 0)
    }

    @Test("LIFE-3, GRAPH-5: rows that a cycle kept from settling have their grace like others, and go")
    func cycle() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let isLoop = Cog<Bool>.Manual { true }
        let link = Link()
        link.box = CogBox<Int, Int>(name: "loop") { [unowned link] c, key in
            c[isLoop] ? c[link.box[1 - key]] + 1 : key
        }
        let box = link.box
        var messages = 0
        cogs.onCycle(standingIn: [7]) { _ in messages += 1 }
        _ = cogs.peek(box[0])
        #expect(messages == 1)
        #expect(cogs.census(of: box).rows.allSatisfy { $0.keepers == [.grace(until: .seconds(30))] })
        #expect(cogs.census(of: box).count == 2)
        try await pass(.seconds(30), in: cogs)
        #expect(cogs.census(of: box).count == 0)
        cogs.turn(isLoop, to: false)
        #expect(cogs.peek(box[1]) == 1)
        #expect(messages == 1)
        link.box = CogBox { _, _ in 0 }
    }

    @Test("LIFE-2: a conditional read that is dropped leaves its row no grace of its own")
    func droppedEdge() {
        let cogs = Cogs.forTesting(clock: clock)
        let isOn = Cog<Bool>.Manual { true }
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        let shown = Cog { c in c[isOn] ? c[twice] : 0 }
        #expect(cogs[shown] == 2)
        #expect(cogs.census(of: twice).count == 1)
        cogs.turn(isOn, to: false)
        #expect(cogs.census(of: twice).count == 0)
        cogs.turn(isOn, to: true)
        #expect(cogs[shown] == 2)
    }

    @Test("LIFE-2: what UI has read lives on, whatever time passes")
    func boundary() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        let other = Cog { c in c[source] * 3 }
        _ = cogs.peek(twice)
        _ = cogs[twice]
        _ = cogs.peek(other)
        try await pass(.seconds(300), in: cogs)
        #expect(cogs.census(of: twice).rows.first?.keepers == [.boundary])
        #expect(cogs.census(of: other).count == 0)
    }

    @Test("LIFE-1: a grace of zero releases as soon as the graph is at rest")
    func noGrace() {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog(lifetime: .whileObserved(grace: .zero)) { c in c[source] * 2 }
        #expect(cogs.peek(twice) == 2)
        #expect(cogs.census(of: twice).count == 0)
        #expect(clock.sleeperCount == 0)
    }

    @Test("LIFE-3: state that is discarded in its grace leaves no sleeper behind")
    func discardedSleeper() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        _ = cogs.peek(twice)
        try await clock.waitForScheduledSleep()
        cogs.discard(twice)
        #expect(clock.sleeperCount == 0)
    }

    @Test("LIFE-3: a grace that begins after the last one was cut short by a discard ends in its own time")
    func graceAfterDiscard() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        _ = cogs.peek(twice)
        try await clock.waitForScheduledSleep()
        cogs.discard(twice)
        clock.advance(by: .seconds(10))
        _ = cogs.peek(twice)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(29))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        await cogs.graceEnded()
        #expect(cogs.census(of: twice).count == 0)
    }

    @Test("LIFE-6: keys that come and go leave nothing behind")
    func churn() {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let boxes = CogBox<Int, Int> { c, key in c[source] + key }
        for key in 0..<200_000 {
            _ = cogs.peek(boxes[key])
            cogs.discard(boxes[key])
        }
        #expect(cogs.census(of: boxes).count == 0)
        #expect(cogs.graceEntryCount < 100)
    }

    @Test(
        "MECH-11: a released value's deinit may read, write and discard, while the graph is at rest and in a turn"
    )
    func deinits() {
        let cogs = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let ended = Cog<Int>.Manual(name: "ended") { 0 }
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        let held = Cog<Parting>(name: "held", lifetime: .whileObserved(grace: .zero)) { [weak cogs] c in
            _ = c[source]
            return Parting {
                guard let cogs else { return }
                _ = cogs.peek(twice)
                cogs.discard(twice)
                cogs.turn { c in c[ended] += 1 }
            }
        }
        _ = cogs.peek(held)
        #expect(cogs.peek(ended) == 1)
        _ = cogs[held]
        cogs.turn(source, to: 2)
        #expect(cogs.peek(ended) == 2)
        cogs.discard(held)
        #expect(cogs.peek(ended) == 3)
        #expect(cogs.census(of: twice).count == 0)
    }

    @Test("MECH-11, CTX-3: a value's deinit may drop the context")
    func dropsContext() async {
        final class Holder { var cogs: Cogs? }
        let holder = Holder()
        let source = Cog<Int>.Manual { 1 }
        let held = Cog<Parting> { c in
            _ = c[source]
            return Parting { holder.cogs = nil }
        }
        await withCheckedContinuation { done in
            let cogs = Cogs.forTesting(clock: clock)
            cogs.onTearDown { done.resume() }
            _ = cogs[held]
            holder.cogs = cogs
            holder.cogs?.turn(source, to: 2)
        }
        #expect(holder.cogs == nil)
    }

    @Test("CTX-3: a context that goes takes its sleeper with it")
    func teardown() async throws {
        var cogs: Cogs? = Cogs.forTesting(clock: clock)
        let source = Cog<Int>.Manual { 1 }
        let twice = Cog { c in c[source] * 2 }
        _ = cogs?.peek(twice)
        try await clock.waitForScheduledSleep()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(clock.sleeperCount == 0)
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
}

private struct Watching: Mechanism {
    let body: @MainActor (inout Reader) -> Void

    func operate(_ m: MechanismController) { m.run(body) }
}

/// `box[n]` is one more than `box[n - 1]`, and `box[1]` one more than the source.
@MainActor
private func chain(over source: Cog<Int>.Manual) -> CogBox<Int, Int> {
    let link = Link()
    link.box = CogBox<Int, Int>(name: "link") { [unowned link] c, key in
        key > 1 ? c[link.box[key - 1]] + 1 : c[source] + 1
    }
    links.append(link)
    return link.box
}

/// A box that its own selector reads.
@MainActor
private final class Link {
    lazy var box = CogBox<Int, Int> { _, _ in 0 }
}

@MainActor private var links: [Link] = []
