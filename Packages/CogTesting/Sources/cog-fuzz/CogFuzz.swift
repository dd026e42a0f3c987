import GraphPrograms

/// Runs random programs in the graph and in a plain model of it, until they part or all are done.
@main
@MainActor
struct CogFuzz {
    static func main() async throws {
        let options = Options(CommandLine.arguments.dropFirst())
        let clock = ContinuousClock()
        let start = clock.now
        Trap.announce()
        var steps = 0
        for index in 0..<options.programs {
            let seed = options.seed &+ UInt64(index)
            Trap.setSeed(seed)
            let program = Generator.program(seed: seed, steps: options.steps)
            if options.isShown {
                print(program)
                flush()
            }
            guard let divergence = try await Fuzz.check(program) else {
                steps += program.steps.count
                continue
            }
            try await report(program, divergence)
            exit(1)
        }
        let tenths = Int((clock.now - start) / .milliseconds(100))
        print(
            "cog-fuzz: \(options.programs) programs, \(steps) steps, 0 divergences, "
                + "\(tenths / 10).\(tenths % 10) seconds")
    }

    private static func report(_ program: Program, _ divergence: Divergence) async throws {
        print("cog-fuzz: seed \(program.seed) diverges at step \(divergence.step); shrinking it…")
        let short = try await Shrinker.shrink(program)
        print(short)
        if let found = try await Fuzz.check(short) { print("at step \(found.step): \(found)") }
        print("cog-fuzz: 1 divergence. Again: cog-fuzz --seed \(program.seed) --programs 1")
    }
}
