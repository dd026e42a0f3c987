import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Snapshots")
struct SnapshotTests {
    private let zip = Cog<String>.Manual(name: "zip") { "start" }.restorable()
    private let degrees = CogBox<Int, String>.Manual(name: "degrees") { 0 }.restorable()
    private let clicks = Cog<Int>.Manual(name: "clicks") { 0 }

    @Test("SNAP-1: a snapshot holds what is declared restorable and was touched, keys too, and nothing else")
    func holds() {
        let cogs = Cogs.forTesting()
        #expect(cogs.snapshot().count == 0)
        cogs.turn(name: "fill") { c in
            c[zip] = "8001"
            c[degrees["8001"]] = 75
            c[clicks] = 3
        }
        _ = cogs.peek(degrees["9000"])
        #expect(cogs.snapshot().description == "degrees[8001]: 75\ndegrees[9000]: 0\nzip: 8001")
    }

    @Test("SNAP-1: restoring is one turn of its name; computed state follows, and reactions run once")
    func restores() {
        let log = Log()
        let warmth = Cog<String>(name: "warmth") { [zip, degrees] c in
            let place = c[zip]
            return "\(place) \(c[degrees[place]])"
        }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.watch(warmth, initial: .skip) { log.lines.append("\($0) → \($1)") } }
        ])
        cogs.turn(name: "fill") { c in
            c[zip] = "8001"
            c[degrees["8001"]] = 75
        }
        let snapshot = cogs.snapshot()
        cogs.turn(name: "move") { c in
            c[zip] = "9000"
            c[degrees["8001"]] = 1
            c[clicks] = 9
        }
        log.lines = []
        cogs.restore(snapshot, name: "step back")
        #expect(log.lines == ["9000 0 → 8001 75"])
        #expect(cogs.peek(clicks) == 9)
        #expect(cogs.history.last?.name == "step back")
        #expect(
            Set(cogs.history.last?.written ?? []) == [
                "zip", "degrees[8001]", "degrees[9000]", "degrees[start]",
            ])
    }

    @Test("SNAP-1: a restorable source that was first touched later starts anew")
    func startsAnew() {
        var starts = 0
        let made = CogBox<Int, Int>.Manual(name: "made") { key in
            starts += 1
            return key * 10
        }.restorable()
        let cogs = Cogs.forTesting()
        let before = cogs.snapshot()
        cogs.turn(made[1], to: 5)
        #expect(starts == 1)
        cogs.restore(before)
        #expect(cogs.peek(made[1]) == 10)
        #expect(starts == 2)
    }

    @Test("SNAP-1: a restore that changes nothing publishes nothing")
    func unchanged() {
        let cogs = Cogs.forTesting()
        cogs.turn(zip, to: "8001")
        let revisions = cogs.history.filter { !$0.isUnchanged }.count
        cogs.restore(cogs.snapshot())
        #expect(cogs.history.last?.isUnchanged == true)
        #expect(cogs.history.filter { !$0.isUnchanged }.count == revisions)
    }

    @Test("SNAP-1: a snapshot from one context is a one-line fixture in another, across isolations")
    func fixture() async {
        var first: Cogs? = Cogs.forTesting()
        first?.turn(degrees["8001"], to: 75)
        let snapshot = first?.snapshot()
        await withCheckedContinuation { done in
            first?.onTearDown { done.resume() }
            first = nil
        }
        let sent = await Task.detached { snapshot }.value
        guard let sent else { return }
        let cogs = Cogs.forTesting(seeding: { $0.restore(sent) })
        #expect(cogs.peek(degrees["8001"]) == 75)
        #expect(sent.description == "degrees[8001]: 75")
    }

    @Test("SNAP-1: snapshots kept beside the history step back and forth")
    func stepsBack() {
        let cogs = Cogs.forTesting()
        let snapshots = (1...5).map { number in
            cogs.turn(zip, to: "\(number)", name: "type \(number)")
            return cogs.snapshot()
        }
        for number in [4, 1, 5, 3] {
            cogs.restore(snapshots[number - 1], name: "back to \(number)")
            #expect(cogs.peek(zip) == "\(number)")
        }
        #expect(cogs.history.suffix(4).map(\.name) == [4, 1, 5, 3].map { "back to \($0)" })
    }

    @Test("SNAP-1: a source that was let go comes back with what it had, and has its grace again")
    func released() async throws {
        let clock = TestClock()
        let brief = Cog<Int>.Manual(
            name: "brief", lifetime: .whileObserved(resetToInitial: true, grace: .seconds(1))
        ) { 0 }.restorable()
        let cogs = Cogs.forTesting(clock: clock)
        cogs.turn(brief, to: 7)
        let snapshot = cogs.snapshot()
        for _ in 1...2 {
            try await clock.waitForScheduledSleep()
            clock.advance(by: .seconds(1))
            await cogs.graceEnded()
            #expect(cogs.census(of: brief).count == 0)
            cogs.restore(snapshot)
            #expect(cogs.census(of: brief).count == 1)
        }
        #expect(cogs.peek(brief) == 7)
    }

    @Test("SNAP-1: taking one begins no grace")
    func noDemand() async throws {
        let clock = TestClock()
        let brief = Cog<Int>.Manual(
            name: "brief", lifetime: .whileObserved(resetToInitial: true, grace: .seconds(2))
        ) { 0 }.restorable()
        let cogs = Cogs.forTesting(clock: clock)
        _ = cogs.peek(brief)
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        #expect(cogs.snapshot().count == 1)
        clock.advance(by: .seconds(1))
        await cogs.graceEnded()
        #expect(cogs.census(of: brief).count == 0)
    }

    @Test("SNAP-1: inside a turn's body a snapshot is of what was committed, and a restore joins the turn")
    func inTurn() {
        let cogs = Cogs.forTesting()
        cogs.turn(zip, to: "1")
        var inside: CogSnapshot?
        cogs.turn(name: "outer") { c in
            c[zip] = "2"
            inside = cogs.snapshot()
            c[clicks] = 1
        }
        #expect(inside?.description == "zip: 1")
        let number = cogs.history.count
        cogs.turn(name: "outer") { c in
            c[clicks] = 2
            if let inside { cogs.restore(inside) }
        }
        #expect(cogs.history.count == number + 1)
        #expect(cogs.peek(zip) == "1")
        #expect(cogs.peek(clicks) == 2)
    }

    @Test("SNAP-1: asked for by a reaction, a restore is a turn after the flush")
    func inReaction() {
        let (zip, clicks) = (zip, clicks)
        let taken = Cogs.forTesting()
        taken.turn(zip, to: "1")
        let snapshot = taken.snapshot()
        weak var weakCogs: Cogs?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(clicks, initial: .skip, name: "undo") { _, _ in weakCogs?.restore(snapshot) }
            }
        ])
        weakCogs = cogs
        cogs.turn(clicks, to: 1, name: "click")
        #expect(cogs.history.suffix(2).map(\.name) == ["click", "restore"])
        #expect(cogs.history.last?.cause == "Scripted.undo")
        #expect(cogs.peek(zip) == "1")
    }

    @Test("SNAP-1: a restore asked for while a selector computes traps, naming both")
    func inSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let snapshot = cogs.snapshot()
                let bad = Cog<Int>(name: "bad") { _ in
                    cogs.restore(snapshot)
                    return 1
                }
                _ = cogs.peek(bad)
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("turn 'restore' was asked for while 'bad' computes"))
    }

    @Test("SNAP-1: a starting value that writes while it is made anew traps, naming its source")
    func startWrites() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let other = Cog<Int>.Manual(name: "other") { 0 }
                let starts = Log()
                let bad = Cog<Int>.Manual(name: "bad") {
                    starts.lines.append("start")
                    if starts.lines.count > 1 { cogs.turn(other, to: 1, name: "sneak") }
                    return 0
                }.restorable()
                let before = cogs.snapshot()
                cogs.turn(bad, to: 1)
                cogs.restore(before)
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("turn 'sneak' was asked for while 'bad' computes"))
    }
}
