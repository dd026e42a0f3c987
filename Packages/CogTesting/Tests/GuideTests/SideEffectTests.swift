import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("The guide to a home for a side effect")
struct SideEffectTests {
    private let outside = Recorder()
    private let station = Station()

    @Test("GUIDE-1: state that is computed of other state follows it")
    func computed() async {
        let cogs = Cogs.forTesting()
        let temperature = temperatureCog(from: station)
        #expect(cogs.peek(temperature) == 0)
        await cogs.nextTurn()
        #expect(cogs.peek(temperature) == 4)
        cogs.move(to: "Davos")
        _ = cogs.peek(temperature)
        await cogs.nextTurn()
        #expect(cogs.peek(temperature) == -5)
    }

    @Test("GUIDE-1: what leaves the graph is a reaction's, once for each change")
    func reaction() async {
        let temperature = temperatureCog(from: station)
        let cogs = Cogs.forTesting(mechanisms: [FrostMechanism(temperature: temperature, outside: outside)])
        await cogs.nextTurn()
        #expect(outside.told == [])
        cogs.move(to: "Davos")
        await cogs.nextTurn()
        #expect(outside.told == ["Frost in Davos"])
    }

    @Test("GUIDE-1: what runs for the app's lifetime is a mechanism's task, on a clock from outside")
    func app() async throws {
        let clock = TestClock()
        let temperature = temperatureCog(from: station)
        let cogs = Cogs.forTesting(mechanisms: [ClockMechanism(temperature: temperature, clock: clock)])
        try await clock.waitForScheduledSleep()
        let mark = cogs.mark
        clock.advance(by: .seconds(3_600))
        try await clock.waitForScheduledSleep()
        #expect(cogs.turns(since: mark).first == "refresh temperature of Clock (system, unchanged)")
        clock.finish()
    }

    @Test("GUIDE-1: what runs for a shorter lifetime ends with its scope")
    func scope() {
        let cogs = Cogs.forTesting(mechanisms: [UploadMechanism(outside: outside)])
        cogs.write(note: "before")
        cogs.turn(isSignedInCog, to: true)
        cogs.write(note: "a")
        cogs.turn(isSignedInCog, to: false)
        cogs.write(note: "after")
        #expect(outside.told == ["a"])
    }

    @Test("GUIDE-1: what a screen follows ends with the screen's task, and its lease with it")
    func screen() async {
        let cogs = Cogs.forTesting()
        let (shown, show) = AsyncStream.makeStream(of: String.self)
        let task = Task { await followCity(cogs) { show.yield($0) } }
        var cities = shown.makeAsyncIterator()
        #expect(await cities.next() == "Bern")
        cogs.move(to: "Davos")
        #expect(await cities.next() == "Davos")
        task.cancel()
        await task.value
        await cogs.exportsEnded()
        #expect(cogs.liveCounts.dependencies == 0)
    }

    @Test("GUIDE-1: what outlives the process is reconciled with an engine, whose callbacks are operations")
    func durable() async {
        let engine = Engine()
        let cogs = Cogs.forTesting(mechanisms: [
            DownloadMechanism { finished in
                engine.finished = finished
                return engine
            }
        ])
        cogs.turn(episodesCog, to: ["one", "two"])
        #expect(engine.wanted == [[], ["one", "two"]])
        engine.finished?("one")
        await cogs.nextTurn()
        #expect(engine.wanted.last == ["two"])
    }
}

private struct Station: WeatherService {
    func temperature(in city: String) async throws -> Int { city == "Davos" ? -5 : 4 }
}

@MainActor
private final class Recorder: Outside {
    private(set) var told: [String] = []

    func alert(_ text: String) { told.append(text) }
    func upload(_ note: String) { told.append(note) }
}

@MainActor
private final class Engine: Downloader {
    var finished: (@Sendable (String) -> Void)?
    private(set) var wanted: [Set<String>] = []

    func reconcile(_ wanted: Set<String>) { self.wanted.append(wanted) }
}
