// One client, compiled in four legs: both default isolations, each with and without
// NonisolatedNonsendingByDefault. It annotates only what a client of either isolation must.
import CogGraph
import CogMechanisms
import CogTesting
import Testing

// State

private struct Reading: Equatable {
    var degrees: Int
}

private struct ZipCode: Hashable, ExpressibleByStringLiteral {
    let digits: String

    init(stringLiteral digits: String) { self.digits = digits }
}

/// Neither Sendable nor Equatable: every write of one is a change.
private final class Draft {
    var text = ""
}

private let _zipCog = Cog<ZipCode?>.Manual(name: "zip") { nil }
private let zipCog = _zipCog.readOnly
private let _readingsCogs = CogBox<Reading?, ZipCode>.Manual(name: "readings") { nil }
private let draftCog = Cog<Draft>.Manual(name: "draft") { Draft() }
private let hereCog = Cog(name: "here") { c -> Reading? in
    guard let zip = c[zipCog] else { return nil }
    return c[_readingsCogs[zip]]
}
private let isNiceCog = Cog(name: "isNice") { c in
    let reading = c[hereCog]
    return (reading?.degrees ?? 0) > 70
}

private enum Warmest {
    static let everCog = Cog(name: "warmest") { c in
        max(c.curr(Int.self) ?? 0, c[hereCog]?.degrees ?? 0)
    }
    static let tenthsCogs = CogBox<Int, Int>(equals: { $0 / 10 == $1 / 10 }) { c, n in
        c[everCog] + n
    }
}

/// Neither Sendable nor Equatable, and made by work.
private final class Page {
    let text: String

    init(_ text: String) { self.text = text }
}

private let forecastCog = Cog<Int>.Async(default: -1, name: "forecast") { c in
    let zip = c[zipCog]?.digits ?? ""
    let station = Station()
    return Work.run { @concurrent in await station.degrees(of: zip) }
}
private let pageCogs = CogBox<Page, Int>.Async(
    default: Page("blank"), name: "pages", policy: .queue, lifetime: .whileObserved(grace: .seconds(5))
) { c, number in
    let zip = c[zipCog]?.digits ?? "nowhere"
    return RunWork.run {
        if number < 0 { throw Missing(number: number) }
        return Page("\(number) of \(zip)")
    }
}
private let ticksCog = Cog<Int>.Async(default: 0, name: "ticks") { _ in
    Work.stream {
        AsyncStream<Int> { feed in
            for tick in 1...3 { feed.yield(tick) }
            feed.finish()
        }
    }
}
private let spinnerCog = Cog(name: "spinner") { c in c.status[forecastCog].isLoading }

private struct Missing: Error {
    let number: Int
}

// Operations

extension CogOps {
    fileprivate func reload(_ page: Int) -> CogRefresh<Page> { refresh(pageCogs[page]) }

    fileprivate func move(to zip: ZipCode?) {
        turn(_zipCog, to: zip)
    }

    fileprivate func record(_ degrees: Int, in zip: ZipCode) {
        turn { c in
            c[_readingsCogs[zip], default: Reading(degrees: 0)].degrees = degrees
        }
    }

    fileprivate func refresh(_ zip: ZipCode, from station: Station) async {
        let degrees = await station.degrees(of: zip.digits)
        record(degrees, in: zip)
    }
}

extension Writer {
    /// A client's own sugar over the writer's subscript.
    fileprivate subscript<R: CogWritable, Wrapped>(
        source: R, default fallback: Wrapped
    ) -> Wrapped where R.Value == Wrapped? {
        get { self[source] ?? fallback }
        nonmutating set { self[source] = newValue }
    }
}

/// A service that is nowhere in particular, as most are.
private struct Station: Sendable {
    nonisolated func degrees(of zip: String) async -> Int { zip.count * 20 }
}

// Side effects

private struct WeatherMechanism: Mechanism {
    let log: Log
    let station: Station
    let clock: any Clock<Duration>

    func operate(_ m: MechanismController) {
        m.watch(isNiceCog, initial: .skip, name: "alert") { was, nice in
            log.add("nice \(was)→\(nice)")
        }
        m.watch(Warmest.tenthsCogs[0], initial: .run) { _, warmest in
            log.add("warmest \(warmest)")
        }
        m.run(name: "where") { c in
            log.add("in \(c[zipCog]?.digits ?? "nowhere")")
            if c.peek(isNiceCog) { m.turn { t in t[draftCog] = Draft() } }
        }
        m.task(name: "hourly") { [weak m] in
            while true {
                try await clock.sleep(for: .seconds(3_600))
                guard let m, let zip = m.peek(zipCog) else { return }
                await m.refresh(zip, from: station)
                log.add("refreshed")
            }
        }
    }
}

private struct Watching: Mechanism {
    let log: Log

    func operate(_ m: MechanismController) {
        m.watch(spinnerCog, initial: .run) { _, loading in log.add("spinning \(loading)") }
        m.status.watch(forecastCog, initial: .run) { _, status in
            log.add("forecast \(status.kind) \(status.value)")
        }
    }
}

private let stationsCog = Cog<[ZipCode]>.Manual(name: "stations") { [] }

private struct Travelling: Mechanism {
    let log: Log
    let clock: any Clock<Duration>

