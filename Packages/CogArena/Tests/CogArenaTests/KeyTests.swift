import Testing

@testable import CogArena

/// Keys whose `==` and `hash(into:)` are application code like any other.
@Suite("Keys")
struct KeyTests {
    private let arena = Arena()

    @Test("a key is hashed when it is asked for and when its row goes, and not because others come and go")
    func hashes() {
        let calls = Calls()
        let family = Family<Int, Counted>(source: "counted", equals: ==) { $0.number }
        for n in 0..<1_000 { _ = arena.value(of: family, Counted(number: n, calls: calls)) }
        #expect(calls.hashes == 1_000)
        // Only a key with the same hash is compared.
        #expect(calls.comparisons == 0)
        let slots = (0..<1_000).map { arena.slot(of: family, Counted(number: $0, calls: calls)) }
        #expect(calls.hashes == 2_000)
        for slot in slots { #expect(arena.release(slot)) }
        #expect(calls.hashes == 3_000)
        #expect(calls.comparisons == 1_000)
        arena.engine.checkInvariants()
    }

    @Test("DECL-5: keys that share few hashes find their own state, as rows come and go", arguments: 0..<10)
    func collisions(seed: UInt64) {
        struct Key: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
        }
        var random = SplitMix(state: seed)
        let family = Family<Int, Key>(source: "key", equals: ==) { _ in 0 }
        var model: [Int: Int] = [:]
        for turn in 1...500 {
            let number = Int.random(in: 0..<60, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let slot = arena.engine.existing(family, Key(number: number))
                #expect((slot != nil) == (model[number] != nil))
                if let slot { #expect(arena.release(slot)) }
                model[number] = nil
            case 1:
                arena.stage(turn, in: family, Key(number: number))
                arena.commit()
                model[number] = turn
            default:
                #expect(arena.value(of: family, Key(number: number)) == model[number, default: 0])
                model[number] = model[number, default: 0]
            }
            arena.engine.checkInvariants()
        }
        #expect(arena.count == model.count)
    }

    @Test("LIFE-4: a row whose key has another hash than before is released all the same, and no other is")
    func changedHash() {
        final class Key: Hashable {
            var number: Int
            init(_ number: Int) { self.number = number }
            static func == (a: Key, b: Key) -> Bool { a === b }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        let family = Family<Int, Key>(source: "key", equals: ==) { $0.number }
        let keys = (0..<100).map { Key($0) }
        let slots = keys.map { arena.slot(of: family, $0) }
        for key in keys { key.number += 1_000 }
        for index in stride(from: 0, to: 100, by: 2) {
            #expect(arena.release(slots[index]))
            arena.engine.checkInvariants()
        }
        #expect(arena.count == 50)
        #expect((0..<100).allSatisfy { arena.contains(slots[$0]) == ($0 % 2 == 1) })
    }

    @Test("a key whose == and hash read its own box, and make rows in it, finds its state")
    func readingKeys() {
        let life = Life(arena)
        let sum = Family<Int, Unkeyed>(derived: "sum", equals: ==) { t, _ in
            (0..<200).reduce(0) { $0 + t.read(life.family, Reading(number: $1, life: life)) }
        }
        life.isReading = true
        for turn in 1...3 {
            arena.stage(turn, in: life.family, Reading(number: 0, life: life))
            arena.commit()
            #expect(arena.value(of: sum) == 19_900 + turn)
        }
        for n in 1..<200 { #expect(arena.value(of: life.family, Reading(number: n, life: life)) == n) }
        #expect(arena.release(arena.slot(of: sum, Unkeyed())))
        for n in 0..<200 {
            #expect(arena.release(arena.slot(of: life.family, Reading(number: n, life: life))))
        }
        life.isReading = false
        arena.engine.checkInvariants()
    }
}

private final class Calls {
    var hashes = 0
    var comparisons = 0
}

private struct Counted: Hashable {
    let number: Int
    let calls: Calls

    static func == (a: Counted, b: Counted) -> Bool {
        a.calls.comparisons += 1
        return a.number == b.number
    }

    func hash(into hasher: inout Hasher) {
        calls.hashes += 1
        hasher.combine(number)
    }
}

/// What reading keys do.
private final class Life {
    let arena: Arena
    let family = Family<Int, Reading>(source: "reading", equals: ==) { $0.number }
    var isReading = false
    private var last = 1_000

    init(_ arena: Arena) { self.arena = arena }

    func read() {
        guard isReading else { return }
        isReading = false
        for _ in 0..<3 {
            last += 1
            _ = arena.value(of: family, Reading(number: last, life: self))
        }
        isReading = true
    }
}

private struct Reading: Hashable {
    let number: Int
    unowned let life: Life

    static func == (a: Reading, b: Reading) -> Bool {
        a.life.read()
        return a.number == b.number
    }

    func hash(into hasher: inout Hasher) {
        life.read()
        hasher.combine(number)
    }
}
