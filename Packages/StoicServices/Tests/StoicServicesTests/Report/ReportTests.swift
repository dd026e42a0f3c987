import StoicServices
import TestClocks
import Testing

private let store = ServiceKey<Int>("store")
private let client = ServiceKey<Int>("client")
private let sync = ServiceKey<Int>("sync")

struct ReportTests {
    @Test("SVC-7: The report tells each service's state, times, outcome and needs, and reads well")
    func text() async throws {
        let (clock, told, starts, stops) = (TestClock(), Transcript(), Script(), Script())
        let graph = try ServiceGraph(label: "podcasts") {
            Provide(
                store,
                start: { _ in
                    try await starts.play()
                    return 1
                })
            Provide(client, start: { _ in 2 }, stop: { _, _ in throw Broken("no route") })
            Provide(
                sync, needs: [store.any, client.any], start: { $0[store] + 2 },
                stop: { _, _ in try await stops.play() })
        }
        async let run: Void = graph.run(clock: clock, observer: told.observer) { _ in
            clock.advance(by: .seconds(60))
        }
        await starts.began.wait()
        clock.advance(by: .milliseconds(1_250))
        starts.release()
        await stops.began.wait()
        clock.advance(by: .seconds(10))
        await stops.cancelled.wait()
        clock.advance(by: .milliseconds(5))
        stops.release()
        try await run
        #expect(
            told.report?.description == """
                podcasts: completed
                  store: stopped; start at 0.000 s, took 1.250 s; stop at 71.255 s, took 0.000 s
                  client: stop failed: no route; start at 0.000 s, took 0.000 s; \
                stop at 71.255 s, took 0.000 s
                  sync: stop failed: timed out after 10.0 seconds; \
                start at 1.250 s, took 0.000 s; stop at 61.250 s, took 10.005 s; \
                waited for store, client
                  warning: Service “sync” never read “client”. \
                Remove it from `needs`, unless only the order matters.
                """)
        let last = try #require(told.all.last).description
        #expect(last.hasPrefix("71.255 s: podcasts: completed\n"), "its time is told as in the report")
    }

    @Test("SVC-7: The report of a run in which much went wrong names each service and what it did")
    func mishaps() async throws {
        let keys = ["disk", "cache", "queue", "mailer"].map { ServiceKey<Int>($0) }
        let (hung, late) = (ServiceKey<Int>("hung"), ServiceKey<Int>("late"))
        let (clock, told) = (TestClock(), Transcript())
        let (hangs, comesLate, stopHangs) = (Script(), Script(), Script())
        let graph = try ServiceGraph(label: "shop") {
            Provide(
                hung, startTimeout: .seconds(5),
                start: { _ in
                    try await hangs.play()
                    return 0
                })
            Provide(
                late,
                start: { _ in
                    try await comesLate.play()
                    return 1
                })
            for (index, key) in keys.enumerated() {
                Provide(
                    key, needs: index == 0 ? [] : [keys[index - 1].any],
                    start: { index == 0 ? 0 : $0[keys[index - 1]] + 1 },
                    stop: { _, _ in
                        if key.name == "mailer" { throw Broken("no route") }
                        if key.name == "queue" { try await stopHangs.play() }
                    })
            }
        }
        async let failure = #expect(throws: ServiceGraphError.self) {
            try await graph.run(clock: clock, observer: told.observer) { _ in }
        }
        await told.wait { if case .started(keys[3].any) = $0 { true } else { false } }
        for script in [hangs, comesLate] { await script.began.wait() }
        clock.advance(by: .seconds(5))
        for script in [hangs, comesLate] { await script.cancelled.wait() }
        clock.advance(by: .seconds(1))
        await stopHangs.began.wait()
        comesLate.release()
        await told.wait { if case .stopped(late.any) = $0 { true } else { false } }
        // As when the machine stands still for a minute.
        clock.advance(by: .seconds(60))
        let report = """
            shop: cancelled by the failed start of “hung”
              hung: start abandoned, may still run; start at 0.000 s, unended
              late: start abandoned, late: stopped; start at 0.000 s, took 6.000 s; \
            stop at 6.000 s, took 0.000 s
              disk: never stopped, the budget was spent; start at 0.000 s, took 0.000 s
              cache: never stopped, the budget was spent; start at 0.000 s, took 0.000 s; \
            waited for disk
              queue: stop abandoned, may still run; start at 0.000 s, took 0.000 s; \
            stop at 6.000 s, unended; waited for cache
              mailer: stop failed: no route; start at 0.000 s, took 0.000 s; \
            stop at 6.000 s, took 0.000 s; waited for queue
            """
        #expect(
            await failure?.description
                == "Service “hung” did not start: timed out after 5.0 seconds\n\(report)")
        #expect(told.report?.description == report)
        for script in [hangs, stopHangs] { script.release() }
    }

    @Test("SVC-7: An error's whole description is kept, where its lines are many too")
    func wholeErrors() async throws {
        let told = Transcript()
        let graph = try ServiceGraph(label: "fails") {
            Provide(store, start: { _ in 1 }, stop: { _, _ in throw Detailed() })
            Provide(sync, needs: [store.any], start: { _ in throw Broken("first\nsecond\n  third") })
        }
        let error = await #expect(throws: ServiceGraphError.self) {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in }
        }
        #expect(
            error?.description == """
                Service “sync” did not start: first
                second
                  third
                fails: cancelled by the failed start of “sync”
                  store: stop failed: Detailed(code: 7, path: "/var/lib/shop"); \
                start at 0.000 s, took 0.000 s; stop at 0.000 s, took 0.000 s
                  sync: start failed: first
                    second
                      third; start at 0.000 s, took 0.000 s; waited for store
                """)
        guard case .startFailed(_, let first, let report)? = error,
            case .stopFailed(let second)? = report.entries.first?.outcome
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(first as? Broken == Broken("first\nsecond\n  third"))
        #expect(second as? Detailed == Detailed())
    }

    @Test("SVC-7: A report names what may still run")
    func mayStillRun() async throws {
        let (clock, told, stop) = (TestClock(), Transcript(), Script())
        let graph = try ServiceGraph(label: "hangs") {
            Provide(store, start: { _ in 1 }, stop: { _, _ in try await stop.play() })
        }
        async let run: Void = graph.run(clock: clock, observer: told.observer) { _ in }
        await stop.began.wait()
        clock.advance(by: .seconds(10))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        #expect(told.report?.entries.map(\.mayStillRun) == [true])
        #expect(
            told.report?.description == """
                hangs: completed
                  store: stop abandoned, may still run; start at 0.000 s, took 0.000 s; \
                stop at 0.000 s, unended
                """)
        stop.release()
    }

    @Test("SVC-8: The observer is told every transition in order, and the report last")
    func events() async throws {
        let told = Transcript()
        let graph = try ServiceGraph(label: "fails") {
            Provide(store, start: { _ in 1 })
            Provide(client, needs: [store.any], start: { _ in throw Broken() })
            Provide(sync, needs: [client.any], start: { $0[client] })
        }
        await #expect(throws: ServiceGraphError.self) {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in }
        }
        #expect(
            told.lines == [
                "0: store starts", "0: store started", "0: client starts",
                "0: client did not start: broken",
                "0: store stops (cancelled by the failed start of “client”)", "0: store stopped",
            ])
        guard case .report? = told.all.last?.kind else {
            Issue.record("The last event is not the report.")
            return
        }
    }

    @Test("SVC-8: An event is told before the code that it announces runs")
    func asItHappens() async throws {
        let log = Log()
        let graph = try ServiceGraph(label: "one") {
            Provide(
                store,
                start: { _ in
                    log.add("start")
                    return 1
                }, stop: { _, _ in log.add("stop") })
        }
        try await graph.run(
            clock: TestClock(),
            observer: { event in
                if case .report = event.kind { return }
                log.add("\(event.kind)")
            }
        ) { _ in log.add("body") }
        #expect(
            log.all == [
                "store starts", "start", "store started", "body begins", "body",
                "body ended: completed", "store stops (completed)", "stop", "store stopped",
            ])
    }
}

/// An error that says nothing of itself but what it holds.
private struct Detailed: Error, Equatable {
    var code = 7
    var path = "/var/lib/shop"
}
