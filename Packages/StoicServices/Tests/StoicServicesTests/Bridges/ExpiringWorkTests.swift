import StoicServices
import TestClocks
import Testing

private func work(
    granted: Duration? = nil, clock: TestClock = TestClock(), _ log: Log
) -> ExpiringWork {
    ExpiringWork(granted: granted, clock: clock) { log.add("end") }
}

struct ExpiringWorkTests {
    @Test("SVC-11: Work that ends by itself gives its value, and the system's time back once")
    func value() async throws {
        let log = Log()
        let value = try await work(granted: .seconds(5), log).run {
            log.add("work")
            return 7
        }
        #expect(value == 7)
        #expect(log.all == ["work", "end"])
    }

    @Test("SVC-11: Work runs in its caller's isolation and gives its own error")
    @MainActor
    func error() async {
        let log = Log()
        await #expect(throws: Broken()) {
            try await work(log).run {
                MainActor.preconditionIsolated()
                throw Broken()
            }
        }
        #expect(log.all == ["end"])
    }

    @Test("SVC-11: Expiry gives the time back at once, before the work has unwound, and only once")
    func expiry() async throws {
        let (log, script) = (Log(), Script())
        let work = work(log)
        let run = Task {
            try await work.run {
                try await script.play()
                log.add("unwound")
                try Task.checkCancellation()
            }
        }
        await script.began.wait()
        work.expire()
        #expect(log.all == ["end"])
        await script.cancelled.wait()
        work.expire()
        script.release()
        await #expect(throws: WorkCancelled(cause: .systemExpiring)) { try await run.value }
        #expect(log.all == ["end", "unwound"])
    }

    @Test("SVC-11: Expiry is final: work that has not begun never does")
    func final() async {
        let log = Log()
        let work = work(log)
        work.expire()
        await #expect(throws: WorkCancelled(cause: .systemExpiring)) {
            try await work.run { log.add("work") }
        }
        #expect(log.all == ["end"])
    }

    @Test("SVC-11: The time granted is a deadline from the beginning; the end waits for the work")
    func deadline() async throws {
        let (log, script, clock) = (Log(), Script(), TestClock())
        let work = work(granted: .seconds(5), clock: clock, log)
        clock.advance(by: .seconds(2))
        let run = Task {
            try await work.run {
                try await script.play()
                log.add("unwound")
                try Task.checkCancellation()
            }
        }
        await script.began.wait()
        clock.advance(by: .seconds(3))
        await script.cancelled.wait()
        #expect(log.all == [])
        script.release()
        await #expect(throws: WorkCancelled(cause: .deadline)) { try await run.value }
        #expect(log.all == ["unwound", "end"])
    }

    @Test("SVC-11: A caller's cancellation reaches the work, and is thrown as such")
    func caller() async throws {
        let (log, script) = (Log(), Script(obeys: true))
        let work = work(log)
        let run = Task { try await work.run { try await script.play() } }
        await script.began.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(log.all == ["end"])
    }

    @Test("SVC-11: The first cause is the cause, and each work has its own")
    func causes() async throws {
        let (clock, scripts) = (TestClock(), [Script(), Script()])
        let works = [work(granted: .seconds(5), clock: clock, Log()), work(Log())]
        let runs = zip(works, scripts).map { work, script in
            Task {
                try await work.run {
                    try await script.play()
                    try Task.checkCancellation()
                }
            }
        }
        for script in scripts { await script.began.wait() }
        clock.advance(by: .seconds(5))
        await scripts[0].cancelled.wait()
        for work in works { work.expire() }
        for script in scripts { script.release() }
        await #expect(throws: WorkCancelled(cause: .deadline)) { try await runs[0].value }
        await #expect(throws: WorkCancelled(cause: .systemExpiring)) { try await runs[1].value }
    }

    @Test("SVC-11: Work that returns although it was cancelled gives its value")
    func valueThoughCancelled() async throws {
        let script = Script()
        let work = work(Log())
        let run = Task {
            try await work.run {
                try await script.play()
                return 7
            }
        }
        await script.began.wait()
        work.expire()
        script.release()
        #expect(try await run.value == 7)
    }

    @Test("SVC-11: Only up to an hour is a grant of time")
    func grants() {
        #expect(ExpiringWork.grant(seconds: .greatestFiniteMagnitude) == nil)
        #expect(ExpiringWork.grant(seconds: .infinity) == nil)
        #expect(ExpiringWork.grant(seconds: .nan) == nil)
        #expect(ExpiringWork.grant(seconds: 3600.5) == nil)
        #expect(ExpiringWork.grant(seconds: 3600) == .seconds(3600))
        #expect(ExpiringWork.grant(seconds: 29.5) == .milliseconds(29_500))
        #expect(ExpiringWork.grant(seconds: -1) == .zero)
    }

    @Test("SVC-11: Running the same work again traps")
    func twice() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let work = work(Log())
            try await work.run {}
            try await work.run {}
        }
        #expect(said(result, "Expiring work runs once. Make another ExpiringWork."))
    }
}
