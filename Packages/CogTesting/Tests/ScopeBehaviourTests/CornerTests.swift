import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Corners of scopes")
struct CornerTests {
    private let isOn = Cog<Bool>.Manual(name: "isOn") { false }
    private let other = Cog<Int>.Manual(name: "other") { 0 }
    private let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
    private let log = Log()

    @Test("MECH-6: a reaction that retires its own scope goes on; what it asks for is refused at its time")
    func ownReaction() {
        let (isOn, other, trigger, log) = (isOn, other, trigger, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.watch(trigger, initial: .skip, name: "leave") { _, _ in
                        s.turn(isOn, to: false, name: "retire")
                        log.note("goes on, \(s.ifLive { _ in "live" } ?? "retired")")
                        s.turn(other, to: 1, name: "late")
                        s.watch(other, initial: .run) { _, _ in log.note("registered") }
                    }
                }
            }
        ])
        cogs.turn(isOn, to: true)
        let mark = cogs.mark
        cogs.turn(trigger, to: 1, name: "go")
        // What it registered in the flush, while it lived, runs in that flush's tail.
        #expect(log.take() == ["goes on, live", "registered"])
        #expect(cogs.turns(since: mark) == ["go", "retire of App.session by App.session.leave"])
        cogs.turn(other, to: 2)
        #expect(log.take() == [])
    }

    @Test("MECH-10: a reaction registered at rest, whose first run retires its scope, does not run again")
    func firstRunRetires() throws {
        let (isOn, other, log) = (isOn, other, log)
        var session: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in session = s }
                m.watch(isOn, initial: .skip) { _, on in if !on { m.turn(other, to: 5) } }
            }
        ])
        cogs.turn(isOn, to: true)
        let s = try #require(session)
        s.run { c in
            log.note("run \(c[other])")
            s.turn(isOn, to: false)
        }
        #expect(cogs.peek(other) == 5)
        #expect(log.take() == ["run 0"])
    }

    @Test("MECH-10, PACE-1: neither does a paced one, and nothing of it waits")
    func pacedFirstRunRetires() throws {
        let (isOn, other, log, clock) = (isOn, other, log, TestClock())
        var session: MechanismController?
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.scope(isOn, name: "session") { s in session = s }
                    m.watch(isOn, initial: .skip) { _, on in if !on { m.turn(other, to: 5) } }
                }
            ], clock: clock)
        cogs.turn(isOn, to: true)
        let s = try #require(session)
        s.watch(other, initial: .run, pace: .debounce(.seconds(1))) { _, now in
            log.note("other \(now)")
            s.turn(isOn, to: false)
        }
        #expect(log.take() == ["other 0"])
        #expect(clock.sleeperCount == 0)
        #expect(cogs.peek(other) == 5)
    }

    @Test("MECH-11: what a retired closure lets go of may reach its parent, and register there")
    func partingReachesParent() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.scope(other.isOne, name: "inner") { inner in
                        let parting = Parting {
                            log.note("gone")
                            inner.watch(other, initial: .run) { _, _ in log.note("never") }
                            s.watch(other, initial: .run, name: "after") { _, now in log.note("other \(now)")
                            }
                            s.turn(other, to: 7, name: "parting")
                        }
                        inner.run(name: "hold") { _ in _ = parting }
                    }
                }
            }
        ])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 1)
        let mark = cogs.mark
        cogs.turn(other, to: 2, name: "leave")
        #expect(log.take() == ["gone", "other 2", "other 7"])
        #expect(cogs.turns(since: mark) == ["leave", "parting of App.session"])
        cogs.turn(isOn, to: false)
        cogs.turn(other, to: 3)
        #expect(log.take() == [])
    }

    @Test("MECH-11, CTX-3: what a retired closure lets go of may hold the context's last handle")
    func partingDropsContext() async {
        let (isOn, log) = (isOn, log)
        var m: MechanismController?
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let box = Box()
            box.cogs = Cogs.forTesting(mechanisms: [
                Scripted { root in
                    m = root
                    root.scope(isOn, name: "session") { s in
                        let parting = Parting {
                            box.cogs = nil
                            log.note("dropped, \(root.ifLive { _ in "live" } ?? "retired")")
                            root.turn(isOn, to: true)
                        }
                        s.run(name: "hold") { _ in _ = parting }
                    }
                    root.watch(isOn, initial: .skip) { _, on in log.note("isOn \(on)") }
                }
            ])
            box.cogs?.onTearDown { done.resume() }
            m?.turn(isOn, to: true)
            m?.turn(isOn, to: false)
        }
        // The turn under way and what was queued ran to their end; teardown is a job of its own.
        #expect(
            log.take().prefix(4) == ["isOn true", "isOn false", "dropped, live", "isOn true"])
        #expect(m?.ifLive { _ in true } == nil)
    }

    @Test("MECH-9: an identity that goes and returns in two turns of one drain is a second lifetime")
    func twoTurnsOfOneDrain() {
        let (trigger, log) = (trigger, log)
        let session = Cog<String?>.Manual(name: "session") { "A" }
        var controllers: [MechanismController] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(session, name: "session") { id, s in
                    controllers.append(s)
                    log.note("open \(id)")
                }
                m.watch(trigger, initial: .skip) { _, _ in
                    m.turn(session, to: nil)
                    m.turn(session, to: "A")
                }
            }
        ])
        cogs.turn(trigger, to: 1)
        #expect(log.take() == ["open A", "open A"])
        #expect(controllers.map { $0.ifLive { _ in true } ?? false } == [false, true])
    }

    @Test("CTX-3, MECH-6: an identity that returns in another context finds the old one's controller retired")
    func acrossTeardown() async {
        let log = log
        let session = Cog<String?>.Manual(name: "session") { "A" }
        var controllers: [MechanismController] = []
        func assemble() -> Cogs {
            Cogs.forTesting(mechanisms: [
                Scripted { m in
                    m.scope(session, name: "session") { id, s in
                        controllers.append(s)
                        log.note("open \(id)")
                    }
                }
            ])
        }
        var first: Cogs? = assemble()
        await Cogs.tearDown(&first)
        let second = assemble()
        #expect(log.take() == ["open A", "open A"])
        controllers[0].turn(session, to: "B")
        #expect(controllers.map { $0.ifLive { _ in true } ?? false } == [false, true])
        #expect(second.peek(session) == "A")
    }

    @Test("MECH-7: members whose hashes clash are told apart by equality")
    func clashingHashes() {
        struct Clashing: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }
        let log = log
        let members = Cog<[Clashing]>.Manual(name: "members") { [] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(each: members, name: "p") { id, s in
                    log.note("open \(id.number)")
                    let parting = Parting { log.note("close \(id.number)") }
                    s.run(name: "hold") { _ in _ = parting }
                }
            }
        ])
        cogs.turn(members, to: [3, 1, 2].map(Clashing.init))
        cogs.turn(members, to: [2, 4, 3].map(Clashing.init))
        #expect(log.take() == ["open 3", "open 1", "open 2", "open 4", "close 1"])
    }

    @Test("MECH-7: a member that does not equal itself is another lifetime at each look, and leaves nothing")
    func unequalToItself() {
        struct Reading: Hashable {
            let value: Double
            let number: Int
        }
        let (log, isOn) = (log, isOn)
        let readings = Cog<[Reading]>.Manual(name: "readings") { [] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(each: readings, name: "p") { id, s in
                    log.note("open \(id.number)")
                    s.watch(isOn, initial: .skip) { _, _ in log.note("live \(id.number)") }
                }
            }
        ])
        for number in 1...50 { cogs.turn(readings, to: [Reading(value: .nan, number: number)]) }
        #expect(log.take() == (1...50).map { "open \($0)" })
        cogs.turn(isOn, to: true)
        #expect(log.take() == ["live 50"])
    }

    @Test("MECH-7: one change among ten thousand members opens and closes one scope")
    func oneOfManyMembers() {
        let (other, log) = (other, log)
        let members = Cog<[Int]>.Manual(name: "members") { Array(0..<10_000) }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(each: members, name: "p") { id, s in
                    if id >= 10_000 { log.note("open \(id)") }
                    s.watch(other, initial: .skip) { _, _ in }
                }
            }
        ])
        let before = cogs.liveCounts
        cogs.turn { c in c[members][5_000] = 10_000 }
        #expect(log.take() == ["open 10000"])
        #expect(cogs.liveCounts == before)
        cogs.turn { c in c[members].removeLast() }
        #expect(cogs.liveCounts.rows == before.rows - 1)
    }

    @Test(
        "REACT-1, REACT-3: a scope that opens in the flush that would wake its watch starts from that value")
    func opensInWakingFlush() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.watch(other, initial: .skip) { was, now in log.note("skip \(was) → \(now)") }
                    s.watch(other, initial: .run) { was, now in log.note("run \(was) → \(now)") }
                }
            }
        ])
        cogs.turn { c in
            c[other] = 1
            c[isOn] = true
        }
        #expect(log.take() == ["run 1 → 1"])
        cogs.turn(other, to: 2)
        #expect(log.take() == ["skip 1 → 2", "run 1 → 2"])
    }

    @Test("MECH-1: a gate may follow an async cog's status")
    func gateOverStatus() async {
        let (log, work) = (log, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let isLoading = Cog<Bool>(name: "isLoading") { c in c.status[page].isLoading }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isLoading, name: "spinner") { s in
                    log.note("open")
                    let parting = Parting { log.note("close") }
                    s.run(name: "hold") { _ in _ = parting }
                }
            }
        ])
        #expect(log.take() == ["open"])
        #expect(await work.nextRun().succeed(1))
        #expect(log.take() == ["close"])
        cogs.refresh(page)
        #expect(log.take() == ["open"])
        await work.nextRun().fail(CancellationError())
    }

    @Test("TURN-7, TURN-12: what a body writes, discards and refreshes waits for the flush that opened it")
    func bodyActs() async {
        let (isOn, other, log, work) = (isOn, other, log, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let derived = Cog<Int>(name: "derived") { [other] c in c[other] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.turn(other, to: 1, name: "write")
                    s.discard(derived)
                    s.refresh(page)
                    s.run { c in log.note("run \(c[other])") }
                    log.note("body over")
                }
            }
        ])
        _ = cogs.peek(derived)
        let mark = cogs.mark
        cogs.turn(isOn, to: true, name: "begin")
        #expect(log.take() == ["body over", "run 0", "run 1"])
        #expect(
            cogs.turns(since: mark).prefix(4) == [
                "begin", "write of App.session by App.session",
                "discard derived of App.session by App.session (system, unchanged)",
                "refresh page of App.session by App.session (system, unchanged)",
            ])
        #expect(cogs.census(of: derived).count == 0)
        #expect(await work.nextRun().succeed(3))
    }

    @Test("GRAPH-4, GRAPH-5: a gate over a cycle under the hook keeps to the previous value, and recovers")
    func gateInCycle() {
        let (log, isCyclic) = (log, isOn)
        let loop = Loop(isCyclic)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(loop.gate, name: "session") { s in
                    log.note("open")
                    let parting = Parting { log.note("close") }
                    s.run(name: "hold") { _ in _ = parting }
                }
            }
        ])
        #expect(log.take() == ["open"])
        cogs.onCycle { _ in log.note("cycle") }
        cogs.turn(isCyclic, to: true)
        let during = log.take()
        #expect(during.contains("cycle"))
        #expect(!during.contains("close") && !during.contains("open"))
        cogs.turn(isCyclic, to: false)
        #expect(log.take() == [])
    }

    @Test("MECH-3: a collection of one's own that gives an identity twice traps too")
    func customCollection() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let echoes = Cog<Echo>.Manual(name: "echoes") { Echo(times: 1) }
                let cogs = Cogs.forTesting(mechanisms: [
                    Scripted("Player") { m in m.scope(each: echoes) { _, _ in } }
                ])
                cogs.turn(echoes, to: Echo(times: 2))
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("scope 'Player.echoes' was given the identity same twice"))
    }

    @Test("MECH-1: a scope asked for while a selector computes traps, naming both")
    func inSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                var m: MechanismController?
                let isOn = Cog<Bool>.Manual(name: "isOn") { true }
                let bad = Cog<Int>(name: "bad") { _ in
                    MainActor.assumeIsolated { m?.scope(isOn, name: "session") { _ in } }
                    return 1
                }
                let cogs = Cogs.forTesting(mechanisms: [Scripted { m = $0 }])
                _ = cogs.peek(bad)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("reaction 'App.session' was registered while 'bad' computes"))
    }

    @Test("MECH-1: a body that traps says its own words")
    func trappingBody() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let isOn = Cog<Bool>.Manual(name: "isOn") { false }
                let cogs = Cogs.forTesting(mechanisms: [
                    Scripted { m in m.scope(isOn) { s in fatalError("no engine for \(s.name)") } }
                ])
                cogs.turn(isOn, to: true)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("no engine for App.isOn"))
    }
}

@MainActor
private final class Box {
    var cogs: Cogs?
}

/// A gate that reads itself while a flag says so.
@MainActor
private final class Loop {
    private let isCyclic: Cog<Bool>.Manual

    init(_ isCyclic: Cog<Bool>.Manual) { self.isCyclic = isCyclic }

    private(set) lazy var gate: Cog<Bool> = Cog(name: "gate") { [unowned self] c in
        c[isCyclic] ? c[gate] : true
    }
}

/// A collection that says the same again and again.
private struct Echo: Collection, Equatable {
    let times: Int

    var startIndex: Int { 0 }
    var endIndex: Int { times }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> String { "same" }
}

extension Cog.Manual where Value == Int {
    fileprivate var isOne: Cog<Bool> { Cog<Bool>(name: "isOne") { c in c[self] == 1 } }
}
