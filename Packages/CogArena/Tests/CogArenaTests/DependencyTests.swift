import CogArena
import Testing

@Suite("Dependencies that change")
struct DependencyTests {
    private let arena = Arena()
    private let source = Family<Int, Int>(source: "source", equals: ==) { _ in 0 }

    private func write(_ values: [Int: Int]) {
        for (key, value) in values { arena.stage(value, in: source, key) }
        arena.commit()
        arena.engine.checkInvariants()
    }

    @Test("GRAPH-1, READ-3: a row that changes sides while its diamond settles runs once")
    func switchesInDiamond() {
        let source = source
        var ran: [String] = []
        let sides = ["left", "right"].map { name in
            Family<Int, Unkeyed>(derived: FamilyLabel(name), equals: ==) { t, _ in
                ran.append(name)
                return t.read(source, 0) * 10
            }
        }
        let joint = Family<Int, Unkeyed>(derived: "joint", equals: ==) { t, _ in
            ran.append("joint")
            return t.read(sides[t.read(source, 0) % 2], Unkeyed())
        }
        arena.watch("watcher") { t in _ = t.read(joint, Unkeyed()) }
        for turn in 1...4 {
            ran = []
            write([0: turn])
            // The joint's first read has changed, so the side it read before is not looked at.
            #expect(ran == ["joint", turn % 2 == 0 ? "left" : "right"])
            #expect(arena.value(of: joint) == turn * 10)
            // The side that was left keeps its own dependency.
            #expect(arena.engine.liveEdges == 5)
        }
    }

