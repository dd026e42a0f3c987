import ScopePrograms
import Testing

@MainActor
@Suite("Scopes against a plain model")
struct ScopeProgramTests {
    // The arena looks through the whole graph after each mutation where it is built to: then a tenth will do.
    #if COG_INTERNAL_CHECKS
        private let thinning = 10
    #else
        private let thinning = 1
    #endif

    @Test(
        "MECH-6, MECH-7, MECH-9, MECH-10, MECH-11, REACT-3, CTX-3, ASYNC-7: random programs do what a plain model does",
        arguments: 0..<8)
    func programs(part: UInt64) async {
        for seed in stride(from: part * 250 + 1, through: part * 250 + 250, by: thinning) {
            await check(ScopeProgram.random(seed: seed))
        }
    }

    @Test("MECH-5, MECH-6, HIST-1: so do long ones")
    func longPrograms() async {
        for seed: UInt64 in 1...50 { await check(ScopeProgram.random(seed: seed, steps: 80)) }
    }

    @Test("A program that fails is shrunk until nothing that can be taken away alone is left")
    func shrinks() async {
        let short = await ScopeProgram.random(seed: 14).shrunk { $0.description.contains("parting") }
        #expect(short.description.split(separator: "\n").count <= 4)
        #expect(short.mechanisms.joined().count + short.steps.count == 1)
    }

    private func check(_ program: ScopeProgram) async {
        guard let found = await ScopeFuzz.difference(program) else { return }
        let short = await program.shrunk { await ScopeFuzz.difference($0) != nil }
        let what = await ScopeFuzz.difference(short) ?? found
        Issue.record("\(what)\nshrunk to\n\(short)")
    }

    @Test("A seed makes the same program every time, and another seed another")
    func seeds() {
        #expect(ScopeProgram.random(seed: 7) == ScopeProgram.random(seed: 7))
        #expect(ScopeProgram.random(seed: 7).description != ScopeProgram.random(seed: 8).description)
    }
}
