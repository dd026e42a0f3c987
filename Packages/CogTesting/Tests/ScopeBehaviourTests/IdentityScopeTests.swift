import CogGraph
import CogMechanisms
import CogTesting
import Testing

// One test for each row of the table of transitions, and for each rule beside it.
@MainActor
@Suite("Scopes that a condition or an identity opens")
struct IdentityScopeTests {
    private let isOn = Cog<Bool>.Manual(name: "isOn") { false }
    private let session = Cog<String?>.Manual(name: "session") { nil }
    private let other = Cog<Int>.Manual(name: "other") { 0 }
    private let log = Log()

    /// Logs each opening, and each ending by what the scope's closures let go of.
    private func sessions(_ body: @escaping @MainActor (String, MechanismController) -> Void = { _, _ in })
        -> Cogs
    {
        let (session, log) = (session, log)
        return Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(session, name: "session") { id, s in
                    log.note("open \(id)")
                    let parting = Parting { log.note("close \(id)") }
                    s.run(name: "hold") { _ in _ = parting }
                    body(id, s)
                }
            }
        ])
    }

    @Test("MECH-1: nothing selected opens nothing")
    func initiallyNil() {
        let cogs = sessions()
        #expect(log.take() == [])
        cogs.turn(other, to: 1)
        #expect(log.take() == [])
    }

    @Test("MECH-1: an identity selected at registration opens its scope once, during assembly")
    func initially() {
        let (session, log) = (session, log)
        _ = Cogs.forTesting(
            seeding: { $0.seed(session, to: "A") },
            mechanisms: [
                Scripted { m in
                    m.scope(session, name: "session") { id, s in
                        log.note("open \(id)")
                        s.watch(session, initial: .run) { _, now in log.note("watch \(now ?? "-")") }
                    }
                    log.note("after")
                }
            ])
        #expect(log.take() == ["open A", "watch A", "after"])
    }

    @Test("MECH-1: nil to an identity opens a fresh scope and runs its body once")
    func rises() {
        let cogs = sessions()
        cogs.turn(session, to: "A")
        #expect(log.take() == ["open A"])
    }

    @Test("MECH-1: an equal identity, also a distinct one, keeps the scope")
    func equal() {
        struct Epoch: Equatable {
            let number: Int
            let tag: String
            static func == (a: Epoch, b: Epoch) -> Bool { a.number == b.number }
        }
        let log = log
        // Every write counts as a change, so only the scope itself can tell.
        let epoch = Cog<Epoch?>.Manual(name: "epoch", equals: { _, _ in false }) { nil }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(epoch, name: "session") { epoch, _ in log.note("open \(epoch.tag)") }
            }
        ])
        cogs.turn(epoch, to: Epoch(number: 1, tag: "first"))
        cogs.turn(epoch, to: Epoch(number: 1, tag: "second"))
        #expect(log.take() == ["open first"])
        cogs.turn(epoch, to: Epoch(number: 2, tag: "third"))
        #expect(log.take() == ["open third"])
    }

    @Test("MECH-1: another identity retires the scope, then opens its own")
    func replaced() {
        let cogs = sessions()
        cogs.turn(session, to: "A")
        _ = log.take()
        cogs.turn(session, to: "B")
        // What A's closures held goes when the flush is over.
        #expect(log.take() == ["open B", "close A"])
    }

    @Test("MECH-1: an identity to nil retires the scope and opens nothing")
    func falls() {
        let cogs = sessions()
        cogs.turn(session, to: "A")
        _ = log.take()
        cogs.turn(session, to: nil)
        #expect(log.take() == ["close A"])
    }

    @Test("MECH-9: an identity that goes and comes back in two turns is a second lifetime")
    func again() {
        var controllers: [MechanismController] = []
        let cogs = sessions { _, s in controllers.append(s) }
        cogs.turn(session, to: "A")
        cogs.turn(session, to: nil)
        cogs.turn(session, to: "A")
        #expect(log.take() == ["open A", "close A", "open A"])
        #expect(controllers[0].ifLive { _ in true } == nil)
        #expect(controllers[1].ifLive { _ in true } == true)
    }

    @Test("MECH-9: what one turn only passes through is no transition")
    func passing() {
        let cogs = sessions()
        cogs.turn(session, to: "A")
        _ = log.take()
        cogs.turn { [session] c in
            c[session] = "B"
            c[session] = "A"
        }
        cogs.turn { [session] c in
            c[session] = nil
            c[session] = "A"
        }
        #expect(log.take() == [])
    }

    @Test("MECH-9: a gate that flips down and up in two turns of one drain is two transitions")
    func drain() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "on") { _ in log.note("open") }
                m.watch(other, initial: .skip) { _, _ in
                    m.turn(isOn, to: false)
                    m.turn(isOn, to: true)
                }
            }
        ])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 1)
        #expect(log.take() == ["open", "open"])
    }

    @Test("CTX-3: teardown lets go of what a scope and every one opened from it hold")
    func tornDown() async {
        let (isOn, log) = (isOn, log)
        var cogs: Cogs? = sessions { id, s in
            s.scope(isOn, name: "inner") { inner in
                let parting = Parting { log.note("close inner of \(id)") }
                inner.run(name: "hold") { _ in _ = parting }
                inner.task(name: "wait") {
                    let (never, _) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never {}
                }
            }
        }
        cogs?.turn(isOn, to: true)
        cogs?.turn(session, to: "A")
        _ = log.take()
        await Cogs.tearDown(&cogs)
        #expect(log.take().sorted() == ["close A", "close inner of A"])
    }

    @Test("MECH-1: a condition opens and closes its scope, whose body gets its controller alone")
    func condition() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    log.note("open")
                    s.watch(other, initial: .skip) { _, now in log.note("other \(now)") }
                }
            }
        ])
        cogs.turn(other, to: 1)
        #expect(log.take() == [])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 2)
        #expect(log.take() == ["open", "other 2"])
        cogs.turn(isOn, to: false)
        cogs.turn(other, to: 3)
        #expect(log.take() == [])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 4)
        #expect(log.take() == ["open", "other 4"])
    }

    @Test("REACT-2: what a body peeks at opens and closes nothing")
    func bodyReads() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in log.note("open with \(s.peek(other))") }
            }
        ])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 1)
        #expect(log.take() == ["open with 0"])
    }

    @Test("MECH-10: no effect of the closed scope sees the turn that closed it")
    func halfClosed() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(isOn, name: "session") { s in
                    s.watch(other, initial: .skip) { _, now in log.note("other \(now)") }
                }
            }
        ])
        cogs.turn(isOn, to: true)
        cogs.turn { [isOn, other] c in
            c[isOn] = false
            c[other] = 1
        }
        #expect(log.take() == [])
    }

    @Test("MECH-10: one woken in a flush still runs when only a later, queued turn retires its scope")
    func laterTurn() {
        let (isOn, other, log) = (isOn, other, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(other, initial: .skip) { _, _ in m.turn(isOn, to: false) }
                m.scope(isOn, name: "session") { s in
                    s.watch(other, initial: .skip) { _, now in log.note("other \(now)") }
                }
            }
        ])
        cogs.turn(isOn, to: true)
        cogs.turn(other, to: 1)
        #expect(log.take() == ["other 1"])
    }

    @Test("REACT-3, MECH-10: a scope opens at its selector's place; its registrations run behind the rest")
    func position() {
        let (session, log) = (session, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(session, initial: .skip) { _, _ in log.note("before") }
                m.scope(session, name: "session") { id, s in
                    log.note("open \(id)")
                    s.run(name: "one") { _ in log.note("one") }
                    s.run(name: "two") { _ in log.note("two") }
                }
                m.watch(session, initial: .skip) { _, _ in log.note("after") }
            }
        ])
        cogs.turn(session, to: "A")
        #expect(log.take() == ["before", "open A", "after", "one", "two"])
        cogs.turn(session, to: "B")
        #expect(log.take() == ["before", "open B", "after", "one", "two"])
    }

    @Test("MECH-5: names compose in history, owners, tasks and warnings, however deep")
    func names() async {
        let (isOn, other) = (isOn, other)
        var name: String?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Weather") { m in
                m.scope(isOn, name: "session") { s in
                    s.scope(isOn) { inner in
                        inner.watch(other, initial: .skip, name: "beat") { _, now in
                            if now == 1 { inner.turn(name: "write") { c in c[other] = 5 } }
                        }
                        inner.task(name: "heartbeat") { name = Task.name }
                        name = inner.name
                    }
                }
            }
        ])
        cogs.turn(isOn, to: true)
        #expect(name == "Weather.session.isOn")
        await Task {}.value
        #expect(name == "Weather.session.isOn.heartbeat")
        cogs.turn(other, to: 1)
        let record = cogs.history.last
        #expect(record?.name == "write")
        #expect(record?.owner == "Weather.session.isOn")
        #expect(record?.cause == "Weather.session.isOn.beat")
        #expect(record?.reactions == ["Weather.session.isOn.beat"])
        let opening = cogs.history.first
        #expect(
            opening?.reactions == ["Weather.session", "Weather.session.isOn", "Weather.session.isOn.beat"])
    }

    @Test("REACT-7: a scope that opens again may register again; what its body registers outside may not")
    func registersAgain() {
        let (session, log) = (session, log)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(session, name: "good") { _, s in s.run(name: "own") { _ in } }
                m.scope(session, name: "bad") { _, _ in m.run(name: "stray") { _ in } }
            }
        ])
        cogs.onDiagnostic { log.note($0) }
        for id in ["A", "B", "C"] { cogs.turn(session, to: id) }
        #if DEBUG
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.contains("'App.bad' registered 'App.stray'") == true)
        #endif
    }

    @Test("MECH-7: a scope that opened and closed 20,000 times more holds what it held before")
    func flat() {
        let (isOn, other) = (isOn, other)
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.scope(isOn, name: "session") { s in
                        s.watch(other, initial: .skip) { _, _ in }
                        s.scope(isOn, name: "inner") { inner in inner.run(name: "hold") { _ in } }
                    }
                }
            ], history: .off)
        func cycle() {
            cogs.turn(isOn, to: true)
            cogs.turn(isOn, to: false)
        }
        for _ in 0..<100 { cycle() }
        let before = cogs.liveCounts
        for _ in 0..<20_000 { cycle() }
        #expect(cogs.liveCounts == before)
    }
}
