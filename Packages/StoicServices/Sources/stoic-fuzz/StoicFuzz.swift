import ServicePrograms

/// Runs small graphs of services in every way there is, and large ones by chance, and holds each run to the
/// promises.
@main
struct StoicFuzz {
    static func main() async {
        let options = Options(CommandLine.arguments.dropFirst())
        if options.explores {
            surveyPlans()
            for chapter in Chapter.all where options.chapter.map(chapter.name.hasPrefix) ?? true {
                await explore(chapter)
            }
        }
        await runRandomly(options)
    }

    private static func surveyPlans() {
        let clock = ContinuousClock()
        var survey = PlanSurvey()
        let time = clock.measure {
            for count in 0...4 { survey.lookAtCycles(of: count) }
            survey.lookAtNames()
        }
        if let failed = survey.failed { fail(failed) }
        print("stoic-fuzz: \(survey.graphs) graphs planned, \(survey.valid) valid, \(time.inTenths)")
    }

    private static func explore(_ chapter: Chapter) async {
        let clock = ContinuousClock()
        let start = clock.now
        let result = await inParallel(chapter.programs.count) { Exploration.run(chapter.programs[$0]) }
        if let failed = result.failed { fail("\(failed)") }
        print(
            "stoic-fuzz: \(chapter.name): \(chapter.programs.count) programs, \(result.runs) runs, "
                + "\(result.bodies) with a body, \(result.events) events, \(result.replayed) replayed, \((clock.now - start).inTenths)"
        )
    }

    private static func runRandomly(_ options: Options) async {
        let clock = ContinuousClock()
        let start = clock.now
        let result = await inParallel(options.programs) { RandomRun.run(seed: options.seed &+ UInt64($0)) }
        if let failed = result.failed { fail("\(failed)") }
        print(
            "stoic-fuzz: \(result.runs) random graphs of up to \(RandomRun.mostServices) services, "
                + "\(result.services) services, \(result.bodies) with a body, \(result.events) events, \((clock.now - start).inTenths)"
        )
    }

    /// Runs all programs; of those that fail the first is kept.
    private static func inParallel(
        _ count: Int, _ run: @escaping @Sendable (Int) -> Exploration.Result
    ) async -> Exploration.Result {
        await withTaskGroup(of: (Int, Exploration.Result).self) { group in
            var next = 0
            func addNext() {
                guard next < count else { return }
                let index = next
                next += 1
                group.addTask { (index, run(index)) }
            }
            for _ in 0..<8 { addNext() }
            var (result, failed) = (Exploration.Result(), count)
            for await (index, one) in group {
                if one.failed != nil, index < failed { (result.failed, failed) = (one.failed, index) }
                result.add(one)
                if result.failed == nil { addNext() }
            }
            return result
        }
    }

    private static func fail(_ what: String) -> Never {
        print("\(what)\nstoic-fuzz: 1 broken promise")
        exit(1)
    }
}

extension Duration {
    /// In seconds and tenths.
    fileprivate var inTenths: String {
        let tenths = Int(self / .milliseconds(100))
        return "\(tenths / 10).\(tenths % 10) seconds"
    }
}
