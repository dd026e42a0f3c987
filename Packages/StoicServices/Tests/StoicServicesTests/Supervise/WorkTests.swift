import StoicServices
import Synchronization
import TestClocks
import Testing

private let store = ServiceKey<Int>("store")
private let sync = ServiceKey<Int>("sync")

/// Hands out one script per run of the work, in order.
private final class Shifts: Sendable {
    let scripts: [Script]
    private let next = Mutex(0)

    init(_ count: Int, obeys: Bool = true) {
        scripts = (0..<count).map { _ in Script(obeys: obeys) }
    }

    func play() async throws {
        let number = next.withLock { number in
            defer { number += 1 }
            return number
        }
        try await scripts[number].play()
    }
}

/// `store`, and `sync` that needs it and works.
private func graph(
    restart: RestartPolicy = .never, log: Log = Log(),
    run: @escaping @Sendable () async throws -> Void
) throws -> ServiceGraph {
    try ServiceGraph(label: "works") {
        Provide(store, start: { _ in 1 }, stop: { _, exit in log.add("stop store: \(exit)") })
        Provide(
            sync, needs: [store.any], restart: restart, start: { $0[store] + 1 },
            run: { value in
                log.add("run \(value)")
                try await run()
            }, stop: { _, _ in log.add("stop sync") })
    }
}

