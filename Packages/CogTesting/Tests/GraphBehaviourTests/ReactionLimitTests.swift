@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Reactions at their limits")
struct ReactionLimitTests {
    private let source = Cog<Int>.Manual(name: "source") { 0 }
    private let other = Cog<Int>.Manual(name: "other") { 0 }

    @Test("TURN-3, TURN-7: a turn in a turn in a reaction joins the queued one, after the running flush")
    func nestedInReaction() {
        let log = Log()
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source, other] m in
                m.run(name: "outer") { c in
                    guard c[source] == 1 else { return }
                    m.turn { c in
                        c[other] = 1
                        m.turn { inner in
                            inner[other] += 1
                            m.turn { innermost in innermost[other] *= 10 }
                        }
                        c[other] += 1
                    }
                    log.lines.append("asked, other is \(m.peek(other))")
                }
                m.run(name: "log") { c in log.lines.append("other \(c[other])") }
            }
        ])
        let turns = cogs.history.count
        cogs.turn(source, to: 1)
        #expect(log.lines == ["other 0", "asked, other is 0", "other 21"])
        #expect(cogs.history.count == turns + 2)
    }

    @Test("REACT-1: a reaction that writes what it reads runs again after its own turn, until it rests")
    func wakesItself() {
        var seen: [Int] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.run { c in
                    let value = c[source]
                    seen.append(value)
                    if value < 5 { m.turn(source, to: value + 1) }
                }
            }
        ])
        #expect(seen == [0, 1, 2, 3, 4, 5])
        cogs.turn(source, to: 3)
        #expect(seen.suffix(3) == [3, 4, 5])
    }

    #if DEBUG
        @Test("TURN-9: reactions that wake each other for 65 rounds are warned of once, and all run")
        func wakeEachOther() {
            var warnings: [String] = []
            let cogs = Cogs.forTesting(mechanisms: [
                Scripted("Ping") { [source, other] m in
                    m.watch(source, initial: .skip, name: "ping") { _, n in
                        m.turn(other, to: n, name: "hit")
                    }
                },
                Scripted("Pong") { [source, other] m in
                    m.watch(other, initial: .skip, name: "pong") { _, n in
                        if n < 65 { m.turn(source, to: n + 1, name: "return") }
                    }
                },
            ])
            cogs.onDiagnostic { warnings.append($0) }
            cogs.turn(source, to: 1)
            #expect(cogs.peek(other) == 65)
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains("64 turns ran without coming to rest") == true)
            #expect(warnings.first?.contains("Ping.ping → hit, Pong.pong → return") == true)
            cogs.turn(source, to: 2)
            #expect(warnings.count == 2)
        }
    #endif

    @Test("REACT-3: reactions that register reactions at the tail run in registration order, none re-entered")
    func registersAtTail() {
        let log = Log()
        var depth = 0
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                @MainActor func register(_ level: Int) {
                    m.run(name: "level \(level)") { c in
                        depth += 1
                        log.lines.append("\(level) sees \(c[source]) at depth \(depth)")
                        if level < 3, log.lines.count < 5 { register(level + 1) }
                        depth -= 1
                    }
                }
                register(0)
            }
        ])
        #expect(log.lines == (0...3).map { "\($0) sees 0 at depth 1" })
        log.lines = []
        _ = cogs
    }

    @Test("REACT-3: what a notified reader registers runs at the tail of that flush")
    func registersFromNotice() {
        let log = Log()
        var controller: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                controller = m
                m.run { c in log.lines.append("first \(c[source])") }
            }
        ])
        withObservationTracking {
            _ = cogs[source]
        } onChange: { [source] in
            MainActor.assumeIsolated {
                controller?.run(name: "late") { c in log.lines.append("late \(c[source])") }
                log.lines.append("told")
            }
        }
        cogs.turn(source, to: 1)
        #expect(log.lines == ["first 0", "told", "first 1", "late 1"])
    }

    @Test("REACT-3, MECH-11: what a value's deinit registers as its flush ends runs before the turn returns")
    func registersFromDeinit() {
        let log = Log()
        var controller: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [Scripted { controller = $0 }])
        let held = Cog<Parting?>.Manual(name: "held") { nil }
        cogs.turn(
            held,
            to: Parting { [source, other] in
                controller?.turn(other, to: 1)
                controller?.run(name: "late") { c in
                    log.lines.append("late \(c[source]) \(c[other])")
                }
            })
        cogs.turn { [source] c in
            c[held] = nil
            c[source] = 1
        }
        #expect(log.lines == ["late 1 0", "late 1 1"])
    }

    @Test("MECH-11: a turn asked for by what goes when the graph comes to rest runs before it rests")
    func turnFromRest() {
        let cogs = Cogs.forTesting()
        let held = Cog<Parting>(name: "held", lifetime: .whileObserved(grace: .zero)) {
            [weak cogs, other] _ in Parting { cogs?.turn { c in c[other] += 1 } }
        }
        let asking = Cog<Parting?>.Manual(name: "asking") { nil }
        // The first deinit runs at the flush's end and demands what has no grace, so that this
        // goes only when the graph comes to rest.
        cogs.turn(asking, to: Parting { [weak cogs] in _ = cogs?.peek(held) })
        cogs.turn(asking, to: nil)
        #expect(cogs.peek(other) == 1)
        #expect(cogs.census(of: held).count == 0)
    }

    @Test("REACT-3, MECH-11: so does a reaction that it registers")
    func registersFromRest() {
        let log = Log()
        var controller: MechanismController?
        let cogs = Cogs.forTesting(mechanisms: [Scripted { controller = $0 }])
        let held = Cog<Parting>(name: "held", lifetime: .whileObserved(grace: .zero)) { [source] _ in
            Parting { controller?.run(name: "late") { c in log.lines.append("late \(c[source])") } }
        }
        let asking = Cog<Parting?>.Manual(name: "asking") { nil }
        cogs.turn(asking, to: Parting { [weak cogs] in _ = cogs?.peek(held) })
        cogs.turn(asking, to: nil)
        #expect(log.lines == ["late 0"])
        cogs.turn(source, to: 1)
        #expect(log.lines == ["late 0", "late 1"])
    }

    @Test("MECH-11: a turn asked for by what a first run leaves behind runs before it rests")
    func turnFromRegistration() {
        let log = Log()
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.watch(source, initial: .run) { _, new in log.lines.append("saw \(new)") }
                let held = Cog<Parting>(lifetime: .whileObserved(grace: .zero)) { _ in
                    Parting { m.turn(source, to: 7) }
                }
                m.run { c in _ = c.peek(held) }
                log.lines.append("registered")
            }
        ])
        #expect(log.lines == ["saw 0", "saw 7", "registered"])
        _ = cogs
    }

    @Test("REACT-5: cancelled at the tail before its first run, a reaction never runs and leaves no row")
    func cancelledAtTail() {
        let log = Log()
        let cogs = Cogs.forTesting()
        let context = cogs.context
        final class Holder { var reaction: Reaction? }
        let holder = Holder()
        cogs.turn { [source] c in
            c[source] = 1
            _ = context.register("canceller") { _ in
                if let doomed = holder.reaction { context.cancel(doomed) }
            }
            holder.reaction = context.register("doomed") { c in log.lines.append("\(c[source])") }
        }
        cogs.turn(source, to: 2)
        #expect(log.lines == [])
    }

    @Test("REACT-2: a reaction that reads nothing any more is not woken again")
    func readsNothing() {
        var runs = 0
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.run { c in
                    runs += 1
                    if runs < 3 { _ = c[source] }
                }
            }
        ])
        for n in 1...5 { cogs.turn(source, to: n) }
        #expect(runs == 3)
    }
}
