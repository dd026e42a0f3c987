import StoicServices
import TestClocks
import Testing

private let a = ServiceKey<Int>("a")
private let b = ServiceKey<Int>("b")
private let c = ServiceKey<Int>("c")

/// `a`, which starts at once, and `b` which needs it.
private func pair(
    startTimeout: Duration = .seconds(30), stopTimeout: Duration? = nil, log: Log = Log(),
    b start: @escaping @Sendable () async throws -> Void
) throws -> ServiceGraph {
    try ServiceGraph(label: "pair") {
        Provide(a, start: { _ in 1 }, stop: { _, exit in log.add("stop a: \(exit)") })
        Provide(
            b, needs: [a.any], startTimeout: startTimeout, stopTimeout: stopTimeout,
            start: { services in
                try await start()
                return services[a]
            }, stop: { _, exit in log.add("stop b: \(exit)") })
    }
}

/// The failed start that `run` threw.
private func failure(_ run: () async throws -> Void) async -> (AnyServiceKey, any Error)? {
    let error = await #expect(throws: ServiceGraphError.self) { try await run() }
    guard case .startFailed(let key, let error, _)? = error else { return nil }
    return (key, error)
}

struct StartTests {
    @Test("SVC-4: Independent services start concurrently: each waits for the other")
    func concurrent() async throws {
        let (left, right) = (Flag(), Flag())
        let graph = try ServiceGraph(label: "meeting") {
            Provide(
                a,
                start: { _ in
                    left.set()
                    await right.wait()
                    return 1
                })
            Provide(
                b,
                start: { _ in
                    right.set()
                    await left.wait()
                    return 2
                })
        }
        #expect(try await graph.run(clock: TestClock()) { $0[a] + $0[b] } == 3)
    }

