import GraphPrograms
import Testing

@MainActor
@Suite("The graph against a plain model")
struct ProgramTests {
    @Test(
        "GRAPH-1, GRAPH-2, READ-3, TURN-6, REACT-4, LIFE-2, UI-1: random programs do what a plain model does",
        arguments: 0..<8)
    func programs(part: UInt64) async throws {
        for seed in (part * 250 + 1)...(part * 250 + 250) {
            let program = Program.random(seed: seed)
            guard let divergence = try await Fuzz.check(program) else { continue }
            let short = try await program.shrunk { try await Fuzz.check($0) != nil }
            Issue.record("seed \(seed), step \(divergence.step): \(divergence)\nshrunk to\n\(short)")
            return
        }
    }

    @Test("TURN-7, TURN-12, REACT-3, REACT-5, LIFE-3, LIFE-5, EXP-1, EXP-2, HIST-1, HIST-2: so do long ones")
    func longPrograms() async throws {
        for seed: UInt64 in 1...50 {
            let program = Program.random(seed: seed, steps: 120)
            guard let divergence = try await Fuzz.check(program) else { continue }
            let short = try await program.shrunk { try await Fuzz.check($0) != nil }
            Issue.record("seed \(seed), step \(divergence.step): \(divergence)\nshrunk to\n\(short)")
            return
        }
    }

    @Test("A seed makes the same program every time, and another seed another")
    func seeds() {
        #expect(Program.random(seed: 7) == Program.random(seed: 7))
        #expect(Program.random(seed: 7).description != Program.random(seed: 8).description)
        #expect(Program.random(seed: 7, steps: 90).steps.count == 90)
    }
}
