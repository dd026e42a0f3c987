import GraphPrograms

/// Runs random programs in the graph and in a plain model of it, until they part or all are done.
@main
@MainActor
struct CogFuzz {
    static func main() async throws {
        let options = Options(CommandLine.arguments.dropFirst())
        if options.shrinksTrap { return try await shrinkTrap(options) }
        if options.explores { return try await AsyncFuzz.explore(others: options.others) }
        if options.isAsync { return try await AsyncFuzz.run(options) }
        if options.isOfScopes { return await ScopeRuns.run(options) }
        let clock = ContinuousClock()
        let start = clock.now
        Trap.announce()
        var steps = 0
        for index in 0..<options.programs {
            let seed = options.seed &+ UInt64(index)
            Trap.setSeed(seed, steps: options.steps)
            let program = options.program(seed)
            if options.isShown {
                print(program)
                flush()
            }
            guard let divergence = try await Fuzz.check(program) else {
                steps += program.steps.count
                continue
            }
            if options.path == nil {
                try await report(program, divergence)
            } else {
                print("at step \(divergence.step): \(divergence)")
            }
            exit(1)
        }
        print(
            "cog-fuzz: \(options.programs) programs, \(steps) steps, 0 divergences, "
                + (clock.now - start).inTenths)
    }

    private static func report(_ program: Program, _ divergence: Divergence) async throws {
        print("cog-fuzz: seed \(program.seed) diverges at step \(divergence.step); shrinking it…")
        flush()
        let short = try await Shrinker.shrink(program)
        print(short)
        if let found = try await Fuzz.check(short) { print("at step \(found.step): \(found)") }
        print(
            "cog-fuzz: 1 divergence. Again: "
                + "cog-fuzz --programs 1 --seed \(program.seed) --steps \(program.steps.count)")
    }

    /// Shrinks a program that ends the process: every candidate runs in a process of its own.
    private static func shrinkTrap(_ options: Options) async throws {
        let program = options.program(options.seed)
        let path = try await Shrinker.path(from: program) { _, path in
            Child.fails(options.arguments(for: path))
        }
        print(program.simplified(along: path))
        flush()
        if !Child.fails(options.arguments(for: path), isHeard: true) {
            print("cog-fuzz: the program of seed \(options.seed) does not fail")
        }
        exit(1)
    }
}

extension Duration {
    /// In seconds and tenths.
    var inTenths: String {
        let tenths = Int(self / .milliseconds(100))
        return "\(tenths / 10).\(tenths % 10) seconds"
    }
}
