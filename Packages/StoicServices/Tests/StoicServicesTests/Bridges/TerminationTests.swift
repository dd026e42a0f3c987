import StoicServices
import TestClocks
import Testing

@MainActor
struct TerminationTests {
    @Test("SVC-11: Quitting waits for the shutdown, and replies once it is done")
    func shutdown() async {
        let (script, replied, log) = (Script(), Flag(), Log())
        let termination = Termination(deadline: .seconds(35), clock: TestClock()) {
            try? await script.play()
            log.add("shut down")
        }
        let answer = termination.shouldTerminate {
            log.add("reply")
            replied.set()
        }
        #expect(answer == .later)
        await script.began.wait()
        #expect(log.all == [])
        script.release()
        await replied.wait()
        #expect(log.all == ["shut down", "reply"])
        #expect(termination.shouldTerminate {} == .now)
    }

    @Test("SVC-11: A hung shutdown keeps no app from quitting past the hard deadline")
    func deadline() async {
        let (script, replied, clock, log) = (Script(), Flag(), TestClock(), Log())
        let shutDown = Flag()
        let termination = Termination(deadline: .seconds(35), clock: clock) {
            try? await script.play()
            log.add("shut down")
            shutDown.set()
        }
        _ = termination.shouldTerminate {
            log.add("reply")
            replied.set()
        }
        await script.began.wait()
        clock.advance(by: .seconds(35))
        await replied.wait()
        script.release()
        await shutDown.wait()
        #expect(log.all == ["reply", "shut down"])
        #expect(termination.shouldTerminate {} == .now)
    }

    @Test("SVC-11: Asked again meanwhile, it neither shuts down twice nor replies twice")
    func twice() async {
        let (script, replied, log) = (Script(), Flag(), Log())
        let termination = Termination(deadline: .seconds(35), clock: TestClock()) {
            log.add("shutting down")
            try? await script.play()
        }
        _ = termination.shouldTerminate {
            log.add("reply")
            replied.set()
        }
        await script.began.wait()
        #expect(termination.shouldTerminate { log.add("second reply") } == .later)
        script.release()
        await replied.wait()
        #expect(log.all == ["shutting down", "reply"])
    }

    @Test("SVC-11: A graph is stopped by the task that runs it, within its own budget")
    func graph() async throws {
        let (log, ready, replied) = (Log(), Flag(), Flag())
        let graph = try ServiceGraph(label: "app") {
            Provide(
                ServiceKey<Int>("store"), start: { _ in 1 },
                stop: { _, exit in log.add("stop: \(exit)") })
        }
        let run = Task {
            try await graph.run(clock: TestClock()) { _ in
                ready.set()
                try await Script(obeys: true).play()
            }
        }
        await ready.wait()
        let termination = Termination(deadline: .seconds(35), clock: TestClock()) {
            run.cancel()
            _ = await run.result
        }
        _ = termination.shouldTerminate { replied.set() }
        await replied.wait()
        #expect(log.all == ["stop: cancelled by its caller"])
    }
}
