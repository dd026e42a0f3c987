import StoicServices
import TestClocks
import Testing

private let a = ServiceKey<Int>("a")

/// What the stop of a run with this body is told.
private func exit(
    _ body: nonisolated(nonsending) () async throws -> Void
) async throws -> [String] {
    let log = Log()
    let graph = try ServiceGraph(label: "exits") {
        Provide(
            a, start: { _ in 1 }, stop: { _, exit in log.add("\(exit), normal: \(exit.isNormal)") })
    }
    try? await graph.run(clock: TestClock()) { _ in try await body() }
    return log.all
}

struct ExitTests {
    @Test("SVC-1: A body that returns is a normal end, and one that throws is none")
    func ends() async throws {
        #expect(try await exit {} == ["completed, normal: true"])
        #expect(try await exit { throw Broken() } == ["failed: broken, normal: false"])
    }

    @Test("SVC-1: A cancelled run is no normal end, and its cause is told")
    func cancelled() async throws {
        let run = Task {
            try await exit {
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
            }
        }
        // The body cancelled its own task, which nothing but itself asked for.
        #expect(try await run.value == ["failed: CancellationError(), normal: false"])
    }

    @Test("SVC-1: Every cause says itself in words")
    func words() {
        let causes: [CancellationCause] = [
            .caller, .deadline, .systemExpiring, .signal(15), .signal(64), .startFailed(a.any),
            .workFailed(a.any),
        ]
        #expect(
            causes.map { Exit(.cancelled($0)).description } == [
                "cancelled by its caller", "cancelled by its deadline",
                "cancelled by the system, which is expiring its time", "cancelled by SIGTERM",
                "cancelled by signal 64", "cancelled by the failed start of “a”",
                "cancelled by the failed work of “a”",
            ])
        #expect(
            Exit(.completed, stillRunning: [a.any]).description == "completed, still running: a")
    }

    @Test("SVC-9: Every limit is measured by the injected clock alone")
    func injectedClock() async throws {
        let (told, tick) = (Transcript(), Duration.nanoseconds(1))
        let graph = try ServiceGraph(label: "stands still") {
            for index in 0..<50 {
                Provide(
                    ServiceKey<Int>("s\(index)"), startTimeout: tick, stopTimeout: tick,
                    start: { _ in index })
            }
        }
        // No time passes on this clock, however long the machine takes.
        try await graph.run(
            exitBudget: tick * 10_000, grace: tick, clock: TestClock(), observer: told.observer
        ) { _ in }
        #expect(told.outcomes == (0..<50).map { "s\($0) stopped" })
    }
}
