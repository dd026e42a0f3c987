import AsyncPrograms
import Testing

@MainActor
@Suite("Async states against a plain model")
struct ExplorationTests {
    // The arena looks through the whole graph after each mutation where it is built to: then a tenth will do.
    #if COG_INTERNAL_CHECKS
        private let thinning = 10
    #else
        private let thinning = 1
    #endif

    @Test(
        "ASYNC-1, ASYNC-4, ASYNC-8, ASYNC-9, ASYNC-10: every order in which runs are chosen, end and are let go",
        arguments: AsyncProgram.Policy.allCases)
    func orders(policy: AsyncProgram.Policy) async throws {
        var (programs, checked) = (0, 0)
        for exploration in ExplorationPlan.brief where exploration.base.policy == policy {
            let result = try await exploration.check(every: thinning * (exploration.runs > 2 ? 8 : 2))
            programs += result.programs
            checked += result.checked
            if let (program, _) = result.failed { return try await report(program) }
        }
        print("\(policy): \(checked) of \(programs) orders")
    }

    @Test("ASYNC-6, ASYNC-7, ASYNC-11, TURN-12, LIFE-3, LIFE-5, UI-2: random programs", arguments: 0..<4)
    func programs(part: UInt64) async throws {
        for seed in stride(from: part * 250 + 1, through: part * 250 + 250, by: thinning) {
            let program = AsyncProgram.random(seed: seed)
            if try await AsyncPrograms.check(program) != nil { return try await report(program) }
        }
    }

    private func report(_ program: AsyncProgram) async throws {
        let short = try await program.shrunk { try await AsyncPrograms.check($0) != nil }
        let found = try await AsyncPrograms.check(short)
        Issue.record("\(short)\nat step \(found?.step ?? 0): \(found?.description ?? "nothing")")
    }
}
