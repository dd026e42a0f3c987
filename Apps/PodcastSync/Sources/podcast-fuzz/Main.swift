import FeedPrograms
import Foundation
import RandomPrograms

/// Reads documents that chance makes and spoils, until a promise is broken or all are read.
@main
@MainActor
struct PodcastFuzz {
    static func main() async {
        let options = Options(CommandLine.arguments.dropFirst())
        switch options.work {
        case .campaign: await run(options)
        case .shrink: await shrinkTrap(options)
        case .measure: Measure.run(megabytes: options.megabytes)
        case .limits(let chosen): Extremes.run(chosen)
        }
    }

    private static func run(_ options: Options) async {
        let clock = ContinuousClock()
        let start = clock.now
        var meter = Meter()
        Trap.announce()
        var bytes = 0
        for index in 0..<options.documents {
            let seed = options.seed &+ UInt64(index)
            Trap.setDocument(seed: seed, steps: options.steps)
            let program = program(seed, options)
            if options.isShown { print(program) }
            if let found = broken(program, &meter, &bytes) {
                await report(program, seed, found, options)
            }
        }
        print(
            "podcast-fuzz: \(options.documents) documents of \(bytes >> 20) MiB, 0 broken promises, "
                + "\((clock.now - start).formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1))))"
        )
    }

    private static func broken(_ program: FeedProgram, _ meter: inout Meter, _ bytes: inout Int) -> String? {
        let count = program.bytes.count
        bytes += count
        let (found, excess) = meter.excess(bytes: count, times: 12) { Promises.broken(program) }
        return found ?? excess
    }

    private static func report(
        _ program: FeedProgram, _ seed: UInt64, _ found: String, _ options: Options
    ) async -> Never {
        print(
            "podcast-fuzz: seed \(seed) breaks a promise. Again: podcast-fuzz --documents 1 --seed \(seed) "
                + "--steps \(options.steps)")
        var meter = Meter()
        var bytes = 0
        let short =
            options.path != nil ? program : await program.shrunk { broken($0, &meter, &bytes) != nil }
        print("\(short)\n\(broken(short, &meter, &bytes) ?? found)\npodcast-fuzz: 1 broken promise")
        exit(1)
    }

    /// Shrinks a document that ends the process: every candidate is read in a process of its own.
    private static func shrinkTrap(_ options: Options) async {
        let program = program(options.seed, options)
        let path = await program.shrinkPath { _, path in Child.fails(arguments(options, path)) }
        print(program.simplified(along: path))
        if !Child.fails(arguments(options, path), isHeard: true) {
            print("podcast-fuzz: the document of seed \(options.seed) does not fail")
        }
        exit(1)
    }

    private static func program(_ seed: UInt64, _ options: Options) -> FeedProgram {
        FeedProgram.random(seed: seed, steps: options.steps).simplified(along: options.path ?? [])
    }

    private static func arguments(_ options: Options, _ path: [Int]) -> [String] {
        [
            "--documents", "1", "--seed", "\(options.seed)", "--steps", "\(options.steps)", "--path",
            path.map { "\($0)" }.joined(separator: ","),
        ]
    }
}
