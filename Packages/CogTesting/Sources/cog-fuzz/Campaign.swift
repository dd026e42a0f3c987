import RandomPrograms

/// One kind of random program, and what holds it to a plain model.
@MainActor
struct Campaign<Program: RandomProgram> {
    /// What chooses it on the command line; empty for the one that needs no choice.
    let option: StaticString
    let what: String
    /// What a program does otherwise than its model; nil where it does the same.
    let difference: @MainActor (Program) async throws -> String?

    /// Ends the process after the first program that parts from its model, shrunk, or once all are done.
    func run(_ options: Options) async throws {
        if options.shrinksTrap { return await shrinkTrap(options) }
        let clock = ContinuousClock()
        let start = clock.now
        Trap.announce()
        var steps = 0
        for index in 0..<options.programs {
            let seed = options.seed &+ UInt64(index)
            Trap.setProgram(option, seed: seed, steps: options.steps)
            let program = program(seed, options)
            if options.isShown {
                print(program)
                flush()
            }
            if let found = try await difference(program) { try await report(program, seed, found, options) }
            steps += program.stepCount
        }
        print(
            "cog-fuzz: \(options.programs) \(what), \(steps) steps, 0 divergences, "
                + (clock.now - start).inTenths)
    }

    /// Shows what parts from its model, made short, and ends the process.
    func report(_ program: Program, _ found: String) async throws -> Never {
        flush()
        let short = try await program.shrunk { try await difference($0) != nil }
        print("\(short)\n\(try await difference(short) ?? found)\ncog-fuzz: 1 divergence")
        exit(1)
    }

    private func report(
        _ program: Program, _ seed: UInt64, _ found: String, _ options: Options
    ) async throws -> Never {
        if options.path != nil {
            print(found)
            exit(1)
        }
        print(
            "cog-fuzz: seed \(seed) diverges; shrinking it. Again: cog-fuzz --programs 1 \(option) "
                + "--seed \(seed) --steps \(options.steps)")
        try await report(program, found)
    }

    /// Shrinks a program that ends the process: every candidate runs in a process of its own.
    private func shrinkTrap(_ options: Options) async {
        let program = program(options.seed, options)
        let path = await program.shrinkPath { _, path in Child.fails(arguments(options, path)) }
        print(program.simplified(along: path))
        flush()
        if !Child.fails(arguments(options, path), isHeard: true) {
            print("cog-fuzz: the program of seed \(options.seed) does not fail")
        }
        exit(1)
    }

    private func program(_ seed: UInt64, _ options: Options) -> Program {
        Program.random(seed: seed, steps: options.steps).simplified(along: options.path ?? [])
    }

    /// Runs one program, simplified along `path`.
    private func arguments(_ options: Options, _ path: [Int]) -> [String] {
        (option.utf8CodeUnitCount > 0 ? ["\(option)"] : []) + [
            "--programs", "1", "--seed", "\(options.seed)", "--steps", "\(options.steps)", "--path",
            path.map { "\($0)" }.joined(separator: ","),
        ]
    }
}

extension Duration {
    /// In seconds and tenths.
    var inTenths: String {
        let tenths = Int(self / .milliseconds(100))
        return "\(tenths / 10).\(tenths % 10) seconds"
    }
}
