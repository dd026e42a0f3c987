import CogGraph
import CogMechanisms
import CogTesting
import Testing

// One test for each row of the table of what a retired controller does, and for the order of retirement.
@MainActor
@Suite("Retirement revokes authority")
struct RetirementTests {
    private let isOn = Cog<Bool>.Manual(name: "isOn") { true }
    private let other = Cog<Int>.Manual(name: "other") { 0 }
    private let log = Log()

    /// A context with a scope that is retired, whose controller somebody kept.
    private func retired() throws -> (Cogs, MechanismController) {
        let isOn = isOn
        var kept: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in kept = s } }
        ])
        cogs.turn(isOn, to: false)
        return (cogs, try #require(kept))
    }

    @Test("MECH-6: a turn, and an operation built on one, is inert before its body runs")
    func turn() throws {
        let (cogs, s) = try retired()
        let mark = cogs.mark
        s.turn(name: "write") { _ in log.note("body") }
        s.turn(other, to: 5)
        s.setOther(other, 6)
        #expect(log.take() == [])
        #expect(cogs.peek(other) == 0)
        #expect(cogs.turns(since: mark) == [])
    }

    @Test("MECH-6: a queued turn is refused at its time, before a revision, a record or its body")
    func queued() {
        let (isOn, other, log) = (isOn, other, log)
        let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(trigger, initial: .skip) { _, _ in m.turn(isOn, to: false, name: "replace") }
                m.scope(isOn, name: "session") { s in
                    s.watch(trigger, initial: .skip) { _, _ in
                        s.turn(name: "late") { c in
                            log.note("body")
                            c[other] = 1
                        }
                    }
                }
            }
        ])
        let mark = cogs.mark
        cogs.turn(trigger, to: 1, name: "start")
        #expect(log.take() == [])
        #expect(cogs.turns(since: mark) == ["start", "replace of App by App.trigger"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-6: one that reaches its time before the retirement is valid, and stays")
    func queuedBefore() {
        let (isOn, other) = (isOn, other)
        let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.watch(trigger, initial: .skip) { _, _ in s.turn(other, to: 1, name: "early") }
                }
                m.run(name: "tail") { c in
                    if c[trigger] > 0 { m.turn(isOn, to: false, name: "replace") }
                }
            }
        ])
        let mark = cogs.mark
        cogs.turn(trigger, to: 1, name: "start")
        // What the scope registered when it opened, in the gate's first run, came before.
        #expect(
            cogs.turns(since: mark) == [
                "start", "early of App.session by App.session.trigger", "replace of App by App.tail",
            ])
        #expect(cogs.peek(other) == 1)
    }

    @Test("MECH-6: admission is by the exact scope, not by its identity")
    func exactInstance() {
        let (other, log) = (other, log)
        let session = Cog<String?>.Manual(name: "session") { "A" }
        let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(trigger, initial: .skip) { _, _ in
                    m.turn(session, to: "B")
                    m.turn(session, to: "A")
                }
                m.scope(session, name: "session") { id, s in
                    log.note("open \(id)")
                    s.watch(trigger, initial: .skip) { _, _ in s.turn(other, to: 1, name: "write") }
                }
            }
        ])
        cogs.turn(trigger, to: 1)
        #expect(log.take() == ["open A", "open B", "open A"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-6: run, watch and status.watch are inert before anything is read or called")
    func registrations() throws {
        let (cogs, s) = try retired()
        let log = log
        let derived = Cog<Int>(name: "derived") { [other] c in
            log.note("read")
            return c[other]
        }
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            log.note("select")
            return Work.run { 1 }
        }
        s.run { _ in log.note("run") }
        s.watch(derived, initial: .run) { _, _ in log.note("watch") }
        s.status.watch(page, initial: .run) { _, _ in log.note("status") }
        #expect(log.take() == [])
        #expect(cogs.census(of: derived).count == 0)
        #expect(cogs.census(of: page).count == 0)
    }

    @Test("MECH-6: every form of scope is inert before its selector is read")
    func scopes() throws {
        let (_, s) = try retired()
        let log = log
        let on = Cog<Bool>(name: "on") { _ in
            log.note("read")
            return true
        }
        let identity = Cog<Int?>(name: "identity") { _ in
            log.note("read")
            return 1
        }
        let members = Cog<[Int]>(name: "members") { _ in
            log.note("read")
            return [1]
        }
        s.scope(on) { _ in log.note("body") }
        s.scope(identity) { _, _ in log.note("body") }
        s.scope(each: members) { _, _ in log.note("body") }
        #expect(log.take() == [])
    }

    @Test("MECH-6: a task's operation never starts")
    func task() async throws {
        let (_, s) = try retired()
        s.task(name: "late") { log.note("started") }
        await Task {}.value
        #expect(log.take() == [])
    }

    @Test("MECH-6: a discard is inert, and a sequence of values has ended")
    func discardAndValues() async throws {
        let (cogs, s) = try retired()
        let derived = Cog<Int>(name: "derived") { [other] c in c[other] }
        _ = cogs[derived]
        s.discard(derived)
        #expect(cogs.census(of: derived).count == 1)
        let before = cogs.liveCounts
        let values = s.values(of: other)
        // One that goes on would keep the loop waiting.
        try #require(cogs.liveCounts == before)
        for await _ in values { log.note("value") }
        #expect(log.take() == [])
    }

    @Test("MECH-6: ifLive is nil, with nothing run")
    func ifLive() throws {
        let (_, s) = try retired()
        #expect(s.ifLive { _ in log.note("ran") } == nil)
        #expect(log.take() == [])
    }

    @Test("MECH-6: peek, status.peek and refresh trap, naming the operation and the scope")
    func traps() async {
        let peek = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { Retired.session { s in _ = s.peek(Retired.other) } }
        }
        #expect(
            text(peek).contains("peek of 'other' was asked for through 'App.session' after its scope ended"))
        let status = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { Retired.session { s in _ = s.status.peek(Retired.page) } }
        }
        #expect(text(status).contains("peek of 'page.status' was asked for through 'App.session'"))
        let refresh = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { Retired.session { s in s.refresh(Retired.page) } }
        }
        #expect(text(refresh).contains("refresh of 'page' was asked for through 'App.session'"))
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("MECH-6: a status lens kept after retirement is as inert")
    func lens() {
        var lens: MechanismStatuses?
        let (isOn, log) = (isOn, log)
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { 1 } }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in lens = s.status } }
        ])
        cogs.turn(isOn, to: false)
        lens?.watch(page, initial: .run) { _, _ in log.note("status") }
        #expect(log.take() == [])
        #expect(cogs.census(of: page).count == 0)
    }

    @Test("READ-6, EXP-1: a sequence of statuses begins with the current one and ends with its scope")
    func statusValues() async {
        let (isOn, work) = (isOn, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        var statuses: CogValues<CogStatus<Int>>?
        var lens: MechanismStatuses?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    lens = s.status
                    statuses = s.status.values(of: page, buffering: .unbounded)
                }
            }
        ])
        await work.nextRun().succeed(5)
        cogs.turn(isOn, to: false)
        var told: [String] = []
        if let statuses { for await status in statuses { told.append(status.description) } }
        #expect(told == ["pending (0)", "success (5)"])
        if let late = lens?.values(of: page) {
            for await _ in late { Issue.record("the scope has retired") }
        }
    }

    @Test("MECH-6: a refresh got while the scope lived keeps its run's outcome")
    func handle() async {
        let (isOn, work) = (isOn, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        var handle: CogRefresh<Int>?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in handle = s.refresh(page) } }
        ])
        cogs.turn(isOn, to: false)
        #expect(await work.nextRun().succeed(5))
        guard case .success(5) = await handle?.outcome else {
            Issue.record("not its own outcome")
            return
        }
        #expect(cogs.peek(page) == 5)
    }

    @Test("MECH-6: the whole subtree is retired before anything of it is torn down")
    func subtree() async {
        let (isOn, other, log) = (isOn, other, log)
        var controllers: [String: MechanismController] = [:]
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    for name in ["left", "right"] {
                        s.scope(isOn, name: name) { child in
                            controllers[name] = child
                            child.task(name: "t") {
                                await withTaskCancellationHandler {
                                    let (never, _) = AsyncStream.makeStream(of: Void.self)
                                    for await _ in never {}
                                } onCancel: {
                                    MainActor.assumeIsolated {
                                        let live = controllers.values.compactMap { $0.ifLive { $0.name } }
                                        log.note("\(name) ends, live \(live)")
                                        for controller in controllers.values {
                                            controller.turn(other, to: 9)
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        ])
        await Task {}.value
        cogs.turn(isOn, to: false)
        #expect(log.take() == ["right ends, live []", "left ends, live []"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-11: what a retired closure lets go of may reach a sibling, and finds it retired")
    func partingReachesSibling() {
        let (isOn, other, log) = (isOn, other, log)
        var sibling: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.scope(isOn, name: "left") { child in
                        let parting = Parting {
                            log.note("gone, sibling \(sibling?.ifLive { _ in "live" } ?? "retired")")
                            sibling?.turn(other, to: 9)
                            m.turn(other, to: m.peek(other) + 1, name: "note")
                        }
                        child.run(name: "hold") { _ in _ = parting }
                    }
                    s.scope(isOn, name: "right") { sibling = $0 }
                }
            }
        ])
        cogs.turn(isOn, to: false)
        #expect(log.take() == ["gone, sibling retired"])
        #expect(cogs.peek(other) == 1)
        #expect(cogs.history.last?.name == "note")
    }

    @Test("MECH-6: a frame that retires its own scope goes on, and what it asks for then is inert")
    func ownFrame() {
        let (isOn, other, log) = (isOn, other, log)
        var own: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in own = s } }
        ])
        func operation() {
            own?.turn(isOn, to: false)
            log.note("goes on")
            own?.turn(other, to: 1)
        }
        operation()
        #expect(log.take() == ["goes on"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-6: a task that holds its controller over the retirement can do nothing more")
    func suspended() async {
        let (isOn, other, log) = (isOn, other, log)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.task(name: "load") { [weak s] in
                        guard let s else { return }
                        // Suspends until it is cancelled.
                        let (never, _) = AsyncStream.makeStream(of: Void.self)
                        for await _ in never {}
                        log.note("goes on")
                        s.turn(other, to: 5)
                        end.finish()
                    }
                }
            }
        ])
        await Task {}.value
        cogs.turn(isOn, to: false)
        for await _ in ended {}
        #expect(log.take() == ["goes on"])
        #expect(cogs.peek(other) == 0)
    }

    @Test("MECH-6, PACE-1: a paced watch that waits when its scope retires delivers nothing")
    func paced() async throws {
        let (isOn, other, log, clock) = (isOn, other, log, TestClock())
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.scope(isOn, name: "session") { s in
                        s.watch(other, initial: .skip, pace: .debounce(.seconds(1))) { _, now in
                            log.note("other \(now)")
                        }
                    }
                }
            ], clock: clock)
        cogs.turn(other, to: 1)
        try await clock.waitForScheduledSleep()
        cogs.turn(isOn, to: false)
        clock.advance(by: .seconds(2))
        await Task {}.value
        #expect(log.take() == [])
        #expect(clock.sleeperCount == 0)
    }

    @Test("MECH-6: retirement is final and happens once")
    func idempotent() async {
        let (isOn, log) = (isOn, log)
        var cogs: Cogs? = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.task(name: "t") {
                        await withTaskCancellationHandler {
                            let (never, _) = AsyncStream.makeStream(of: Void.self)
                            for await _ in never {}
                        } onCancel: {
                            MainActor.assumeIsolated { log.note("cancelled") }
                        }
                    }
                }
            }
        ])
        await Task {}.value
        cogs?.turn(isOn, to: false)
        await Cogs.tearDown(&cogs)
        #expect(log.take() == ["cancelled"])
    }
}

/// A retired controller, for programs that end by a trap.
@MainActor
private enum Retired {
    static let other = Cog<Int>.Manual(name: "other") { 0 }
    static let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { 1 } }

    static func session(_ use: (MechanismController) -> Void) {
        let isOn = Cog<Bool>.Manual(name: "isOn") { true }
        var kept: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(isOn, name: "session") { s in kept = s } }
        ])
        cogs.turn(isOn, to: false)
        if let kept { use(kept) }
    }
}

extension CogOps {
    func setOther(_ other: Cog<Int>.Manual, _ value: Int) {
        turn(other, to: value)
    }
}
