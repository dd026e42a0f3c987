@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Testing

/// What ends a program that does wrong, in every build: what was wrong, of what, and what to do.
@MainActor
@Suite("Messages of traps")
struct TrapTests {
    private func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("TURN-8: a selector that calls an operation traps, naming cog, key and turn, and what to do")
    func operationInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let bad = CogBox<Int, Int>(name: "bad") { c, key in
                    cogs.rename()
                    return key
                }
                _ = cogs[bad[7]]
            }
        }
        #expect(message(result).contains("turn 'rename()' was asked for while 'bad[7]' computes"))
        #expect(message(result).contains("write from an operation or a reaction"))
    }

    @Test("TURN-8: a starting value that writes traps, naming the source")
    func turnInStart() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let bad = CogBox<Int, String>.Manual(name: "bad") { key in
                    cogs.rename()
                    return key.count
                }
                cogs.turn(bad["k"], to: 1)
            }
        }
        #expect(message(result).contains("turn 'rename()' was asked for while 'bad[k]' computes"))
    }

    @Test("TURN-8, DECL-7: an equality rule that writes traps, naming its cog and key")
    func turnInEquals() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let source = Cog<Int>.Manual { 0 }
                let bad = CogBox<Int, Int>(
                    name: "bad",
                    equals: { a, b in
                        cogs.rename()
                        return a == b
                    }
                ) { c, key in c[source] + key }
                _ = cogs[bad[3]]
                cogs.turn(source, to: 1)
            }
        }
        #expect(
            message(result).contains(
                "turn 'rename()' was asked for while the equality rule of 'bad[3]' computes"))
    }

    @Test("DECL-7: an equality rule that reads traps, naming what it read and whose rule it is")
    func readInEquals() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let limit = CogBox<Int, String>.Manual(name: "limit") { 5 }
                let bad = CogBox<Int, Int>.Manual(
                    name: "bad", equals: { a, b in abs(a - b) < cogs.peek(limit["low"]) }
                ) { 0 }
                cogs.turn(bad[1], to: 3)
            }
        }
        #expect(
            message(result).contains("'limit[low]' was read inside the equality rule of 'bad[1]'"))
        #expect(message(result).contains("move what it needs into the value"))
    }

    @Test("DECL-7: an equality rule that reads as UI does traps the same")
    func observeInEquals() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let source = Cog<Int>.Manual(name: "source") { 5 }
                let bad = Cog<Int>(name: "bad", equals: { a, _ in a == cogs[source] }) { c in c[source] }
                _ = cogs.peek(bad)
                cogs.turn(source, to: 3)
                _ = cogs.peek(bad)
            }
        }
        #expect(message(result).contains("'source' was read inside the equality rule of 'bad'"))
    }

    @Test("READ-1: asking for a previous value of another type traps, naming cog, key and both types")
    func previousType() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let bad = CogBox<Int, String>(name: "bad") { c, _ in c.curr(String.self)?.count ?? 0 }
                _ = Cogs.forTesting().peek(bad["k"])
            }
        }
        #expect(message(result).contains("'bad[k]' holds Int"))
        #expect(message(result).contains("so its previous value cannot be read as String"))
        #expect(message(result).contains("Ask for Int."))
    }

    @Test("EXP-1: a sequence asked for in a selector traps, naming both cogs")
    func valuesInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let source = CogBox<Int, Int>.Manual(name: "source") { 0 }
                let bad = Cog<Int>(name: "bad") { _ in
                    _ = cogs.values(of: source[2])
                    return 0
                }
                _ = cogs.peek(bad)
            }
        }
        #expect(message(result).contains("values(of: 'source[2]') was asked for while 'bad' computes"))
        #expect(message(result).contains("Ask from an operation or a mechanism."))
    }

    @Test("EXP-1: a buffering that would not keep even the current value traps, naming cog and buffering")
    func bufferingOfNothing() async {
        let newest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let source = CogBox<Int, Int>.Manual(name: "source") { 0 }
                _ = Cogs.forTesting().values(of: source[2], buffering: .newest(0))
            }
        }
        #expect(
            message(newest).contains("values(of: 'source[2]', buffering: .newest(0)) would keep no value"))
        let oldest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let source = Cog<Int>.Manual(name: "source") { 0 }
                _ = Cogs.forTesting().values(of: source, buffering: .oldest(-1))
            }
        }
        #expect(message(oldest).contains("values(of: 'source', buffering: .oldest(-1)) would keep no value"))
        #expect(message(oldest).contains("Keep at least one."))
    }

    @Test("REACT-5: a reaction cancelled in a selector traps, naming both")
    func cancelInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Holder { var reaction: Reaction? }
                let (cogs, holder) = (Cogs.forTesting(), Holder())
                let source = Cog<Int>.Manual { 0 }
                let bad = Cog<Int>(name: "bad") { c in
                    if let reaction = holder.reaction { cogs.context.cancel(reaction) }
                    return c[source]
                }
                holder.reaction = cogs.context.register("alert") { c in _ = c[bad] }
                cogs.turn(source, to: 1)
            }
        }
        #expect(message(result).contains("reaction 'alert' was cancelled while 'bad' computes"))
        #expect(message(result).contains("Cancel from a turn, a reaction or a mechanism."))
    }

    @Test("EXP-1: a sequence ended in a selector traps, naming the selector's cog")
    func endInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Holder { var end: (() -> Void)? }
                let (cogs, holder) = (Cogs.forTesting(), Holder())
                let source = Cog<Int>.Manual { 0 }
                let bad = Cog<Int>(name: "bad") { c in
                    holder.end?()
                    return c[source]
                }
                let (values, slot) = cogs.context.values(of: bad, buffering: .unbounded)
                holder.end = { if let slot { cogs.context.endExport(slot) } }
                cogs.turn(source, to: 1)
                withExtendedLifetime(values) {}
            }
        }
        #expect(message(result).contains("a sequence of values was ended while 'bad' computes"))
        #expect(message(result).contains("End it from a turn, a reaction or a mechanism."))
    }

    @Test("LIFE-5, TURN-8: a discard asked for in a selector traps, naming both cogs")
    func discardInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.forTesting()
                let page = Cog<Int>(name: "page") { _ in 0 }
                let bad = Cog<Int>(name: "bad") { _ in
                    cogs.discard(page)
                    return 0
                }
                _ = cogs.peek(bad)
            }
        }
        #expect(message(result).contains("turn 'discard page' was asked for while 'bad' computes"))
    }

    @Test("REACT-3: a reaction registered in a selector traps, naming both")
    func registerInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Holder { var controller: MechanismController? }
                let holder = Holder()
                let cogs = Cogs.forTesting(mechanisms: [
                    Scripted("Weather") { holder.controller = $0 }
                ])
                let bad = Cog<Int>(name: "bad") { _ in
                    holder.controller?.run(name: "alert") { _ in }
                    return 0
                }
                _ = cogs.peek(bad)
            }
        }
        #expect(
            message(result).contains("reaction 'Weather.alert' was registered while 'bad' computes"))
        #expect(message(result).contains("Register from a mechanism."))
    }

    @Test("GRAPH-4: a hook without a stand-in for a first value traps, naming the cog and key")
    func noStandIn() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Holder { var box: CogBox<Int, Int>? }
                let cogs = Cogs.forTesting()
                let holder = Holder()
                let bad = CogBox<Int, Int>(name: "bad") { c, key in holder.box.map { c[$0[key]] } ?? 0 }
                holder.box = bad
                cogs.onCycle(standingIn: ["of another type"]) { _ in }
                _ = cogs.peek(bad[4])
            }
        }
        #expect(message(result).contains("'bad[4]' depends on itself before it ever had a value"))
        #expect(message(result).contains("Hand a stand-in of its type to the cycle hook."))
    }

    #if DEBUG
        @Test("TEST-1: a seed in a selector and in a reaction traps, naming the source")
        func seedWhereWorkIsUnderWay() async {
            let inSelector = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await MainActor.run {
                    let cogs = Cogs.forTesting()
                    let source = CogBox<Int, Int>.Manual(name: "source") { 0 }
                    _ = cogs.peek(
                        Cog<Int> { _ in
                            cogs.seed(source[1], to: 1)
                            return 0
                        })
                }
            }
            let inReaction = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await MainActor.run {
                    let cogs = Cogs.forTesting()
                    let source = CogBox<Int, Int>.Manual(name: "source") { 0 }
                    cogs.turn { _ in cogs.seed(source[1], to: 1) }
                }
            }
            for result in [inSelector, inReaction] {
                #expect(message(result).contains("'source[1]' was seeded inside a turn"))
                #expect(message(result).contains("Seed while the graph is idle"))
            }
        }
    #endif
}

extension CogOps {
    fileprivate func rename() { turn { _ in fatalError("The body ran.") } }
}
