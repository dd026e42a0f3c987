import CogArena
import Testing

/// Random programs that close and open cycles, against a model that recomputes from scratch.
@Suite("Cycles against a model")
struct CycleModelTests {
    private static let rows = 20
    private static let watchedRows = [3, 11, 19]

    @Test(
        "GRAPH-4, GRAPH-5: only rows of a cycle and their readers report it, and all recover",
        arguments: 0..<80)
    func programs(seed: UInt64) {
        var random = SplitMix(state: seed)
        let program = Program(rows: Self.rows)
        let arena = Arena()
        var reports = 0
        var watched: [Int: Int] = [:]
        arena.engine.setCycleHook(standingIn: [0]) { _ in reports += 1 }
        for n in Self.watchedRows {
            arena.watch("w\(n)") { t in watched[n] = t.read(program.node, n) }
        }
        for step in 0..<60 {
            program.runs = [:]
            for _ in 0..<Int.random(in: 1..<4, using: &random) {
                // Every other link points down again, and the last steps remove them all.
                let n = Int.random(in: 0..<Self.rows, using: &random)
                let isUp = step < 50 && Bool.random(using: &random)
                program.stage(
                    link: isUp ? Int.random(in: 0..<Self.rows, using: &random) : -1, of: n, in: arena)
                program.stage(value: Int.random(in: 0..<9, using: &random), of: n % 3, in: arena)
            }
            if step == 50 {
                for n in 0..<Self.rows { program.stage(link: -1, of: n, in: arena) }
            }
            arena.commit()
            for n in Self.watchedRows {
                if let expected = program.model(n) { #expect(watched[n] == expected) }
            }
            for _ in 0..<6 {
                let n = Int.random(in: 0..<Self.rows, using: &random)
                let before = reports
                let value = arena.value(of: program.node, n)
                if let expected = program.model(n) {
                    #expect(value == expected)
                    #expect(reports == before)
                } else {
                    #expect(reports > before)
                }
                arena.engine.checkInvariants()
            }
            if (0..<Self.rows).allSatisfy({ program.model($0) != nil }) {
                #expect(program.runs.values.allSatisfy { $0 == 1 })
            }
        }
        for n in 0..<Self.rows { #expect(arena.value(of: program.node, n) == program.model(n)) }
        #expect(reports > 0)
        #expect(arena.engine.liveEdges == program.edges + Self.watchedRows.count)
    }
}

/// Rows that read two lower rows, or a value, and also whatever row their link names.
private final class Program {
    private let rows: Int
    private var values = [0, 0, 0]
    private var links: [Int]
    private let value = Family<Int, Int>(source: "value", equals: ==) { _ in 0 }
    private let link = Family<Int, Int>(source: "link", equals: ==) { _ in -1 }
    private(set) lazy var node = makeNode()
    var runs: [Int: Int] = [:]

    init(rows: Int) {
        self.rows = rows
        links = Array(repeating: -1, count: rows)
    }

    private func makeNode() -> Family<Int, Int> {
        Family(derived: "node", equals: ==) { [unowned self] t, n in
            runs[n, default: 0] += 1
            // Odd rows follow their link last, and a few only if what they read says so.
            var sum = n
            if n % 2 == 0 { sum += follow(n, &t) }
            sum += n < 3 ? t.read(value, n) : t.read(node, n / 2)
            if n >= 3, sum % 3 != 0 { sum += t.read(node, n - 3) }
            if n % 2 == 1, n % 5 != 0 || sum % 2 == 0 { sum += follow(n, &t) }
            return sum % 11
        }
    }

    private func follow(_ n: Int, _ t: inout Tracker) -> Int {
        let target = t.read(link, n)
        return target < 0 ? 0 : t.read(node, target)
    }

    func stage(value new: Int, of n: Int, in arena: Arena) {
        values[n] = new
        arena.stage(new, in: value, n)
    }

    func stage(link new: Int, of n: Int, in arena: Arena) {
        links[n] = new
        arena.stage(new, in: link, n)
    }

    /// Nil when the row's value comes from a cycle.
    func model(_ n: Int) -> Int? {
        model(n, [])
    }

    private func model(_ n: Int, _ waiting: Set<Int>) -> Int? {
        if waiting.contains(n) { return nil }
        let waiting = waiting.union([n])
        func follow() -> Int? { links[n] < 0 ? 0 : model(links[n], waiting) }
        var sum = n
        if n % 2 == 0 {
            guard let followed = follow() else { return nil }
            sum += followed
        }
        guard let first = n < 3 ? values[n] : model(n / 2, waiting) else { return nil }
        sum += first
        if n >= 3, sum % 3 != 0 {
            guard let second = model(n - 3, waiting) else { return nil }
            sum += second
        }
        if n % 2 == 1, n % 5 != 0 || sum % 2 == 0 {
            guard let followed = follow() else { return nil }
            sum += followed
        }
        return sum % 11
    }

    /// How many dependencies an arena has that never saw a cycle.
    var edges: Int {
        let fresh = Arena()
        for n in 0..<3 { fresh.stage(values[n], in: value, n) }
        for n in 0..<rows { fresh.stage(links[n], in: link, n) }
        fresh.commit()
        for n in 0..<rows { _ = fresh.value(of: node, n) }
        return fresh.engine.liveEdges
    }
}
