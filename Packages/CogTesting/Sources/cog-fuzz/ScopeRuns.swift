import ScopePrograms

/// Runs random programs of scopes in the graph and in a plain model of scopes.
@MainActor
enum ScopeRuns {
    static func run(_ options: Options) async {
        let clock = ContinuousClock()
        let start = clock.now
        Trap.announce()
        var steps = 0
        for index in 0..<options.programs {
            let seed = options.seed &+ UInt64(index)
            Trap.setSeed(
                seed, steps: options.steps, advice: "it is shown by: cog-fuzz --scopes --programs 1 --show")
            let program = ScopeProgram.random(seed: seed, steps: options.steps)
            if options.isShown {
                print(program)
                flush()
            }
            if let difference = await ScopeFuzz.difference(program) { await report(program, difference) }
            steps += program.steps.count
        }
        print(
            "cog-fuzz: \(options.programs) programs of scopes, \(steps) steps, 0 divergences, "
                + (clock.now - start).inTenths)
    }

    private static func report(_ program: ScopeProgram, _ difference: String) async {
        print("cog-fuzz: scopes of seed \(program.seed) diverge; shrinking the program…")
        flush()
        let short = await program.shrunk { await ScopeFuzz.difference($0) != nil }
        print("\(short)\n\(await ScopeFuzz.difference(short) ?? difference)\ncog-fuzz: 1 divergence")
        exit(1)
    }
}
