import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("What a scope owns, and what it does not")
struct OwnershipTests {
    private let isOn = Cog<Bool>.Manual(name: "isOn") { true }
    private let other = Cog<Int>.Manual(name: "other") { 0 }
    private let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
    private let log = Log()

    @Test("MECH-7, MECH-5: a member that stays keeps its controller, task and lease, whoever comes and goes")
    func stays() async {
        let log = log
        let open = Cog<[Int]>.Manual(name: "open") { [1, 2, 3] }
        let query = CogBox<String, Int>.Manual(name: "query") { "\($0)" }
        let length = CogBox<Int, Int>(name: "length") { c, id in c[query[id]].count }
        var controllers: [Int: [MechanismController]] = [:]
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Player") { m in
                m.scope(each: open, name: "presentation") { id, s in
                    controllers[id, default: []].append(s)
                    s.watch(length[id], initial: .skip, name: "search") { _, _ in }
                    s.task(name: "load") { await untilCancelled { log.note("\(id) cancelled") } }
                }
            }
        ])
        await Task {}.value
        cogs.turn(open, to: [3, 1])
        cogs.turn(open, to: [9, 1, 3])
        #expect(log.take() == ["2 cancelled"])
        #expect(controllers[1]?.count == 1 && controllers[3]?.count == 1)
        #expect(controllers[1]?.first?.ifLive { $0.name } == "Player.presentation[1]")
        let keepers = Dictionary(
            uniqueKeysWithValues: cogs.census(of: length).rows.map { ($0.name, $0.keepers) })
        #expect(keepers["length[1]"] == [.lease("Player.presentation[1].search")])
        #expect(keepers["length[9]"] == [.lease("Player.presentation[9].search")])
        // What the departed one leased goes by its own grace.
        #expect(keepers["length[2]"] == [.grace(until: .seconds(30))])
    }

    @Test("MECH-6, LIFE-3: retirement writes nothing and resets nothing, and what others use stays")
    func state() async throws {
        let (isOn, other, clock) = (isOn, other, TestClock())
        let shared = Cog<Int>(name: "shared") { c in c[other] }
        let own = Cog<Int>(name: "own") { c in c[other] }
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.watch(shared, initial: .skip) { _, _ in }
                    m.scope(isOn, name: "session") { s in
                        s.watch(shared, initial: .skip) { _, _ in }
                        s.watch(own, initial: .skip) { _, _ in }
                        s.turn(other, to: 5, name: "write")
                    }
                }
            ], clock: clock)
        let mark = cogs.mark
        cogs.turn(isOn, to: false, name: "leave")
        #expect(cogs.turns(since: mark) == ["leave"])
        #expect(cogs.peek(other) == 5)
        #expect(cogs.census(of: shared).rows.first?.keepers.first == .lease("App.shared"))
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(30))
        await cogs.graceEnded()
        #expect(cogs.census(of: own).count == 0)
        #expect(cogs.census(of: shared).count == 1)
        #expect(cogs.peek(other) == 5)
    }

    @Test("MECH-6: as a scope's tasks are cancelled, its reactions and sequences have ended")
    func tasksLast() async {
        let (isOn, other, log) = (isOn, other, log)
        let own = Cog<Int>(name: "own") { c in c[other] }
        var held: Cogs?
        var values: CogValues<Int>?
        func keepers() -> [String] {
            held?.census(of: own).rows.flatMap { $0.keepers.map(\.description) } ?? []
        }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.task(name: "wait") {
                        await untilCancelled { log.note("\(keepers().filter { $0.hasPrefix("lease") })") }
                    }
                    s.watch(own, initial: .skip) { _, _ in }
                    values = s.values(of: own)
                }
            }
        ])
        held = cogs
        await Task {}.value
        #expect(keepers().sorted() == ["lease of App.session.own", "lease of values of own"])
        cogs.turn(isOn, to: false)
        #expect(log.take() == ["[]"])
        #expect(values != nil)
        held = nil
    }

    @Test("MECH-6: another lifetime opens while work of the last, which heeds no cancellation, is in flight")
    func inFlight() async {
        let (other, log, work) = (other, log, ControlledWork<Int>())
        let session = Cog<String?>.Manual(name: "session") { "A" }
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(session, name: "session") { id, s in
                    log.note("open \(id)")
                    s.task(name: "load") {
                        s.turn(other, to: try await work.run(), name: "loaded")
                        end.yield(id)
                    }
                }
            }
        ])
        let first = await work.nextRun()
        let mark = cogs.mark
        cogs.turn(session, to: "B", name: "replace")
        #expect(log.take() == ["open A", "open B"])
        #expect(first.isCancelled)
        let second = await work.nextRun()
        await first.succeed(1)
        await second.succeed(2)
        var ended = ends.makeAsyncIterator()
        #expect([await ended.next(), await ended.next()] == ["A", "B"])
        #expect(cogs.turns(since: mark) == ["replace", "loaded of App.session"])
        #expect(cogs.peek(other) == 2)
    }

    @Test("MECH-6, ASYNC-7: a refresh that waits as its scope retires still runs, as its handle says")
    func queuedRefresh() async throws {
        let (isOn, trigger, work) = (isOn, trigger, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        var handle: CogRefresh<Int>?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(trigger, initial: .skip) { _, _ in m.turn(isOn, to: false, name: "replace") }
                m.scope(isOn, name: "session") { s in
                    s.watch(trigger, initial: .skip) { _, _ in
                        handle = s.refresh(page)
                        s.discard(page)
                    }
                }
            }
        ])
        let mark = cogs.mark
        cogs.turn(trigger, to: 1, name: "start")
        // The discard was refused: it was to be done by a scope that is no more.
        try #require(
            cogs.turns(since: mark) == [
                "start", "replace of App by App.trigger",
                "refresh page of App.session by App.session.trigger (system, unchanged)",
            ])
        #expect(await work.nextRun().succeed(5))
        guard case .success(5) = await handle?.outcome else {
            Issue.record("not its own outcome")
            return
        }
    }

    @Test("MECH-6, QUERY-1: an invalidation is inert through a retired controller, and refused if it waited")
    func invalidation() {
        let (isOn, trigger) = (isOn, trigger)
        var session: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(trigger, initial: .skip) { _, _ in m.turn(isOn, to: false, name: "replace") }
                m.scope(isOn, name: "session") { s in
                    session = s
                    s.watch(trigger, initial: .skip) { _, _ in s.invalidate("pages") }
                }
            }
        ])
        session?.invalidate("pages")
        #expect(cogs.turns() == ["invalidate pages of App.session (system, unchanged)"])
        let mark = cogs.mark
        cogs.turn(trigger, to: 1, name: "start")
        session?.invalidate("pages")
        #expect(cogs.turns(since: mark) == ["start", "replace of App by App.trigger"])
    }

    @Test("MECH-6: ifLive checks once, at entry: what its body retires is retired for the rest of it")
    func ifLive() {
        let (isOn, other) = (isOn, other)
        var session: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in session = s } }
        ])
        let answer = session?.ifLive { s in
            s.turn(isOn, to: false)
            s.turn(other, to: 1)
            return s.ifLive { _ in "live" } ?? "retired"
        }
        #expect(answer == "retired")
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-6: what an operation does before its turn is done through a retired controller too")
    func operation() {
        let (isOn, other, log) = (isOn, other, log)
        var session: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in session = s } }
        ])
        cogs.turn(isOn, to: false)
        session?.noteAndWrite(log, other)
        #expect(log.take() == ["noted"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-1: an identity that does not equal itself is another lifetime whenever it is published")
    func unequalToItself() {
        let log = log
        let reading = Cog<Double?>.Manual(name: "reading", equals: { _, _ in false }) { nil }
        var controllers: [MechanismController] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(reading, name: "session") { _, s in
                    controllers.append(s)
                    log.note("open")
                }
            }
        ])
        cogs.turn(reading, to: .nan)
        cogs.turn(other, to: 1)
        cogs.turn(reading, to: .nan)
        #expect(log.take() == ["open", "open"])
        #expect(controllers.map { $0.ifLive { _ in true } ?? false } == [false, true])
    }

    @Test("CTX-3, MECH-6: teardown retires all scopes, and then ends each after those opened from it")
    func teardown() async {
        let (isOn, log) = (isOn, log)
        let members = Cog<[Int]>.Manual(name: "members") { [1, 2] }
        var controllers: [MechanismController] = []
        @MainActor func follow(_ s: MechanismController) {
            controllers.append(s)
            s.task(name: "wait") {
                await untilCancelled {
                    let live = controllers.contains { $0.ifLive { _ in true } == true }
                    log.note("\(s.name)\(live ? ", with some alive" : "")")
                }
            }
        }
        var cogs: Cogs? = Cogs.forTesting(mechanisms: [
            Scripted("First") { m in
                follow(m)
                m.scope(isOn, name: "a", follow)
                m.scope(isOn, name: "b") { b in
                    follow(b)
                    b.scope(each: members, name: "c") { follow($1) }
                }
            },
            Scripted("Second", follow),
        ])
        await Task {}.value
        await Cogs.tearDown(&cogs)
        #expect(
            log.take() == [
                "Second", "First.b.c[2]", "First.b.c[1]", "First.b", "First.a", "First",
            ])
    }
}

/// Waits for its task to be cancelled, which happens on the MainActor.
@MainActor
private func untilCancelled(_ note: @escaping @MainActor () -> Void) async {
    await withTaskCancellationHandler {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
    } onCancel: {
        MainActor.assumeIsolated { note() }
    }
}

extension CogOps {
    fileprivate func noteAndWrite(_ log: Log, _ other: Cog<Int>.Manual) {
        log.note("noted")
        turn { c in
            log.note("body")
            c[other] = 5
        }
    }
}
