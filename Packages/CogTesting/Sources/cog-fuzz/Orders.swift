import AsyncPrograms

/// Holds async states to their model in every order of a few runs.
@MainActor
enum Orders {
    static func run(others: Int) async throws {
        try await explore(
            ExplorationPlan.everything(others: others), "orders of 3 runs and \(others) other things")
        try await explore(ExplorationPlan.completions, "orders of 5 runs chosen, succeeding and failing")
    }

    private static func explore(_ explorations: [Exploration], _ what: String) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var (programs, steps) = (0, 0)
        var perPolicy: [String] = []
        for policy in AsyncProgram.Policy.allCases {
            let before = programs
            for exploration in explorations where exploration.base.policy == policy {
                let result = try await exploration.check()
                programs += result.programs
                steps += result.steps
                if let (program, found) = result.failed {
                    try await CogFuzz.async.report(program, "at step \(found.step): \(found)")
                }
            }
            perPolicy.append("\(policy) \(programs - before)")
        }
        print(
            "cog-fuzz: \(programs) \(what) (\(perPolicy.joined(separator: ", "))), \(steps) steps, "
                + "0 divergences, \((clock.now - start).inTenths)")
    }
}
