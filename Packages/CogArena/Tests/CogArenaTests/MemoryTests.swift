import Testing

@testable import CogArena

@Suite("Memory")
struct MemoryTests {
    /// Fewer where every release is followed by a look at everything.
    #if COG_INTERNAL_CHECKS
        private static let keys = 20_000
    #else
        private static let keys = 1_000_000
    #endif

    @Test("LIFE-6: a million keys made and released leave memory where a thousand left it")
    func churn() {
        let arena = Arena()
        let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
        let sum = Family<Int, Int>(derived: "sum", equals: ==) { t, n in t.read(source, n / 2) }
        func churn(_ keys: Range<Int>) {
            // A hundred live at a time.
            for key in keys {
                _ = arena.value(of: sum, key)
                guard key >= 100 else { continue }
                arena.release(arena.slot(of: sum, key - 100))
                if key % 2 == 1 { arena.release(arena.slot(of: source, (key - 100) / 2)) }
            }
        }
        churn(0..<1_000)
        let core = arena.engine.core
        func sizes() -> [Int] {
            [
                arena.count, core.pointee.rowCapacity, core.pointee.edgeCapacity,
                core.pointee.blocks.pages.count, core.pointee.trash.capacity,
                core.pointee.tables.values.reduce(0) { $0 + $1.pointee.mask },
            ]
        }
        let before = sizes()
        churn(1_000..<Self.keys)
        #expect(sizes() == before)
    }

    @Test("LIFE-6, DECL-8: boxes that are declared, used and dropped without end leave nothing behind")
    func localBoxes() {
        let arena = Arena()
        for n in 0..<10_000 {
            let box = Family<Int, Int>(source: "box", equals: ==) { $0 }
            #expect(arena.value(of: box, n) == n)
            arena.release(arena.slot(of: box, n))
        }
        #expect(arena.count == 0)
        #expect(arena.engine.core.pointee.tables.count < 100)
    }

    @Test("LIFE-4: a key asked for again right after its release has a new row, and others keep theirs")
    func releasedLast() {
        let arena = Arena()
        let box = Family<Int, Int>(source: "box", equals: ==) { $0 }
        let first = arena.slot(of: box, 1)
        #expect(arena.slot(of: box, 1) == first)
        arena.release(first)
        let other = arena.slot(of: box, 2)
        let second = arena.slot(of: box, 1)
        #expect(Set([first, second, other]).count == 3)
        arena.release(second)
        #expect(arena.engine.existing(box, 1) == nil)
        #expect(arena.slot(of: box, 2) == other)
    }

    @Test("LIFE-6, DECL-8: boxes that are only looked into, or emptied with everything, leave nothing behind")
    func emptyBoxes() {
        let arena = Arena()
        for n in 0..<1_000 {
            let box = Family<Int, Int>(source: "box", equals: ==) { $0 }
            #expect(arena.engine.existing(box, n) == nil)
        }
        #expect(arena.engine.core.pointee.tables.count == 0)
        for n in 0..<1_000 {
            let box = Family<Int, Int>(source: "box", equals: ==) { $0 }
            #expect(arena.value(of: box, n) == n)
            arena.removeAll()
            #expect(arena.engine.existing(box, n) == nil)
            arena.engine.checkInvariants()
        }
        #expect(arena.engine.core.pointee.tables.count < 100)
    }

    @Test("LIFE-6: a box that is emptied, left to others' sweeping, and used again works on")
    func emptiedBox() {
        let arena = Arena()
        let kept = Family<Int, Int>(source: "kept", equals: ==) { $0 }
        for n in 0..<1_000 {
            let box = Family<Int, Int>(source: "box", equals: ==) { $0 }
            for family in [box, kept] {
                #expect(arena.engine.existing(family, n) == nil)
                #expect(arena.value(of: family, n) == n)
                #expect(arena.release(arena.slot(of: family, n)))
                #expect(arena.engine.existing(family, n) == nil)
            }
        }
        arena.engine.checkInvariants()
    }

    @Test("CTX-4: removing everything leaves no value, no slot and no place remembered")
    func removeAll() {
        final class Token {}
        let arena = Arena()
        let token = Family<Token, Int>(source: "token", equals: nil) { _ in Token() }
        let single = Family<Int, Unkeyed>(source: "single", equals: ==) { _ in 1 }
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            t.read(single, Unkeyed()) + (t.read(token, 1) === t.read(token, 2) ? 0 : 1)
        }
        var runs = 0
        arena.watch("watcher") { t in
            runs += 1
            _ = t.read(sum, Unkeyed())
        }
        weak let value = arena.value(of: token, 1)
        weak var staged: Token?
        do {
            let next = Token()
            staged = next
            arena.stage(next, in: token, 2)
        }
        let slot = arena.slot(of: sum, Unkeyed())
        arena.removeAll()
        #expect(value == nil)
        #expect(staged == nil)
        #expect(arena.count == 0)
        #expect(!arena.contains(slot))
        arena.engine.checkInvariants()
        #expect(arena.value(of: sum) == 2)
        arena.stage(5, in: single, Unkeyed())
        arena.commit()
        #expect(arena.value(of: sum) == 6)
        #expect(runs == 1)
        #expect(!arena.contains(slot))
        arena.engine.checkInvariants()
    }
}
