import CogArena
import Testing

/// Random programs against a model that recomputes everything from scratch.
@Suite("Arena against a model")
struct ArenaModelTests {
    /// What derived row `n` computes: it reads a selector row and, by its value, one of two
    /// lower rows, some twice, so that dependency sets change while a turn settles.
    private static func compute(_ n: Int, read: (Int) -> Int) -> Int {
        let selector = read((n * 7) % max(n, 1))
        let low = read((n * 5 + 1) % n)
        if selector % 3 == 0 { return (low + read(n / 2)) % 8 }
        if selector % 3 == 1 { return (read(n - 1) + selector) % 5 }
        return (low + read((n * 5 + 1) % n)) % 4
    }

    @Test("GRAPH-1, GRAPH-2: values equal the model's and nothing runs twice", arguments: 0..<60)
    func programs(seed: UInt64) {
        var random = SplitMix(state: seed)
        let sources = 4
        let rows = 28
        // Every third program runs out of revisions, runs and lives on its way.
        let arena = seed % 3 == 0 ? Arena(startingAt: .max - 30) : Arena()
        var values = Array(repeating: 0, count: sources)
        var runs: [Int: Int] = [:]
        let source = Family<Int, Int>(source: "s", equals: ==) { _ in 0 }
        var node: Family<Int, Int>?
        let derived = Family<Int, Int>(derived: "n", equals: ==) { t, n in
            runs[n, default: 0] += 1
            // A closure cannot hold the tracker, so the reads are made here, one by one.
            func at(_ m: Int, _ t: inout Tracker) -> Int {
                guard let node, m >= sources else { return t.read(source, m) }
                return t.read(node, m)
            }
            let selector = at((n * 7) % max(n, 1), &t)
            let low = at((n * 5 + 1) % n, &t)
            if selector % 3 == 0 { return (low + at(n / 2, &t)) % 8 }
            if selector % 3 == 1 { return (at(n - 1, &t) + selector) % 5 }
            return (low + at((n * 5 + 1) % n, &t)) % 4
        }
        node = derived
        defer { node = nil }
        var watched: [Int: Int] = [:]
        for n in [rows - 1, rows / 2] {
            arena.watch("w\(n)") { t in watched[n] = t.read(derived, n) }
        }
        func model(_ n: Int) -> Int {
            n < sources ? values[n] : Self.compute(n, read: model)
        }
        for _ in 0..<80 {
            runs = [:]
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let key = Int.random(in: 0..<sources, using: &random)
                values[key] = Int.random(in: 0..<6, using: &random)
                arena.stage(values[key], in: source, key)
            }
            arena.commit()
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let n = Int.random(in: sources..<rows, using: &random)
                #expect(arena.value(of: derived, n) == model(n))
            }
            #expect(watched[rows - 1] == model(rows - 1))
            #expect(watched[rows / 2] == model(rows / 2))
            #expect(runs.values.allSatisfy { $0 == 1 })
            arena.engine.checkInvariants()
            if Int.random(in: 0..<5, using: &random) == 0 {
                let n = Int.random(in: sources..<rows, using: &random)
                arena.release(arena.slot(of: derived, n))
                arena.engine.checkInvariants()
            }
        }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
