import CogArena
import Testing

@Suite("Arena")
struct ArenaTests {
    let arena = Arena()
    let source = Family<Int, Unkeyed>(source: "source", equals: ==) { _ in 1 }
    let keyed = Family<Int, String>(source: "keyed", equals: ==) { $0.count }

    @Test("DECL-2: a source's starting value is made once per row, from its key")
    func startingValues() {
        var made: [String] = []
        let family = Family<Int, String>(source: "f", equals: ==) { key in
            made.append(key)
            return key.count
        }
        #expect(arena.value(of: family, "abc") == 3)
        #expect(arena.value(of: family, "abc") == 3)
        #expect(arena.value(of: family, "z") == 1)
        #expect(made == ["abc", "z"])
    }

    @Test("READ-5: staged values are seen by nobody until they are committed")
    func staging() {
        #expect(arena.value(of: source) == 1)
        arena.stage(5, in: source, Unkeyed())
        #expect(arena.value(of: source) == 1)
        #expect(arena.commit())
        #expect(arena.value(of: source) == 5)
    }

    @Test("TURN-10: equal writes, and change and change back, publish no revision")
    func equalWrites() {
        arena.stage(9, in: source, Unkeyed())
        arena.stage(1, in: source, Unkeyed())
        let before = arena.engine.revision
        #expect(!arena.commit())
        #expect(arena.engine.revision == before)
    }

