import Testing

@testable import ServicePrograms

/// Runs of the machine that are held to all eight promises after every event. `stoic-fuzz` takes every way
/// there is; these are the small graphs, and some ways of the others.
struct ExplorationTests {
    @Test(
        "SVC-4, SVC-5, SVC-6, SVC-7, SVC-8, SVC-12: Every way of one service keeps the eight promises",
        arguments: Chapter.all)
    func small(_ chapter: Chapter) {
        for program in chapter.programs where program.needs.count <= 1 {
            let result = Exploration.run(program)
            #expect(result.runs > 0 && result.failed == nil, "\(String(describing: result.failed))")
        }
    }

    @Test(
        "SVC-4, SVC-5, SVC-6, SVC-7, SVC-8, SVC-12: Some ways of every graph keep the eight promises",
        arguments: Chapter.all)
    func sample(_ chapter: Chapter) {
        var dice = SplitMix(seed: 1)
        var (result, step) = (Exploration.Result(), max(1, chapter.programs.count / 400))
        while result.runs < 1200 {
            for index in stride(from: step - 1, to: chapter.programs.count, by: step) {
                result.add(RandomRun.run(chapter.programs[index], &dice))
            }
            step = max(1, step - 1)
        }
        #expect(result.failed == nil, "\(String(describing: result.failed))")
        #expect(result.bodies > 100)
    }

    @Test(
        "SVC-4, SVC-5, SVC-6, SVC-7, SVC-8, SVC-12: Random graphs keep the eight promises", arguments: 0..<4)
    func random(_ part: UInt64) {
        for seed in (part * 100)..<(part * 100 + 100) {
            let failed = RandomRun.run(seed: seed).failed
            #expect(failed == nil, "seed \(seed): \(String(describing: failed))")
        }
    }

    @Test("SVC-9: A run that goes the same way tells the same events (promise 8)")
    func replay() throws {
        var dice = SplitMix(seed: 2)
        for program in Chapter.outcomes.programs where program.needs.count == 3 {
            var world = try World(program)
            world.coast()
            while world.ways > 0 { world.take(dice.number(below: world.ways)) }
            #expect(World.replay(program, along: world.path)?.digest == world.digest)
        }
    }
}
