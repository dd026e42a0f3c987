@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Testing

/// What goes with a row, a turn or a declaration may be application code, which acts once more.
@MainActor
@Suite("What objects do as they go")
struct DepartureTests {
    private let clock = TestClock()
    private let source = Cog<Int>.Manual(name: "source") { 0 }
    private let ended = Cog<[Int]>.Manual(name: "ended") { [] }

    @Test("TURN-7, MECH-11: what a queued turn's body holds last may ask for turns as it goes; none is lost")
    func queuedTurns() {
        let cogs = Cogs.forTesting()
        _ = cogs.context.register("queues") { [weak cogs, source, ended] c in
            guard c[source] == 1 else { return }
            for n in 0..<100 {
                let parting = Parting { [weak cogs] in
                    cogs?.turn(name: "parting") { c in c[ended].append(n) }
                }
                cogs?.turn(name: "queued") { _ in withExtendedLifetime(parting) {} }
            }
        }
        cogs.turn(source, to: 1)
        #expect(cogs.peek(ended) == Array(0..<100))
        #expect(cogs.history.map(\.name) == ["queuedTurns()"] + Self.names("queued") + Self.names("parting"))
    }

    private static func names(_ name: String) -> [String] { Array(repeating: name, count: 100) }

    @Test("MECH-11, LIFE-3: a released value may demand its own row again, which begins a new life")
    func ownRow() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        var lives = 0
        let row = Row()
        row.cog = Cog<Parting>(name: "row") { [weak cogs, source, unowned row] c in
            _ = c[source]
            lives += 1
            return Parting { if lives < 3, let cog = row.cog { _ = cogs?.peek(cog) } }
        }
        let cog = try #require(row.cog)
        _ = cogs.peek(cog)
        for life in 2...3 {
            try await clock.waitForScheduledSleep()
            clock.advance(by: .seconds(30))
            await cogs.graceEnded()
            #expect(lives == life)
            #expect(cogs.census(of: cog).rows.first?.keepers == [.grace(until: .seconds(30 * life))])
        }
        cogs.discard(cog)
        #expect(lives == 3)
        #expect(cogs.census(of: cog).count == 0)
        #expect(clock.sleeperCount == 0)
        row.cog = nil
    }

    @Test("MECH-11: a released value may declare, register, and begin a sequence, in a cascade and in a turn")
    func declares() {
        let cogs = Cogs.forTesting(clock: clock)
        var seen: [String] = []
        var sequences: [CogValues<Int>] = []
        let lower = CogBox<Parting, Int>(name: "lower") { [weak cogs, source] c, key in
            _ = c[source]
            return Parting {
                guard let cogs else { return }
                let local = Cog<Int>(name: "local") { c in c[source] * 10 + key }
                seen.append("peeked \(cogs.peek(local))")
                _ = cogs.context.register("late \(key)") { c in seen.append("late \(key) saw \(c[local])") }
                sequences.append(cogs.values(of: local))
            }
        }
        let upper = Cog(name: "upper") { c in
            _ = c[lower[1]]
            _ = c[lower[2]]
        }
        cogs.peek(upper)
        cogs.discard(upper)
        #expect(seen == ["peeked 1", "peeked 2", "late 1 saw 1", "late 2 saw 2"])
        seen = []
        cogs.turn(source, to: 1)
        #expect(seen == ["late 1 saw 11", "late 2 saw 12"])
        #expect(sequences.count == 2)
        #expect(cogs.context.exportCount == 2)
        cogs.context.checkInvariants()
    }

    @Test("MECH-11, DECL-8: so may what a key, and what a declaration that goes with its last row, holds")
    func keysAndDeclarations() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let writes = { [weak cogs, ended] (n: Int) in
            Parting { [weak cogs] in cogs?.turn(name: "parting") { c in c[ended].append(n) } }
        }
        do {
            let (ofKey, ofSelector) = (writes(1), writes(2))
            let box = CogBox<Int, Key>(name: "box") { _, key in
                withExtendedLifetime(ofSelector) { key.number }
            }
            #expect(cogs.peek(box[Key(number: 7, held: ofKey)]) == 7)
        }
        #expect(cogs.peek(ended) == [])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(30))
        await cogs.graceEnded()
        #expect(cogs.peek(ended) == [1, 2])
    }
}

@MainActor
private final class Row {
    var cog: Cog<Parting>?
}

private struct Key: Hashable {
    let number: Int
    let held: Parting

    static func == (a: Key, b: Key) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
