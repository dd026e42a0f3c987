import AsyncPrograms

/// Holds async states to their model: every order of a few runs, and random programs beyond.
@MainActor
enum AsyncFuzz {
    static func explore(others: Int) async throws {
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
                if let (program, divergence) = result.failed { try await report(program, divergence) }
            }
            perPolicy.append("\(policy) \(programs - before)")
        }
        print(
            "cog-fuzz: \(programs) \(what) (\(perPolicy.joined(separator: ", "))), \(steps) steps, "
                + "0 divergences, \((clock.now - start).inTenths)")
    }

    static func run(_ options: Options) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        Trap.announce()
        var steps = 0
        for index in 0..<options.programs {
            let seed = options.seed &+ UInt64(index)
            Trap.setSeed(
                seed, steps: options.steps, advice: "it is shown by: cog-fuzz --async --programs 1 --show")
            let program = AsyncGenerator.program(seed: seed, steps: options.steps)
            if options.isShown {
                print(program)
                flush()
            }
            steps += program.steps.count
            if let divergence = try await AsyncPrograms.check(program) {
                print("cog-fuzz: async seed \(seed) diverges at step \(divergence.step); shrinking it…")
                try await report(program, divergence)
            }
        }
        print(
            "cog-fuzz: \(options.programs) async programs, \(steps) steps, 0 divergences, "
                + (clock.now - start).inTenths)
    }

    private static func report(_ program: AsyncProgram, _ divergence: AsyncDivergence) async throws {
        flush()
        let short = try await program.shrunk { try await AsyncPrograms.check($0) != nil }
        let found = try await AsyncPrograms.check(short) ?? divergence
        print("\(short)\nat step \(found.step): \(found)\ncog-fuzz: 1 divergence")
        exit(1)
    }
}
