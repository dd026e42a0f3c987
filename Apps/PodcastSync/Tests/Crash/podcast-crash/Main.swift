import Foundation
import PodcastCrash
import RandomPrograms

/// Kills podcast-sync at exact moments, and holds what it leaves to what it promises.
@main
@MainActor
struct Main {
    static func main() async throws {
        let options = Options(CommandLine.arguments.dropFirst())
        let room = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("podcast-crash-\(getpid())", isDirectory: true)
        let run = try CrashRun(options.program, engine: options.engine, room: room)
        let start = ContinuousClock.now
        let isFine: Bool
        do {
            isFine = options.sweeps ? try await sweep(options, run) : try await program(options, run)
        } catch {
            say("podcast-crash: \(error); \(run.tally)")
            run.end()
            exit(2)
        }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        say("podcast-crash: \(run.tally), \(seconds) seconds, \(isFine ? "0 failures" : "1 failure")")
        run.end()
        exit(isFine ? 0 : 1)
    }

    /// Runs programs until there were kills enough; false after one that fails.
    private static func program(_ options: Options, _ run: CrashRun) async throws -> Bool {
        var seed = options.seed
        while run.tally.killCount < options.kills, run.tally.programs < options.programs {
            let program = CrashProgram.random(seed: seed, steps: options.steps)
                .simplified(along: options.path)
            if options.isShown { say("seed \(seed)\n\(program)") }
            if let failure = try await run.failure(of: program) {
                try await report(program, seed, failure, options, run)
                return false
            }
            seed += 1
        }
        return true
    }

    /// Sweeps one kind of operation after another; false after one that fails.
    private static func sweep(_ options: Options, _ run: CrashRun) async throws -> Bool {
        for (name, program) in CrashProgram.kinds where options.kind.isEmpty || options.kind == name {
            let before = run.tally.killCount
            let killed = try await run.failure(sweeping: program)
            // Once and twice: the second signal hurries it.
            let asked =
                killed == nil ? try await run.failure(sweeping: program, timesAsked: [1, 2]) : nil
            if let failure = killed ?? asked {
                say("podcast-crash: \(name) fails\n\(failure)")
                say("\nagain: podcast-crash --sweep --kind '\(name)'" + options.choice)
                return false
            }
            say("\(name): \(run.tally.killCount - before) kills and requests to end")
        }
        return true
    }

    /// Shows what failed, made short, with the command that does it again.
    private static func report(
        _ program: CrashProgram, _ seed: UInt64, _ failure: CrashFailure, _ options: Options, _ run: CrashRun
    ) async throws {
        say("podcast-crash: seed \(seed) fails\n\(failure)")
        var path = options.path
        var shortest = failure
        if options.shrinks {
            path += try await program.shrinkPath(trials: options.trials) { candidate, _ in
                guard let found = try await run.failure(of: candidate) else { return false }
                shortest = found
                return true
            }
            say("\nmade short:\n\(shortest)")
        }
        let steps = path.map { "\($0)" }.joined(separator: ",")
        say(
            "\nagain: podcast-crash --programs 1 --seed \(seed) --steps \(options.steps)"
                + (steps.isEmpty ? "" : " --path \(steps)") + options.choice)
    }

    /// Prints at once, for whoever follows a long campaign in a file.
    private static func say(_ text: String) {
        print(text)
        fflush(nil)
    }
}
