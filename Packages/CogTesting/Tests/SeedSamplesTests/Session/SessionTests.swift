import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Samples of the mechanisms document: a session's heartbeat")
struct SessionTests {
    @Test("SEED-1: uploads and heartbeats go on while somebody is logged in, and begin anew with each log-in")
    func heartbeat() async throws {
        let sync = UploadSync()
        let clock = TestClock()
        let cogs = Cogs.forTesting(mechanisms: [SessionMechanism(sync: sync, clock: clock)])
        cogs.add(upload: "a")
        #expect(sync.queued == [])

        cogs.logIn()
        #expect(sync.queued == [["a"]])
        try await clock.waitForScheduledSleep()
        let mark = cogs.mark
        clock.advance(by: .seconds(30))
        try await clock.waitForScheduledSleep()
        #expect(cogs.turns(since: mark) == ["sendHeartbeat() of Session.session"])
        #expect(cogs.peek(heartbeatsCog) == 1)

        cogs.logOut()
        #expect(clock.sleeperCount == 0)
        cogs.add(upload: "b")
        #expect(sync.queued == [["a"]])

        cogs.logIn()
        #expect(sync.queued == [["a"], ["a", "b"]])
        try await clock.waitForScheduledSleep()
        #expect(cogs.peek(heartbeatsCog) == 1)
        clock.finish()
    }
}