    @Test("SVC-4: A service starts after everything it needs, in whatever order declared")
    func afterNeeds() async throws {
        let told = Transcript()
        let graph = try ServiceGraph(label: "backwards") {
            Provide(c, needs: [a.any, b.any], start: { $0[a] + $0[b] })
            Provide(b, needs: [a.any], start: { $0[a] + 1 })
            Provide(a, start: { _ in 1 })
        }
        #expect(graph.startOrder.map(\.name) == ["a", "b", "c"])
        #expect(try await graph.run(clock: TestClock(), observer: told.observer) { $0[c] } == 3)
        #expect(
            told.lines.prefix(6) == [
                "0: a starts", "0: a started", "0: b starts", "0: b started", "0: c starts",
                "0: c started",
            ])
    }

    @Test("SVC-4: A failed start stops what started, and names the service and its error")
    func failed() async throws {
        let log = Log()
        let graph = try pair(log: log) { throw Broken() }
        let failure = await failure {
            try await graph.run(clock: TestClock()) { _ in log.add("body") }
        }
        #expect(failure?.0 == b.any)
        #expect(failure?.1 as? Broken == Broken())
        #expect(log.all == ["stop a: cancelled by the failed start of “b”"])
    }

    @Test("SVC-2: A failed start says what happened to the others")
    func failedText() async throws {
        let graph = try ServiceGraph(label: "app") {
            Provide(a, start: { _ in 1 })
            Provide(b, needs: [a.any], start: { _ in throw Broken("disk full") })
            Provide(c, needs: [b.any], start: { $0[b] })
        }
        let error = await #expect(throws: ServiceGraphError.self) {
            try await graph.run(clock: TestClock()) { _ in }
        }
        #expect(
            error?.description == """
                Service “b” did not start: disk full
                app: cancelled by the failed start of “b”
                  a: stopped; start at 0.000 s, took 0.000 s; stop at 0.000 s, took 0.000 s
                  b: start failed: disk full; start at 0.000 s, took 0.000 s; waited for a
                  c: not started; waited for b
                """)
    }

    @Test("SVC-4: A start that throws CancellationError by itself has failed")
    func throwsCancellation() async throws {
        let graph = try pair { throw CancellationError() }
        let failure = await failure { try await graph.run(clock: TestClock()) { _ in } }
        #expect(failure?.0 == b.any)
        #expect(failure?.1 is CancellationError)
    }

    @Test("SVC-4: A start that outlives its timeout is cancelled at exactly it, and has failed")
    func timeout() async throws {
        let (clock, told, script) = (TestClock(), Transcript(), Script(obeys: true))
        let graph = try pair(startTimeout: .seconds(5)) { try await script.play() }
        async let failure = failure {
            try await graph.run(clock: clock, observer: told.observer) { _ in }
        }
        await script.began.wait()
        clock.advance(by: .seconds(5))
        let (key, error) = try #require(await failure)
        #expect(key == b.any)
        #expect((error as? StartTimedOut)?.after == .seconds(5))
        #expect(
            told.lines.suffix(4) == [
                "5: b did not start: timed out after 5.0 seconds", "5: b’s start was cancelled",
                "5: a stops (cancelled by the failed start of “b”)", "5: a stopped",
            ])
        #expect(told.outcomes.last == "b start failed: timed out after 5.0 seconds")
    }

    @Test("SVC-4: A start that ignores its timeout is abandoned after the grace, and named")
    func abandoned() async throws {
        let (clock, told, script) = (TestClock(), Transcript(), Script())
        let graph = try pair { try await script.play() }
        async let failure = failure {
            try await graph.run(clock: clock, observer: told.observer) { _ in }
        }
        await script.began.wait()
        clock.advance(by: .seconds(30))
        await script.cancelled.wait()
        clock.advance(by: .seconds(1))
        #expect(await failure?.1 is StartTimedOut)
        #expect(
            told.lines.suffix(3) == [
                "31: b’s start was abandoned",
                "31: a stops (cancelled by the failed start of “b”, still running: b)",
                "31: a stopped",
            ])
        #expect(told.outcomes == ["a stopped", "b start abandoned"])
        script.release()
    }

    @Test("SVC-4: The value of an abandoned start is stopped at once when it comes during the run")
    func lateInRun() async throws {
        let (clock, told, start, stop) = (TestClock(), Transcript(), Script(), Script())
        let lateStopped = Flag()
        let graph = try ServiceGraph(label: "late") {
            Provide(a, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
            Provide(
                b, needs: [a.any],
                start: { _ in
                    try await start.play()
                    return 2
                },
                stop: { value, _ in
                    lateStopped.set()
                    throw Broken("late \(value)")
                })
        }
        async let failure = failure {
            try await graph.run(
                clock: clock,
                observer: { event in
                    told.observer(event)
                    // Only once the late stop is over may the run go on to its end.
                    if case .stopFailed = event.kind { stop.release() }
                }
            ) { _ in }
        }
        await start.began.wait()
        clock.advance(by: .seconds(30))
        await start.cancelled.wait()
        clock.advance(by: .seconds(1))
        await stop.began.wait()
        start.release()
        #expect(await failure?.0 == b.any)
        #expect(lateStopped.isSet)
        #expect(
            told.lines.suffix(4) == [
                "31: b started late", "31: b stops (cancelled by the failed start of “b”)",
                "31: b’s stop failed: late 2", "31: a stopped",
            ])
        let entry = told.report?.entries.last
        #expect(entry.map { "\($0.outcome)" } == "start abandoned")
        #expect(entry?.late.map { "\($0)" } == "stop failed: late 2")
    }

    @Test("SVC-4: A value that comes after the run is stopped, in bounded time, and told")
    func lateAfterRun() async throws {
        let (clock, told, start, stop) = (TestClock(), Transcript(), Script(), Script())
        let abandoned = Flag()
        let graph = try ServiceGraph(label: "late") {
            Provide(
                b, stopTimeout: .seconds(4),
                start: { _ in
                    try await start.play()
                    return 2
                }, stop: { _, _ in try await stop.play() })
        }
        async let failure = failure {
            try await graph.run(
                clock: clock,
                observer: { event in
                    told.observer(event)
                    if case .stopAbandoned = event.kind { abandoned.set() }
                }
            ) { _ in }
        }
        await start.began.wait()
        clock.advance(by: .seconds(30))
        await start.cancelled.wait()
        clock.advance(by: .seconds(1))
        #expect(await failure?.0 == b.any)
        start.release()
        await stop.began.wait()
        clock.advance(by: .seconds(4))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        await abandoned.wait()
        #expect(
            told.lines.suffix(4) == [
                "31: b started late", "31: b stops (cancelled by the failed start of “b”)",
                "35: b’s stop timed out", "36: b’s stop was abandoned",
            ])
        stop.release()
    }

    @Test("SVC-8: Cancelling during start-up tells every running start at once")
    func cancelled() async throws {
        let scripts = [Script(obeys: true), Script(obeys: true)]
        let told = Transcript()
        let graph = try ServiceGraph(label: "starting") {
            for (index, script) in scripts.enumerated() {
                Provide(
                    ServiceKey<Int>("s\(index)"),
                    start: { _ in
                        try await script.play()
                        return index
                    })
            }
            Provide(a, needs: [ServiceKey<Int>("s1").any], start: { _ in 1 })
        }
        let run = Task {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in }
        }
        for script in scripts { await script.began.wait() }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(told.lines[2] == "0: cancelled by its caller")
        #expect(told.outcomes == ["s0 start cancelled", "s1 start cancelled", "a not started"])
    }

    @Test("SVC-7: Rollback has a fresh budget, however long the start-up took")
    func freshBudget() async throws {
        let (clock, told, start, stop) = (TestClock(), Transcript(), Script(), Script())
        let graph = try ServiceGraph(label: "slow") {
            Provide(a, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
            Provide(
                b, needs: [a.any], startTimeout: .seconds(3600),
                start: { _ in
                    try await start.play()
                    throw Broken()
                })
        }
        async let failure = failure {
            try await graph.run(clock: clock, observer: told.observer) { _ in }
        }
        await start.began.wait()
        clock.advance(by: .seconds(1000))
        start.release()
        await stop.began.wait()
        clock.advance(by: .seconds(9))
        stop.release()
        #expect(await failure?.0 == b.any)
        #expect(told.outcomes == ["a stopped", "b start failed: broken"])
        #expect(told.lines.last == "1009: a stopped")
    }
}
