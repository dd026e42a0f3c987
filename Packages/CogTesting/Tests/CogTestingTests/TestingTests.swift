import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Testing a mechanism")
struct TestingTests {
    private static let zip = Cog<String?>.Manual(name: "zip") { nil }
    private static let degrees = CogBox<Int, String>.Manual(name: "degrees") { 0 }
    private static let isNice = Cog(name: "isNice") { c in
        guard let zip = c[zip] else { return false }
        return c[degrees[zip]] > 70
    }

    @MainActor
    private struct WeatherMechanism: Mechanism {
        var log: Log
        var clock: any Clock<Duration> = ContinuousClock()

        func operate(_ m: MechanismController) {
            m.watch(isNice, initial: .skip, name: "alert") { was, nice in
                if nice, !was { log.lines.append("nice") }
            }
            m.task(name: "hourly") { [weak m] in
                while true {
                    try await clock.sleep(for: .seconds(3_600))
                    guard let m else { return }
                    m.turn(degrees["8001"], to: 75)
                }
            }
        }
    }

    @MainActor
    private final class Log {
        var lines: [String] = []
        var onLine: (() -> Void)?
    }

    @Test("CTX-2: isolated contexts do not share state and claim no slot")
    func isolated() {
        let (first, second) = (Cogs.forTesting(), Cogs.forTesting())
        first.turn(Self.zip, to: "1")
        #expect(second.peek(Self.zip) == nil)
    }

    #if DEBUG
        @Test("TEST-1: a seed is quiet, and the next turn settles what it marked")
        func seeds() {
            let log = Log()
            let cogs = Cogs.forTesting(
                seeding: { $0.seed(Self.degrees["8001"], to: 60) },
                mechanisms: [WeatherMechanism(log: log, clock: TestClock())])
            cogs.seed(Self.zip, to: "8001")
            cogs.seed(Self.degrees["8001"], to: 75)
            #expect(log.lines.isEmpty)
            #expect(cogs.peek(Self.isNice))
            cogs.turn(Self.degrees["other"], to: 1)
            #expect(log.lines == ["nice"])
        }

        @Test("TEST-1: a seed inside a turn traps")
        func seedInTurn() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await MainActor.run {
                    let cogs = Cogs.forTesting()
                    let source = Cog<Int>.Manual { 0 }
                    cogs.turn { _ in cogs.seed(source, to: 1) }
                }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("was seeded inside a turn"))
        }

        @Test("a timed task runs when the test moves its clock")
        func timed() async throws {
            let (log, clock) = (Log(), TestClock())
            let cogs = Cogs.forTesting(
                seeding: { $0.seed(Self.zip, to: "8001") },
                mechanisms: [WeatherMechanism(log: log, clock: clock)])
            try await clock.waitForScheduledSleep()
            clock.advance(by: .seconds(3_600))
            try await clock.waitForScheduledSleep()
            #expect(log.lines == ["nice"])
            #expect(cogs.peek(Self.degrees["8001"]) == 75)
            clock.finish()
        }
    #endif

    @Test("TEST-1, GRAPH-4: a test takes a cycle's message instead of crashing")
    func cycle() {
        let cogs = Cogs.forTesting()
        var messages: [String] = []
        cogs.onCycle(standingIn: ["?", 7]) { messages.append($0) }
        let box = Recursive()
        #expect(cogs.peek(box.cog) == 8)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("'recursive' → 'recursive'") == true)
    }

    @Test("TEST-1: teardown is acknowledged, and ends tasks")
    func teardown() async throws {
        let clock = TestClock()
        let log = Log()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let cogs = Cogs.forTesting(mechanisms: [WeatherMechanism(log: log, clock: clock)])
            cogs.onTearDown { done.resume() }
        }
        clock.advance(by: .seconds(7_200))
        clock.finish()
        await Task { @MainActor in }.value
        #expect(log.lines.isEmpty)
        #expect(clock.sleeperCount == 0)
    }
}

@MainActor
private final class Recursive {
    private(set) lazy var cog: Cog<Int> = Cog(name: "recursive") { [unowned self] c in
        c[cog] + 1
    }
}
