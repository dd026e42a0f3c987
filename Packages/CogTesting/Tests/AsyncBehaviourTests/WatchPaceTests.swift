@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("The pace of a watch")
struct WatchPaceTests {
    private static let length = Duration.milliseconds(300)
    private let clock = TestClock()
    private let source = Cog<Int>.Manual(name: "source") { 0 }
    private let log = Log()

    private func assemble(
        _ pace: CogPace, initial: MechanismController.Initial = .skip
    ) -> Cogs {
        Cogs.forTesting(
            mechanisms: [
                Scripted("W") { [source, log] m in
                    m.watch(source, initial: initial, pace: pace) { old, new in
                        log.lines.append("\(old)→\(new)")
                    }
                }
            ], clock: clock)
    }

    @Test(
        "PACE-1: a debounced watch delivers once nothing changed for so long, with the value delivered last")
    func debounce() async throws {
        let cogs = assemble(.debounce(Self.length))
        cogs.turn(source, to: 1)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        cogs.turn(source, to: 2)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .milliseconds(200))
        #expect(log.lines == [])
        clock.advance(by: .milliseconds(100))
        await cogs.alarmsRang()
        #expect(log.lines == ["0→2"])
        cogs.turn(source, to: 3)
        try await clock.waitForScheduledSleep()
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        #expect(log.lines == ["0→2", "2→3"])
        #expect(clock.sleeperCount == 0)
    }

    @Test("PACE-1: a throttled watch delivers at once, and then the last of each interval")
    func throttle() async throws {
        let cogs = assemble(.throttle(Self.length))
        cogs.turn(source, to: 1)
        #expect(log.lines == ["0→1"])
        cogs.turn(source, to: 2)
        cogs.turn(source, to: 3)
        #expect(log.lines == ["0→1"])
        try await clock.waitForScheduledSleep()
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        #expect(log.lines == ["0→1", "1→3"])
        cogs.turn(source, to: 4)
        #expect(log.lines == ["0→1", "1→3"])
        try await clock.waitForScheduledSleep()
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        clock.advance(by: Self.length)
        cogs.turn(source, to: 5)
        #expect(log.lines == ["0→1", "1→3", "3→4", "4→5"])
    }

    @Test("PACE-1: a first delivery is made at once, and begins an interval")
    func first() async throws {
        let cogs = assemble(.throttle(Self.length), initial: .run)
        #expect(log.lines == ["0→0"])
        cogs.turn(source, to: 1)
        #expect(log.lines == ["0→0"])
        try await clock.waitForScheduledSleep()
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        #expect(log.lines == ["0→0", "0→1"])
    }

    @Test("PACE-1: what was held back is delivered in a turn of its own, which its writes follow")
    func turns() async throws {
        let echo = Cog<Int>.Manual(name: "echo") { 0 }
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted("W") { [source] m in
                    m.watch(source, initial: .skip, pace: .debounce(Self.length), name: "echo") { _, new in
                        m.turn(echo, to: new, name: "echoes")
                    }
                }
            ], clock: clock)
        cogs.turn(source, to: 1, name: "writes")
        try await clock.waitForScheduledSleep()
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        #expect(cogs.peek(echo) == 1)
        #expect(
            cogs.history.suffix(3).map { "\($0.name) by \($0.cause ?? "none"): \($0.reactions)" } == [
                #"writes by none: ["W.echo"]"#, #"pace W.echo by none: ["W.echo"]"#, "echoes by W.echo: []",
            ])
    }

    @Test("PACE-1: a change in a delivery's own turn waits like any other")
    func writesItself() async throws {
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted("W") { [source, log] m in
                    m.watch(source, initial: .skip, pace: .debounce(Self.length)) { old, new in
                        log.lines.append("\(old)→\(new)")
                        if new < 3 { m.turn(source, to: new + 1, name: "step") }
                    }
                }
            ], clock: clock)
        cogs.turn(source, to: 1)
        for _ in 1...3 {
            try await clock.waitForScheduledSleep()
            clock.advance(by: Self.length)
            await cogs.alarmsRang()
        }
        #expect(log.lines == ["0→1", "1→2", "2→3"])
        #expect(clock.sleeperCount == 0)
    }

    @Test("PACE-1: a scope that ends while a delivery waits delivers nothing, and leaves no sleeper")
    func retired() async throws {
        var cogs: Cogs? = assemble(.debounce(Self.length))
        cogs?.turn(source, to: 1)
        try await clock.waitForScheduledSleep()
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: Self.length)
        #expect(log.lines == [])
    }

    @Test("PACE-1: a reaction that is ended while its delivery waits leaves no sleeper")
    func ended() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let reaction = cogs.context.register(
            "held", pace: .debounce(Self.length), deliversFirst: false, reading: { [source] c in c[source] }
        ) { [log] old, new in log.lines.append("\(old)→\(new)") }
        cogs.turn(source, to: 1)
        try await clock.waitForScheduledSleep()
        cogs.context.cancel(reaction)
        #expect(clock.sleeperCount == 0)
        clock.advance(by: Self.length)
        cogs.turn(source, to: 2)
        #expect(log.lines == [])
    }

    @Test("PACE-1: statuses are watched at a pace too")
    func statuses() async throws {
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted("W") { [log] m in
                    m.status.watch(page, initial: .skip, pace: .debounce(Self.length)) { old, new in
                        log.lines.append("\(old) → \(new)")
                    }
                }
            ], clock: clock)
        await work.nextRun().succeed(1)
        cogs.refresh(page)
        await work.nextRun().succeed(2)
        clock.advance(by: Self.length)
        await cogs.alarmsRang()
        #expect(log.lines == ["pending (0) → success (2)"])
    }
}
