import StoicServices
import TestClocks
import Testing

private let inner = ServiceKey<Int>("inner")
private let session = ServiceKey<Task<Void, any Error>>("session")

/// A session: a service that runs a graph of its own until it is stopped.
private func outer(
    _ child: ServiceGraph, exitBudget: Duration = .seconds(30), clock: TestClock,
    told: Transcript, running: Flag
) throws -> ServiceGraph {
    try ServiceGraph(label: "outer") {
        Provide(
            session, stopTimeout: .seconds(4),
            start: { _ in
                Task {
                    try await child.run(
                        exitBudget: exitBudget, clock: clock, observer: told.observer
                    ) { _ in
                        running.set()
                        try await Script(obeys: true).play()
                    }
                }
            },
            stop: { task, _ in
                task.cancel()
                _ = await task.result
            })
    }
}

struct EnclosedTests {
    @Test("SVC-17: A graph inside a service gets what remains of the stop that encloses it")
    func enclosed() async throws {
        let (clock, told, stop, running) = (TestClock(), Transcript(), Script(), Flag())
        let child = try ServiceGraph(label: "child") {
            Provide(inner, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
        }
        let graph = try outer(child, clock: clock, told: told, running: running)
        async let run: Void = graph.run(clock: clock) { _ in await running.wait() }
        await stop.began.wait()
        clock.advance(by: .seconds(3))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        #expect(
            told.lines.suffix(3) == [
                "0: inner stops (cancelled by its caller)", "3: inner’s stop timed out",
                "4: inner’s stop was abandoned",
            ])
        stop.release()
    }

    @Test("SVC-17: A graph inside a service keeps its own budget when that is smaller")
    func own() async throws {
        let (clock, told, stop, running) = (TestClock(), Transcript(), Script(), Flag())
        let child = try ServiceGraph(label: "child") {
            Provide(inner, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
        }
        let graph = try outer(
            child, exitBudget: .seconds(2), clock: clock, told: told, running: running)
        async let run: Void = graph.run(clock: clock) { _ in await running.wait() }
        await stop.began.wait()
        clock.advance(by: .seconds(1))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        #expect(told.lines.last == "2: inner’s stop was abandoned")
        stop.release()
    }

    @Test("SVC-17: A graph that is stopping already is shortened when the enclosing stop begins")
    func shortened() async throws {
        let (clock, told, stop, enclosing) = (TestClock(), Transcript(), Script(), Flag())
        let child = try ServiceGraph(label: "child") {
            Provide(inner, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
        }
        let graph = try ServiceGraph(label: "outer") {
            Provide(
                session, stopTimeout: .seconds(4),
                start: { _ in
                    Task {
                        try await child.run(
                            stopTimeout: .seconds(20), clock: clock, observer: told.observer
                        ) { _ in }
                    }
                },
                stop: { task, _ in
                    enclosing.set()
                    _ = await task.result
                })
        }
        async let run: Void = graph.run(clock: clock) { _ in
            await stop.began.wait()
            clock.advance(by: .seconds(10))
        }
        await enclosing.wait()
        clock.advance(by: .seconds(3))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        #expect(
            told.lines.suffix(2) == [
                "13: inner’s stop timed out", "14: inner’s stop was abandoned",
            ])
        stop.release()
    }
}
