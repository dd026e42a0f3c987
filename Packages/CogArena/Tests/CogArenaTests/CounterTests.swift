import Testing

@testable import CogArena

/// What is counted in a word of so many bits, near the end of its numbers.
@Suite("Counters that run out")
struct CounterTests {
    private func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("an arena holds as many rows as it may, and one more traps, saying how many it holds")
    func rows() async {
        let arena = Arena(limit: 100)
        let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
        for key in 0..<1_000 {
            #expect(arena.value(of: source, key) == key)
            if key >= 99 { #expect(arena.release(arena.slot(of: source, key - 99))) }
        }
        #expect(arena.count == 99)
        for limit in [0, 1, 63, 64, 65, 200] {
            let arena = Arena(limit: limit)
            for key in 0..<limit { _ = arena.value(of: source, key) }
            #expect(arena.count == limit)
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena(limit: 100)
            let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
            for key in 0...100 { _ = arena.value(of: source, key) }
        }
        #expect(message(result).contains("this arena holds 100 rows, the most it may"))
        #expect(message(result).contains("release some first"))
    }

    @Test("positions that retire count towards what an arena may hold: none of their lives is used twice")
    func retiredRows() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena(limit: 2, startingAt: .max - 2)
            let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
            for key in 0..<6 { arena.release(arena.slot(of: source, key)) }
            print("six lives")
            _ = arena.slot(of: source, 6)
        }
        #expect(message(result).contains("this arena holds 2 rows, the most it may"))
    }

    @Test("an arena holds as many dependencies as it may, and one more traps, saying how many it holds")
    func edges() async {
        let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
        let sum = Family<Int, Int>(derived: "sum", equals: ==) { t, count in
            (0..<count).reduce(0) { $0 + t.read(source, $1) }
        }
        let arena = Arena(limit: 100)
        for _ in 0..<20 {
            #expect(arena.value(of: sum, 99) == 4_851)
            #expect(arena.release(arena.slot(of: sum, 99)))
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena(limit: 100)
            let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
            let sum = Family<Int, Int>(derived: "sum", equals: ==) { t, key in
                (0..<50).reduce(key) { $0 + t.read(source, $1) }
            }
            for key in 0..<3 { _ = arena.value(of: sum, key) }
        }
        #expect(message(result).contains("this arena holds 100 dependencies, the most it may"))
        #expect(message(result).contains("release rows first"))
    }

    @Test("no family passes for another when the process has no identity left: making one traps")
    func families() async {
        #expect(Tag(family: 1 << 40 - 1).family == 1 << 40 - 1)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Tag(family: 1 << 40)
        }
        #expect(message(result).contains("there are no more identities"))
        #expect(message(result).contains("a box rather than a cog for each key"))
    }

    @Test("LIFE-4: a position whose lives are used up retires, and its slots stay stale for ever")
    func generations() {
        let arena = Arena(startingAt: .max - 2)
        let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
        var slots: [Slot] = []
        for key in 0..<12 {
            let slot = arena.slot(of: source, key)
            #expect(arena.value(of: source, key) == key)
            #expect(arena.release(slot))
            slots.append(slot)
        }
        // Three lives a position: the fourth row is elsewhere.
        #expect(Set(slots).count == 12)
        #expect(Set(slots.map(\.row)).count == 4)
        #expect(slots.allSatisfy { !arena.contains($0) })
        #expect(arena.count == 0)
        arena.engine.checkInvariants()
    }

    @Test("LIFE-4: a stale slot traps where it cannot be passed over, saying so")
    func staleSlot() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
            let slot = arena.slot(of: source, 1)
            arena.release(slot)
            arena.engine.setTicket(1, of: slot)
        }
        #expect(message(result).contains("is stale: its row was released. Ask `contains` first."))
    }

    @Test("READ-3: runs that run out are counted anew between turns, and edges stay single")
    func runsBetweenTurns() {
        let arena = Arena(startingAt: .max - 5)
        let source = Family<Int, Int>(source: "source", equals: ==) { _ in 0 }
        let sum = Family<Int, Int>(derived: "sum", equals: ==) { t, n in
            // Read out of order, so that each run marks what it links.
            let isOdd = t.read(source, 0) % 2 == 1
            let first = isOdd ? t.read(source, 2) : t.read(source, 1)
            return first + t.read(source, 1) + t.read(source, 2) + n
        }
        for turn in 1...20 {
            arena.stage(turn, in: source, 0)
            arena.stage(turn, in: source, 1)
            arena.commit()
            #expect(arena.value(of: sum, 0) == (turn % 2 == 1 ? turn : turn * 2))
            #expect(arena.value(of: sum, 1) == (turn % 2 == 1 ? turn : turn * 2) + 1)
            #expect(arena.engine.liveEdges == 6)
            arena.engine.checkInvariants()
        }
        #expect(arena.engine.core.pointee.runSerial < 100)
    }

    @Test("READ-3: a turn leaves no run so few numbers that it would take two edges to one row")
    func runsBeforeRun() {
        let arena = Arena(startingAt: .max - 4)
        let source = Family<Int, Int>(source: "source", equals: ==) { _ in 1 }
        let inner = Family<Int, Int>(derived: "inner", equals: ==) { t, n in t.read(source, n) }
        arena.commit()
        #expect(arena.value(of: outer(over: source, inner)) == 8)
        #expect(arena.engine.liveEdges == 14)
        arena.engine.checkInvariants()
    }

    /// Reads two sources around what runs others in between.
    private func outer(
        over source: Family<Int, Int>, _ inner: Family<Int, Int>
    ) -> Family<Int, Unkeyed> {
        Family(derived: "outer", equals: ==) { t, _ in
            var sum = t.read(source, 0) + t.read(source, 5)
            for n in 0..<6 { sum += t.read(inner, n) }
            return sum + 0 * t.read(source, 5)
        }
    }

    @Test("READ-3: runs that run out inside a run lose no dependency and double none")
    func runsInsideRun() {
        let arena = Arena(startingAt: .max - 1)
        let source = Family<Int, Int>(source: "source", equals: ==) { _ in 1 }
        let inner = Family<Int, Int>(derived: "inner", equals: ==) { t, n in t.read(source, n) }
        let outer = outer(over: source, inner)
        #expect(arena.value(of: outer) == 8)
        #expect(arena.engine.liveEdges == 14)
        arena.engine.checkInvariants()
        for n in 0..<6 {
            let before = arena.value(of: outer)
            arena.stage(100, in: source, n)
            arena.commit()
            #expect(arena.value(of: outer) > before)
        }
        #expect(arena.value(of: outer) == 800)
    }
}