    @Test("GRAPH-1: in a diamond a row runs once a turn, after its dependencies")
    func diamond() {
        var runs = 0
        let source = source
        let left = Family<Int, Unkeyed>(derived: "left", equals: ==) { t, _ in
            t.read(source, Unkeyed()) + 1
        }
        let right = Family<Int, Unkeyed>(derived: "right", equals: ==) { t, _ in
            t.read(source, Unkeyed()) * 2
        }
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            runs += 1
            return t.read(left, Unkeyed()) + t.read(right, Unkeyed())
        }
        #expect(arena.value(of: sum) == 4)
        arena.stage(10, in: source, Unkeyed())
        arena.commit()
        #expect(arena.value(of: sum) == 31)
        #expect(runs == 2)
        arena.engine.checkInvariants()
    }

    @Test("GRAPH-2: an equal recomputation stops there")
    func backdating() {
        var runs = 0
        let source = source
        let parity = Family<Int, Unkeyed>(derived: "parity", equals: ==) { t, _ in
            t.read(source, Unkeyed()) % 2
        }
        let below = Family<Int, Unkeyed>(derived: "below", equals: ==) { t, _ in
            runs += 1
            return t.read(parity, Unkeyed())
        }
        #expect(arena.value(of: below) == 1)
        arena.stage(3, in: source, Unkeyed())
        arena.commit()
        #expect(arena.value(of: below) == 1)
        #expect(runs == 1)
    }

    @Test("READ-3: reading a row twice in a run, also around other reads, makes one edge")
    func oneEdge() {
        let (source, keyed) = (source, keyed)
        let derived = Family<Int, Unkeyed>(derived: "d", equals: ==) { t, _ in
            t.read(source, Unkeyed()) + t.read(keyed, "a") + t.read(source, Unkeyed())
                + t.read(keyed, "a")
        }
        _ = arena.value(of: derived)
        #expect(arena.engine.liveEdges == 2)
        arena.stage(2, in: source, Unkeyed())
        arena.commit()
        #expect(arena.value(of: derived) == 6)
        #expect(arena.engine.liveEdges == 2)
        arena.engine.checkInvariants()
    }

    @Test("READ-3: a row read early, and again where the last run read it, keeps one edge")
    func oneEdgeOutOfOrder() {
        let (source, keyed) = (source, keyed)
        let derived = Family<Int, Unkeyed>(derived: "d", equals: ==) { t, _ in
            let early = t.read(source, Unkeyed()) == 2 ? t.read(keyed, "b") : 0
            return early + t.read(keyed, "a") + t.read(keyed, "b")
        }
        _ = arena.value(of: derived)
        arena.stage(2, in: source, Unkeyed())
        arena.commit()
        #expect(arena.value(of: derived) == 3)
        #expect(arena.engine.liveEdges == 3)
        arena.engine.checkInvariants()
    }

    @Test("READ-3: an edge that was not read again is gone")
    func droppedEdge() {
        var runs = 0
        let (source, keyed) = (source, keyed)
        let derived = Family<Int, Unkeyed>(derived: "d", equals: ==) { t, _ in
            runs += 1
            return t.read(source, Unkeyed()) == 1 ? t.read(keyed, "a") : 0
        }
        _ = arena.value(of: derived)
        arena.stage(2, in: source, Unkeyed())
        arena.commit()
        #expect(arena.value(of: derived) == 0)
        arena.stage(7, in: keyed, "a")
        arena.commit()
        #expect(arena.value(of: derived) == 0)
        #expect(runs == 2)
        #expect(arena.engine.liveEdges == 1)
    }

    @Test("GRAPH-3: 100,000 warm links settle without deep recursion")
    func longChain() {
        let keyed = Family<Int, Int>(source: "s", equals: ==) { $0 }
        var link = Family<Int, Int>?.none
        let chain = Family<Int, Int>(derived: "link", equals: ==) { t, n in
            guard let link, n > 0 else { return t.read(keyed, 0) }
            return t.read(link, n - 1) + 1
        }
        link = chain
        // Warmed from the source's end, so that the first runs do not nest either.
        for n in 0...100_000 { _ = arena.value(of: chain, n) }
        arena.stage(5, in: keyed, 0)
        arena.commit()
        #expect(arena.value(of: chain, 100_000) == 100_005)
        link = nil
    }

    @Test("REACT-1: watchers run in registration order, and only if a dependency changed")
    func watchers() {
        var ran: [String] = []
        let (source, keyed) = (source, keyed)
        arena.watch("first") { t in
            _ = t.read(source, Unkeyed())
            ran.append("first")
        }
        let second = arena.watch("second") { t in
            _ = t.read(source, Unkeyed()) + t.read(keyed, "k")
            ran.append("second")
        }
        ran = []
        arena.stage(4, in: keyed, "k")
        arena.commit()
        #expect(ran == ["second"])
        arena.stage(4, in: source, Unkeyed())
        arena.commit()
        #expect(ran == ["second", "first", "second"])
        #expect(arena.release(second))
        arena.stage(5, in: source, Unkeyed())
        arena.commit()
        #expect(ran == ["second", "first", "second", "first"])
        arena.engine.checkInvariants()
    }

    @Test("LIFE-4: a stale slot is recognised after its position is reused")
    func staleSlots() {
        let slot = arena.slot(of: keyed, "a")
        #expect(arena.contains(slot))
        #expect(arena.release(slot))
        #expect(!arena.contains(slot))
        let next = arena.slot(of: keyed, "b")
        #expect(arena.contains(next))
        #expect(!arena.contains(slot))
        #expect(!arena.release(slot))
        #expect(arena.count == 1)
    }

    @Test("LIFE-6: a hundred thousand keys made and released reuse the same positions")
    func churn() {
        let family = Family<Int, Int>(source: "churn", equals: ==) { $0 }
        let first = arena.slot(of: family, 0)
        arena.release(first)
        for key in 1...100_000 {
            let slot = arena.slot(of: family, key)
            #expect(arena.value(of: family, key) == key)
            #expect(arena.release(slot))
        }
        #expect(arena.count == 0)
        arena.engine.checkInvariants()
    }

    @Test("a row that another reads is not released under it")
    func releaseInUse() {
        let keyed = keyed
        let derived = Family<Int, Unkeyed>(derived: "d", equals: ==) { t, _ in t.read(keyed, "a") }
        _ = arena.value(of: derived)
        #expect(!arena.release(arena.slot(of: keyed, "a")))
        #expect(arena.release(arena.slot(of: derived, Unkeyed())))
        #expect(arena.release(arena.slot(of: keyed, "a")))
        #expect(arena.count == 0)
    }

    @Test("MECH-11: a replaced value's deinit runs after the walk, and may read")
    func deinitReads() {
        final class Probe {
            let onEnd: () -> Void
            init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
            deinit { onEnd() }
        }
        var seen: [Int] = []
        let source = source
        let family = Family<Probe?, Unkeyed>(source: "probe", equals: nil) { _ in nil }
        arena.stage(Probe { [arena] in seen.append(arena.value(of: source)) }, in: family, Unkeyed())
        arena.commit()
        arena.stage(8, in: source, Unkeyed())
        arena.stage(nil, in: family, Unkeyed())
        arena.commit()
        #expect(seen == [8])
    }

    @Test("a family outlives its arenas and serves several")
    func severalArenas() {
        arena.stage(3, in: source, Unkeyed())
        arena.commit()
        do {
            let other = Arena()
            #expect(other.value(of: source) == 1)
            #expect(other.value(of: keyed, "abcd") == 4)
        }
        #expect(arena.value(of: source) == 3)
        let third = Arena()
        #expect(third.value(of: source) == 1)
    }

    @Test("revisions that run out start again without a needless or a missing run")
    func revisionsRunOut() {
        let arena = Arena(startingAt: .max - 2)
        var runs = 0
        let (source, keyed) = (source, keyed)
        let derived = Family<Int, Unkeyed>(derived: "d", equals: ==) { t, _ in
            runs += 1
            return t.read(source, Unkeyed())
        }
        let idle = Family<Int, Unkeyed>(derived: "idle", equals: ==) { t, _ in
            t.read(source, Unkeyed()) * 10
        }
        _ = arena.value(of: derived)
        _ = arena.value(of: idle)
        for n in 2...9 {
            arena.stage(n, in: source, Unkeyed())
            arena.commit()
            #expect(arena.value(of: derived) == n)
            arena.stage(n, in: keyed, "k")
            arena.commit()
            #expect(arena.value(of: derived) == n)
        }
        #expect(runs == 9)
        #expect(arena.value(of: idle) == 90)
        #expect(arena.engine.revision.rawValue < 100)
    }

    @Test("GRAPH-4: a cycle traps with its whole path")
    func cycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            var far: Family<Int, Int>?
            let near = Family<Int, Int>(derived: "near", equals: ==) { t, n in
                far.map { t.read($0, n) } ?? 0
            }
            far = Family<Int, Int>(derived: "far", equals: ==) { t, n in t.read(near, n) }
            _ = arena.value(of: near, 7)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'near[7]' → 'far[7]' → 'near[7]'"))
    }

    @Test("DECL-7: a read inside an equality rule traps")
    func readInEquals() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let source = Family<Int, Unkeyed>(source: "source", equals: ==) { _ in 0 }
            let odd = Family<Int, Unkeyed>(
                source: "odd", equals: { a, _ in arena.value(of: source) == a }
            ) { _ in 0 }
            arena.stage(1, in: odd, Unkeyed())
            arena.commit()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'source' was read inside the equality rule of 'odd'"))
    }

    @Test("writing a derived family traps, naming it")
    func writeDerived() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let derived = Family<Int, Unkeyed>(derived: "total", equals: ==) { _, _ in 0 }
            Arena().stage(1, in: derived, Unkeyed())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'total' is computed"))
    }
}