    @Test("READ-3: dependencies read in another order are kept, and each wakes its reader")
    func reordered() {
        let source = source
        var runs = 0
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            runs += 1
            let order = t.read(source, 0) % 2 == 0 ? [1, 2, 3] : [3, 1, 2]
            return order.reduce(0) { $0 * 10 + $1 } + order.map { t.read(source, $0) }.reduce(0, +)
        }
        for turn in 0..<4 {
            write([0: turn])
            _ = arena.value(of: sum)
            for key in 1...3 {
                let before = runs
                write([key: turn * 7 + key])
                _ = arena.value(of: sum)
                #expect(runs == before + 1)
            }
            #expect(arena.engine.liveEdges == 4)
        }
    }

    @Test("READ-3: a dependency that a run drops, and reads again at its end, has one edge and wakes")
    func droppedAndAdded() {
        let source = source
        var runs = 0
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            runs += 1
            let isEarly = t.read(source, 0) % 2 == 0
            var sum = isEarly ? t.read(source, 1) : 0
            sum += t.read(source, 2)
            sum += t.read(source, 3)
            return isEarly ? sum : sum + t.read(source, 1)
        }
        for turn in 0..<4 {
            write([0: turn, 1: turn, 2: turn, 3: turn])
            #expect(arena.value(of: sum) == turn * 3)
            #expect(arena.engine.liveEdges == 4)
            let before = runs
            write([1: turn + 10])
            #expect(arena.value(of: sum) == turn * 3 + 10)
            #expect(runs == before + 1)
        }
    }

    @Test("READ-3: tracking and peeking the same row, in either order, keeps its edge")
    func trackedAndPeeked() {
        let source = source
        let peekFirst = Family<Int, Bool>(derived: "sum", equals: ==) { t, isPeekedFirst in
            isPeekedFirst
                ? t.peek(source, 1) * 10 + t.read(source, 1)
                : t.read(source, 1) + t.peek(source, 1) * 10
        }
        for turn in 1...3 {
            write([1: turn])
            #expect(arena.value(of: peekFirst, true) == turn * 11)
            #expect(arena.value(of: peekFirst, false) == turn * 11)
            #expect(arena.engine.liveEdges == 2)
        }
    }

    @Test("READ-3: rows read over and over are one dependency each, in whatever order, and each wakes")
    func repeated() {
        let source = source
        var order: [Int] = []
        var runs = 0
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: nil) { t, _ in
            runs += 1
            return order.reduce(t.read(source, 0) * 0) { $0 + t.read(source, $1) }
        }
        let orders = [[1, 2, 1, 2], [2, 1, 3, 2, 1, 3], [3, 3, 1, 1, 2], [1, 2, 3, 2, 1], [2, 1, 2, 1]]
        for (turn, next) in orders.enumerated() {
            order = next
            write([0: turn + 1])
            #expect(arena.value(of: sum) == next.map { arena.value(of: source, $0) }.reduce(0, +))
            #expect(arena.engine.liveEdges == Set(next).count + 1)
            for key in 1...3 {
                let before = runs
                write([key: turn * 10 + key])
                #expect(arena.value(of: sum) == next.map { arena.value(of: source, $0) }.reduce(0, +))
                #expect(runs == before + (next.contains(key) ? 1 : 0))
            }
        }
    }

    @Test("READ-3: a repeated read is not taken for one at a place that another row's dependency took")
    func repeatedBesideReuse() {
        let source = source
        let inner = Family<Int, Unkeyed>(derived: "inner", equals: ==) { t, _ in t.read(source, 5) * 0 }
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            guard t.read(source, 0) == 1 else {
                return t.read(source, 1) + t.read(source, 2) + t.read(source, 3)
            }
            // Row 3's edge of the run before is met again, behind its new one. It goes at the second
            // last read, with the next repeat looked for there, and the inner row takes its place.
            let order = [3, 1, 2, 3, 0, 3, 1, 2, 1]
            let before = order.reduce(0) { $0 + t.read(source, $1) }
            return before * 0 + t.read(inner, Unkeyed()) + t.read(source, 5)
        }
        #expect(arena.value(of: sum) == 0)
        write([0: 1, 1: 1, 2: 2, 3: 3])
        #expect(arena.value(of: sum) == 0)
        write([5: 7])
        #expect(arena.value(of: sum) == 7)
    }

    @Test(
        "READ-3: a run that reads at random depends on each row once, in the order it met them",
        arguments: 0..<40)
    func random(seed: UInt64) throws {
        let source = source
        var random = SplitMix(state: seed)
        var order: [Int] = []
        var met: [Int] { order.reduce(into: [0]) { if !$0.contains($1) { $0.append($1) } } }
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: nil) { t, _ in
            order.reduce(t.read(source, 0) * 0) { $0 * 3 + t.read(source, $1) }
        }
        let slots = (0...5).map { arena.engine.slot(of: source, $0) }
        let watched = arena.watch("watcher") { t in
            _ = order.reduce(t.read(source, 0)) { $0 + t.read(source, $1) }
        }
        for turn in 1...60 {
            // Sometimes a pattern over and over, sometimes without any.
            let pattern = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Int.random(in: 0...5, using: &random)
            }
            let tail = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Int.random(in: 0...5, using: &random)
            }
            order =
                Array(repeatElement(pattern, count: Int.random(in: 1...4, using: &random)).joined()) + tail
            write([0: turn, Int.random(in: 1...5, using: &random): turn])
            let values = (0...5).map { arena.value(of: source, $0) }
            #expect(arena.value(of: sum) == order.reduce(0) { $0 * 3 + values[$1] })
            let reader = try #require(arena.engine.existing(sum, Unkeyed()))
            #expect(arena.engine.dependencies(of: reader) == met.map { slots[$0] })
            #expect(arena.engine.dependencies(of: watched) == met.map { slots[$0] })
        }
    }

    @Test("READ-3: what a first run and its nested runs both read is one dependency of each, in either order")
    func sharedWithNested() {
        let arena = Arena()
        let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
        let double = Family<Int, Int>(derived: "double", equals: ==) { t, key in t.read(source, key) * 2 }
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            var total = 0
            for key in 0..<50 {
                if key % 2 == 0 { total += t.read(source, key) }
                // What was read first, and what was read long ago, each by another run just now too.
                total += t.read(double, key) + t.read(source, key) + t.read(source, key / 3)
            }
            return total
        }
        func expected(_ values: (Int) -> Int) -> Int {
            (0..<50).map { key in
                (key % 2 == 0 ? values(key) : 0) + 3 * values(key) + values(key / 3)
            }.reduce(0, +)
        }
        #expect(arena.value(of: sum, Unkeyed()) == expected { $0 })
        // 50 sources and 50 doubles, and the 50 edges of these.
        #expect(arena.engine.liveEdges == 150)
        for key in 0..<50 { arena.stage(key + 1, in: source, key) }
        arena.commit()
        #expect(arena.value(of: sum, Unkeyed()) == expected { $0 + 1 })
        #expect(arena.engine.liveEdges == 150)
    }

    @Test("READ-3: a run that reads the same rows over and over can be asked what it read up to now")
    func askedMeanwhile() {
        let (source, engine) = (source, arena.engine)
        var seen: [[Slot]] = []
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            // The second time the last reads of the run before are no longer made.
            let order = t.read(source, 0) == 0 ? [1, 2, 3, 4] : [1, 2, 0, 1, 2, 0, 1, 2]
            return order.reduce(0) { sum, key in
                seen.append(engine.dependencies(of: t.slot))
                // Makes a row, and so has the edges looked through where invariants are checked.
                return sum + t.read(source, key) + t.peek(source, 100 + seen.count)
            }
        }
        _ = arena.value(of: sum)
        let slots = (0...2).map { engine.slot(of: source, $0) }
        write([0: 1])
        seen = []
        _ = arena.value(of: sum)
        #expect(seen.count == 8)
        #expect(seen.allSatisfy { $0.starts(with: slots) })
        #expect(seen.last == slots)
        #expect(engine.liveEdges == 3)
    }
}
