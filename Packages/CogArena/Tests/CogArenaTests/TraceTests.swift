import Testing

@testable import CogArena

@Suite("What is recorded")
struct TraceTests {
    private let arena = Arena()
    private let source = Family<Int, Int>(source: "source", equals: ==) { $0 }

    @Test("HIST-1: a trace that nobody takes does not grow with rows that came and went")
    func untakenTrace() {
        let derived = Family<Int, Int>(derived: "derived", equals: ==) { _, key in key }
        arena.engine.setTracing(true)
        let most = Engine.leastToPrune
        for key in 0..<most * 2 {
            _ = arena.value(of: derived, key)
            if key > 10 { arena.release(arena.slot(of: derived, key)) }
        }
        let runs = arena.engine.takeTrace().runs
        #expect(runs.count <= most)
        let living = runs.map(\.slot).filter { arena.contains($0) }
        #expect(living.map { arena.engine.name(of: $0) } == (0...10).map { "derived[\($0)]" })
    }

    @Test(
        "HIST-1: a run says the first of what it had read that changed, whether it was its first, and its outcome"
    )
    func causes() {
        let half = Family<Int, Int>(derived: "half", equals: ==) { [source] t, key in t.read(source, key) / 2
        }
        let sum = Family<Int, Int>(derived: "sum", equals: ==) { t, _ in t.read(half, 1) + t.read(half, 2) }
        arena.engine.setTracing(true)
        func causes(_ work: () -> Void) -> [String] {
            work()
            _ = arena.value(of: sum, 0)
            return arena.engine.takeTrace().runs.map { run in
                let cause =
                    switch run.cause {
                    case .first: "first"
                    case .asked: "asked"
                    case .changed(let slot): arena.engine.name(of: slot)
                    }
                return "\(arena.engine.name(of: run.slot)): \(cause)\(run.isChange ? ", changed" : "")"
            }
        }
        func write(_ value: Int, _ key: Int) {
            arena.stage(value, in: source, key)
            arena.commit()
        }
        #expect(
            causes {} == ["sum[0]: first, changed", "half[1]: first, changed", "half[2]: first, changed"])
        #expect(causes { write(3, 2) } == ["half[2]: source[2]"])
        #expect(causes { write(4, 2) } == ["half[2]: source[2], changed", "sum[0]: half[2], changed"])
        #expect(
            causes {
                arena.stage(8, in: source, 1)
                write(5, 2)
            } == ["half[1]: source[1], changed", "sum[0]: half[1], changed", "half[2]: source[2]"])
        #expect(causes { arena.engine.invalidate(arena.slot(of: half, 1)) } == ["half[1]: asked"])
        arena.engine.setTracing(false)
        #expect(causes { write(100, 1) } == [])
    }
}