    func operate(_ m: MechanismController) {
        m.scope(isNiceCog, name: "outdoors") { s in
            log.add("out")
            s.task(name: "walk") { [weak s] in
                try await clock.sleep(for: .seconds(60))
                s?.move(to: nil)
            }
        }
        m.scope(zipCog, name: "place") { zip, s in
            log.add("arrived in \(zip.digits)")
            s.scope(each: stationsCog, name: "station") { station, inner in
                inner.watch(_readingsCogs[station], initial: .skip) { _, reading in
                    log.add("\(station.digits) reads \(reading?.degrees ?? 0)")
                    if reading?.degrees == 0 { inner.turn(stationsCog, to: []) }
                }
            }
        }
    }
}

@MainActor
private final class Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@MainActor
@Suite("A client in each isolation")
struct ClientTests {
    @Test("LEG-1: declarations, turns, reactions, tasks and contexts behave the same in each leg")
    func whole() async throws {
        let (log, clock) = (Log(), TestClock())
        let mechanism = WeatherMechanism(log: log, station: Station(), clock: clock)
        let cogs = Cogs.forTesting(
            seeding: { cogs in cogs.record(50, in: "8001") }, mechanisms: [mechanism])
        #expect(log.take() == ["warmest 0", "in nowhere"])

        cogs.move(to: "8001")
        #expect(log.take() == ["warmest 50", "in 8001"])
        cogs.record(55, in: "8001")
        #expect(log.take() == [])
        cogs.record(75, in: "8001")
        #expect(log.take() == ["nice false→true", "warmest 75"])

        cogs.turn { [cogs] c in
            c[_zipCog] = "9000"
            cogs.record(10, in: "9000")
            #expect(c[_readingsCogs["9000"]] == Reading(degrees: 10))
            #expect(cogs.peek(hereCog) == Reading(degrees: 75))
        }
        #expect(cogs.peek(Warmest.everCog) == 75)
        #expect(log.take() == ["nice true→false", "in 9000"])

        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(3_600))
        try await clock.waitForScheduledSleep()
        #expect(cogs.peek(hereCog) == Reading(degrees: 80))
        #expect(log.take() == ["nice false→true", "warmest 80", "refreshed"])
        clock.finish()
    }

    @Test("LEG-1: async cogs, their statuses, streams and refreshes behave the same in each leg")
    func asyncState() async {
        let log = Log()
        let cogs = Cogs.forTesting(mechanisms: [Watching(log: log)])
        #expect(log.take() == ["spinning true", "forecast pending -1"])
        await cogs.nextTurn()
        #expect(log.take() == ["spinning false", "forecast success 0"])
        #expect(cogs[forecastCog] == 0)

        cogs.move(to: "8001")
        #expect(cogs.status[forecastCog].kind == .pending)
        #expect(cogs.status.peek(forecastCog).isLoading)
        await cogs.nextTurn()
        #expect(cogs[forecastCog] == 80)
        #expect(log.take().suffix(2) == ["spinning false", "forecast success 80"])

        #expect(cogs.peek(pageCogs[3]).text == "blank")
        guard case .success(let page) = await cogs.reload(4).outcome else {
            Issue.record("no page")
            return
        }
        #expect(page.text == "4 of 8001")
        guard case .failure(let error as Missing) = await cogs.reload(-1).outcome else {
            Issue.record("no error")
            return
        }
        #expect(error.number == -1)
        #expect(cogs.status.peek(pageCogs[-1]).error is Missing)

        var seen: [Int] = []
        for await status in cogs.status.values(of: ticksCog, buffering: .unbounded) {
            seen.append(status.value)
            if status.value == 3 { break }
        }
        #expect(seen == [0, 1, 2, 3])
        cogs.discard(pageCogs[4])
        #expect(cogs.peek(pageCogs[4]).text == "blank")
    }

    @Test("LEG-1: scopes by condition, identity and collection behave the same in each leg")
    func scopes() async throws {
        let (log, clock) = (Log(), TestClock())
        let cogs = Cogs.forTesting(mechanisms: [Travelling(log: log, clock: clock)])
        cogs.move(to: "8001")
        cogs.turn(stationsCog, to: ["8001", "9000"])
        #expect(log.take() == ["arrived in 8001"])
        cogs.record(20, in: "9000")
        #expect(log.take() == ["9000 reads 20"])
        cogs.record(75, in: "8001")
        #expect(log.take() == ["out", "8001 reads 75"])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(60))
        await cogs.nextTurn()
        #expect(cogs.peek(zipCog) == nil)
        cogs.record(21, in: "9000")
        #expect(log.take() == [])

        cogs.move(to: "9000")
        #expect(log.take() == ["arrived in 9000"])
        let mark = cogs.mark
        cogs.record(0, in: "9000")
        #expect(log.take() == ["9000 reads 0"])
        #expect(cogs.turns(since: mark).count == 2)
        #expect(cogs.peek(stationsCog) == [])
    }

    @Test("LEG-1: a context dropped from another isolation is torn down in each leg")
    func teardown() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let cogs = Cogs.forTesting()
            cogs.onTearDown { done.resume() }
            Task.detached { [cogs] in withExtendedLifetime(cogs) {} }
        }
    }
}
