import StoicServices
import TestClocks
import Testing

private let a = ServiceKey<Int>("a")
private let b = ServiceKey<Int>("b")
private let c = ServiceKey<Int>("c")

/// `a` ← `b` ← `c`, each with its stop.
private func chain(
    a stopA: @escaping @Sendable (Exit) async throws -> Void = { _ in },
    b stopB: @escaping @Sendable (Exit) async throws -> Void = { _ in },
    c stopC: @escaping @Sendable (Exit) async throws -> Void = { _ in }
) throws -> ServiceGraph {
    try ServiceGraph(label: "chain") {
        Provide(a, start: { _ in 1 }, stop: { try await stopA($1) })
        Provide(b, needs: [a.any], start: { $0[a] + 1 }, stop: { try await stopB($1) })
        Provide(c, needs: [b.any], start: { $0[b] + 1 }, stop: { try await stopC($1) })
    }
}

struct StopTests {
    @Test("SVC-5: Services stop one at a time in the reverse of their completed starts")
    func order() async throws {
        let told = Transcript()
        let sum = try await chain().run(clock: TestClock(), observer: told.observer) {
            $0[a] + $0[b] + $0[c]
        }
        #expect(sum == 6)
        #expect(
            told.lines == [
                "0: a starts", "0: a started", "0: b starts", "0: b started", "0: c starts",
                "0: c started", "0: body begins", "0: body ended: completed",
                "0: c stops (completed)", "0: c stopped", "0: b stops (completed)",
                "0: b stopped", "0: a stops (completed)", "0: a stopped",
            ])
    }

    @Test("SVC-5: A hung stop is cancelled at its timeout, abandoned after the grace, and named")
    func hung() async throws {
        let (clock, told, script) = (TestClock(), Transcript(), Script())
        async let run: Void = chain(c: { _ in try await script.play() })
            .run(clock: clock, observer: told.observer) { _ in }
        await script.began.wait()
        clock.advance(by: .seconds(10))
        await script.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        #expect(
            told.lines.suffix(7) == [
                "0: c stops (completed)", "10: c’s stop timed out", "11: c’s stop was abandoned",
                "11: b stops (completed, still running: c)", "11: b stopped",
                "11: a stops (completed)", "11: a stopped",
            ])
        #expect(told.outcomes == ["a stopped", "b stopped", "c stop abandoned"])
        script.release()
    }

    @Test("SVC-5: A stop that blocks its thread is abandoned like any other, in its budget")
    func blocked() async throws {
        let (clock, told, began, block) = (TestClock(), Transcript(), Flag(), Block())
        async let run: Void = chain(c: { _ in
            began.set()
            block.wait()
        }).run(clock: clock, executor: WideTasks(), observer: told.observer) { _ in }
        await began.wait()
        clock.advance(by: .seconds(10))
        await told.wait { if case .stopTimedOut(c.any) = $0 { true } else { false } }
        clock.advance(by: .seconds(1))
        try await run
        #expect(told.outcomes == ["a stopped", "b stopped", "c stop abandoned"])
        #expect(told.report?.entries.map(\.mayStillRun) == [false, false, true])
        block.release()
        await told.wait { if case .stopped(c.any) = $0 { true } else { false } }
    }

    @Test("SVC-5: A stop's own timeout counts from its own beginning")
    func ownTimeout() async throws {
        let (clock, told, first, second) = (TestClock(), Transcript(), Script(), Script())
        let graph = try ServiceGraph(label: "own") {
            Provide(
                a, stopTimeout: .seconds(3), start: { _ in 1 },
                stop: { _, _ in try await second.play() })
            Provide(b, needs: [a.any], start: { $0[a] }, stop: { _, _ in try await first.play() })
        }
        async let run: Void = graph.run(clock: clock, observer: told.observer) { _ in }
        await first.began.wait()
        clock.advance(by: .seconds(5))
        first.release()
        await second.began.wait()
        clock.advance(by: .seconds(3))
        await second.cancelled.wait()
        second.release()
        try await run
        #expect(
            told.lines.suffix(3) == [
                "5: a stops (completed)", "8: a’s stop timed out",
                "8: a’s stop failed: timed out after 3.0 seconds",
            ])
    }

    @Test("SVC-5: Hung stops leave those behind them their reserve, all inside the budget")
    func reserve() async throws {
        let (clock, told) = (TestClock(), Transcript())
        let scripts = [Script(), Script()]
        async let run: Void = chain(
            b: { _ in try await scripts[1].play() }, c: { _ in try await scripts[0].play() }
        ).run(exitBudget: .seconds(10), clock: clock, observer: told.observer) { _ in }
        await scripts[0].began.wait()
        clock.advance(by: .milliseconds(8_500))
        await scripts[0].cancelled.wait()
        clock.advance(by: .seconds(1))
        await scripts[1].began.wait()
        clock.advance(by: .milliseconds(125))
        await scripts[1].cancelled.wait()
        clock.advance(by: .milliseconds(125))
        try await run
        #expect(
            told.lines.suffix(8) == [
                "0: c stops (completed)", "8.5: c’s stop timed out",
                "9.5: c’s stop was abandoned", "9.5: b stops (completed, still running: c)",
                "9.625: b’s stop timed out", "9.75: b’s stop was abandoned",
                "9.75: a stops (completed, still running: b)", "9.75: a stopped",
            ])
        for script in scripts { script.release() }
    }

    @Test("SVC-5: Stops that the budget no longer reaches are named as skipped and never run")
    func skipped() async throws {
        let (clock, told, script, log) = (TestClock(), Transcript(), Script(), Log())
        async let run: Void = chain(
            a: { _ in log.add("a") }, b: { _ in log.add("b") },
            c: { _ in try await script.play() }
        ).run(clock: clock, observer: told.observer) { _ in }
        await script.began.wait()
        // As when the machine stands still for a minute.
        clock.advance(by: .seconds(60))
        try await run
        let skipped = "never stopped, the budget was spent"
        #expect(told.outcomes.prefix(2) == ["a \(skipped)", "b \(skipped)"])
        #expect(log.all == [])
        script.release()
    }

    @Test("SVC-5: Without a budget nothing is stopped, and all are named")
    func noBudget() async throws {
        let (told, log) = (Transcript(), Log())
        try await chain(a: { _ in log.add("a") }).run(
            exitBudget: .zero, clock: TestClock(), observer: told.observer
        ) { _ in }
        #expect(told.outcomes.allSatisfy { $0.hasSuffix("never stopped, the budget was spent") })
        #expect(log.all == [])
    }

    @Test("SVC-5: Stops run uncancelled although their caller is cancelled")
    func shielded() async throws {
        let (body, log) = (Script(obeys: true), Log())
        let graph = try chain(
            b: { exit in log.add("b \(Task.isCancelled) \(exit)") },
            c: { exit in log.add("c \(Task.isCancelled) \(exit)") })
        let run = Task {
            try await graph.run(clock: TestClock()) { _ in
                try? await body.play()
                return 7
            }
        }
        await body.began.wait()
        run.cancel()
        #expect(try await run.value == 7)
        #expect(log.all == ["c false cancelled by its caller", "b false cancelled by its caller"])
    }

    @Test("SVC-7: A failing stop keeps its failure in the report, and the value is returned")
    func failing() async throws {
        let told = Transcript()
        let value = try await chain(b: { _ in throw Broken() }).run(
            clock: TestClock(), observer: told.observer
        ) { $0[c] }
        #expect(value == 3)
        #expect(told.outcomes == ["a stopped", "b stop failed: broken", "c stopped"])
    }

    @Test("SVC-5: An abandoned stop that fails late is told, after the report")
    func lateFailure() async throws {
        let (clock, told, script, late) = (TestClock(), Transcript(), Script(), Flag())
        let graph = try chain(c: { _ in
            try await script.play()
            throw Broken("late")
        })
        async let run: Void = graph.run(
            clock: clock,
            observer: { event in
                told.observer(event)
                if case .stopFailed = event.kind { late.set() }
            }
        ) { _ in }
        await script.began.wait()
        clock.advance(by: .seconds(10))
        await script.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        script.release()
        await late.wait()
        #expect(told.lines.last == "11: c’s stop failed: late")
    }

    @Test("SVC-6: Ten independent two-second stops take two seconds together")
    func concurrent() async throws {
        let (clock, told) = (TestClock(), Transcript())
        let keys = (0..<10).map { ServiceKey<Int>("s\($0)") }
        let begun = keys.map { _ in Flag() }
        let graph = try ServiceGraph(label: "wide") {
            Provide(a, start: { _ in 1 })
            for (key, flag) in zip(keys, begun) {
                Provide(
                    key, needs: [a.any], start: { $0[a] },
                    stop: { _, _ in
                        let end = clock.now.advanced(by: .seconds(2))
                        flag.set()
                        try await clock.sleep(until: end)
                    })
            }
        }
        async let run: Void = graph.run(
            stopOrder: .concurrent, clock: clock, observer: told.observer
        ) { _ in }
        for flag in begun { await flag.wait() }
        clock.advance(by: .seconds(2))
        try await run
        #expect(told.lines.suffix(2) == ["2: a stops (completed)", "2: a stopped"])
        #expect(told.outcomes.allSatisfy { $0.hasSuffix(" stopped") })
    }

    @Test("SVC-7: A run waits for its timer tasks, also when they are slow to return")
    func noTimers() async throws {
        let (gate, told, returned) = (Flag(), Transcript(), Flag())
        let clock = CountingClock(returningAfter: gate)
        let graph = try chain()
        async let run: Void = {
            try await graph.run(clock: clock, observer: told.observer) { _ in }
            returned.set()
        }()
        await told.wait { if case .report = $0 { true } else { false } }
        // All this work would let a run return that does not wait.
        let other = try ServiceGraph(label: "other") {}
        for _ in 0..<300 { try await other.run(clock: TestClock()) { _ in } }
        #expect(!returned.isSet)
        gate.set()
        try await run
        #expect(clock.activeSleeps == 0)
    }
}