struct WorkTests {
    @Test("SVC-12: Work is cancelled and awaited before its service's stop is called")
    func stops() async throws {
        let (log, told, script) = (Log(), Transcript(), Script())
        let graph = try graph(log: log) {
            try await script.play()
            log.add("work ends, cancelled \(Task.isCancelled)")
        }
        async let run: Void = graph.run(clock: TestClock(), observer: told.observer) { _ in
            await script.began.wait()
        }
        await script.cancelled.wait()
        script.release()
        try await run
        #expect(
            log.all == [
                "run 2", "work ends, cancelled true", "stop sync", "stop store: completed",
            ])
        #expect(told.outcomes == ["store stopped", "sync stopped"])
    }

    @Test(
        "SVC-12: Work that just ends is an exit, not restarted: the body and the stops go on",
        arguments: [RestartPolicy.never, .onFailure()])
    func returns(_ restart: RestartPolicy) async throws {
        let (told, ended) = (Transcript(), Flag())
        let value = try await graph(restart: restart) {}.run(
            clock: TestClock(),
            observer: { event in
                told.observer(event)
                if case .workEnded = event.kind { ended.set() }
            }
        ) { services in
            await ended.wait()
            return services[sync]
        }
        #expect(value == 2)
        #expect(told.report?.entries.map(\.restarts) == [0, 0])
        #expect(told.outcomes == ["store stopped", "sync stopped"])
    }

    @Test("SVC-12: Work that fails ends the run with its error, and everything stops in order")
    func fails() async throws {
        let (log, body) = (Log(), Script(obeys: true))
        let graph = try graph(log: log) {
            await body.began.wait()
            throw Broken("lost")
        }
        let error = await #expect(throws: RunCancelled.self) {
            try await graph.run(clock: TestClock()) { _ in try await body.play() }
        }
        #expect(error?.cause == .workFailed(sync.any))
        #expect(error?.error as? Broken == Broken("lost"))
        #expect(error?.report.entries.last?.workError as? Broken == Broken("lost"))
        #expect(
            error?.description.hasPrefix(
                """
                The run was cancelled by the failed work of “sync”: lost
                works: cancelled by the failed work of “sync”
                """) == true)
        #expect(
            log.all == [
                "run 2", "stop sync", "stop store: cancelled by the failed work of “sync”",
            ])
    }

    @Test("SVC-12: Work that fails during start-up rolls the start-up back")
    func failsDuringStart() async throws {
        let (told, start) = (Transcript(), Script(obeys: true))
        let graph = try ServiceGraph(label: "starting") {
            Provide(
                store, start: { _ in 1 },
                run: { _ in
                    await start.began.wait()
                    throw Broken("lost")
                })
            Provide(
                sync,
                start: { _ in
                    try await start.play()
                    return 1
                })
        }
        let error = await #expect(throws: RunCancelled.self) {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in }
        }
        #expect(error?.cause == .workFailed(store.any))
        #expect(told.outcomes == ["store stopped", "sync start cancelled"])
    }

    @Test("SVC-12: Work that fails is restarted with backoff on the run's clock, within its limit")
    func restarts() async throws {
        let (clock, told, shifts) = (TestClock(), Transcript(), Shifts(4))
        let graph = try graph(
            restart: .onFailure(
                atMost: 2, in: .seconds(60),
                backoff: .exponential(from: .seconds(2), upTo: .seconds(3)))
        ) {
            try await shifts.play()
            throw Broken("lost")
        }
        let run = Task {
            try await graph.run(
                clock: clock,
                observer: told.observer
            ) { _ in try await Script(obeys: true).play() }
        }
        for (number, wait) in [Duration.seconds(2), .seconds(3)].enumerated() {
            await shifts.scripts[number].began.wait()
            shifts.scripts[number].release()
            await told.wait { if case .workRestarts(_, wait) = $0 { true } else { false } }
            clock.advance(by: wait)
        }
        await shifts.scripts[2].began.wait()
        shifts.scripts[2].release()
        let error = await #expect(throws: RunCancelled.self) { try await run.value }
        #expect(error?.cause == .workFailed(sync.any))
        #expect(error?.report.entries.last?.restarts == 2)
        #expect(
            told.lines.filter { $0.contains("work") } == [
                "0: sync’s work failed: lost", "0: sync’s work restarts after 2.0 seconds",
                "2: sync’s work failed: lost", "2: sync’s work restarts after 3.0 seconds",
                "5: sync’s work failed: lost", "5: cancelled by the failed work of “sync”",
                "5: body ended: cancelled by the failed work of “sync”",
                "5: sync stops (cancelled by the failed work of “sync”)",
                "5: store stops (cancelled by the failed work of “sync”)",
            ])
    }

    @Test("SVC-12: Restarts older than the window do not count")
    func window() async throws {
        let (clock, shifts) = (TestClock(), Shifts(4))
        let graph = try graph(restart: .onFailure(atMost: 1, in: .seconds(60))) {
            try await shifts.play()
            throw Broken("lost")
        }
        try await graph.run(clock: clock) { _ in
            for script in shifts.scripts.prefix(3) {
                await script.began.wait()
                clock.advance(by: .seconds(60))
                script.release()
            }
            await shifts.scripts[3].began.wait()
            #expect(!Task.isCancelled)
        }
    }

    @Test("SVC-12: Work that is to run always is restarted when it returns, until it ends too often")
    func always() async throws {
        let told = Transcript()
        let graph = try graph(restart: .always(atMost: 2)) {}
        let error = await #expect(throws: RunCancelled.self) {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in
                try await Script(obeys: true).play()
            }
        }
        let exhausted = error?.error as? RestartsExhausted
        #expect(exhausted?.limit == 2)
        #expect(exhausted?.window == .seconds(60))
        #expect(exhausted?.description == "ended again after 2 restarts within 60.0 seconds")
        #expect(told.report?.entries.last?.restarts == 2)
    }

    @Test("SVC-12: A stop ends the wait for a restart")
    func stopsBackoff() async throws {
        let (clock, told, waiting) = (TestClock(), Transcript(), Flag())
        let graph = try graph(restart: .onFailure(backoff: .constant(.seconds(5)))) {
            throw Broken("lost")
        }
        try await graph.run(
            clock: clock,
            observer: { event in
                told.observer(event)
                if case .workRestarts = event.kind { waiting.set() }
            }
        ) { _ in await waiting.wait() }
        #expect(told.outcomes == ["store stopped", "sync stopped"])
        #expect(told.report?.entries.last?.workError as? Broken == Broken("lost"))
        #expect(clock.sleeperCount == 0)
    }

    @Test("SVC-12: Work that ignores its cancellation is abandoned with the stop, and named")
    func hangs() async throws {
        let (clock, log, told, script) = (TestClock(), Log(), Transcript(), Script())
        let graph = try graph(log: log) { try await script.play() }
        async let run: Void = graph.run(clock: clock, observer: told.observer) { _ in
            await script.began.wait()
        }
        await script.cancelled.wait()
        clock.advance(by: .seconds(10))
        await told.wait { if case .stopTimedOut = $0 { true } else { false } }
        clock.advance(by: .seconds(1))
        try await run
        #expect(told.outcomes == ["store stopped", "sync stop abandoned"])
        #expect(told.report?.entries.last?.mayStillRun == true)
        #expect(log.all == ["run 2", "stop store: completed, still running: sync"])
        script.release()
        await told.wait { if case .stopped(sync.any) = $0 { true } else { false } }
        #expect(log.all.last == "stop sync")
    }

    @Test("SVC-12: Without a budget work is cancelled, and named as what may still run")
    func skipped() async throws {
        let (told, script) = (Transcript(), Script())
        let graph = try graph { try await script.play() }
        try await graph.run(
            exitBudget: .zero, clock: TestClock(), observer: told.observer
        ) { _ in await script.began.wait() }
        await script.cancelled.wait()
        #expect(told.report?.entries.map(\.mayStillRun) == [false, true])
        script.release()
    }
}
