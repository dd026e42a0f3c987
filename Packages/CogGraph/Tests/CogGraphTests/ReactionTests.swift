@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Reactions")
struct ReactionTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("REACT-1, REACT-2: reactions run in registration order, against what they read last")
    func reactionOrder() {
        let (flag, value) = (Cog<Bool>.Manual { true }, Cog<Int>.Manual { 0 })
        var log: [String] = []
        _ = cogs.context.register("first") { c in log.append("first\(c[value])") }
        _ = cogs.context.register("second") { c in
            log.append(c[flag] ? "second\(c[value])" : "second-")
        }
        log = []
        cogs.turn(value, to: 1)
        cogs.turn(flag, to: false)
        cogs.turn(value, to: 2)
        #expect(log == ["first1", "second1", "second-", "first2"])
    }

    @Test("REACT-3: registered in a flush, a reaction runs at its tail, before queued turns")
    func registeredInFlush() {
        let source = Cog<Int>.Manual { 0 }
        var log: [String] = []
        let cogs = cogs
        _ = cogs.context.register("outer") { c in
            let n = c[source]
            log.append("outer\(n)")
            guard n == 1 else { return }
            cogs.turn(source, to: 2)
            _ = cogs.context.register("inner") { c in log.append("inner\(c[source])") }
            log.append("end")
        }
        _ = cogs.context.register("last") { c in log.append("last\(c[source])") }
        log = []
        cogs.turn(source, to: 1)
        #expect(log == ["outer1", "end", "last1", "inner1", "outer2", "last2", "inner2"])
    }

    @Test("REACT-3, TURN-12: registered in a turn's body, a reaction runs at the tail of its flush")
    func registeredInTurn() {
        let source = Cog<Int>.Manual { 0 }
        var log: [String] = []
        let cogs = cogs
        _ = cogs.context.register("first") { c in log.append("first\(c[source])") }
        log = []
        cogs.turn { c in
            c[source] = 1
            _ = cogs.context.register("second") { c in log.append("second\(c[source])") }
            log.append("end")
        }
        #expect(log == ["end", "first1", "second1"])
    }

    @Test("REACT-6: what a reaction's turn or callback reads is no dependency of the reaction")
    func callbackReads() {
        let (tracked, other, sink) = (
            Cog<Int>.Manual { 0 }, Cog<Int>.Manual { 0 }, Cog<Int>.Manual { 0 }
        )
        var runs = 0
        let cogs = cogs
        let callback: @MainActor () -> Int = { cogs.peek(other) }
        _ = cogs.context.register("r") { c in
            runs += 1
            _ = c[tracked] + callback()
            cogs.turn { t in t[sink] = t[other] + t[sink.readOnly] }
        }
        cogs.turn(other, to: 5)
        #expect(runs == 1)
        cogs.turn(tracked, to: 1)
        #expect(runs == 2)
    }

    #if DEBUG
        @Test("REACT-7: a reaction that registers when it runs again is warned of, once")
        func registersAgain() {
            var warnings: [String] = []
            cogs.context.onDiagnostic = { warnings.append($0) }
            let source = Cog<Int>.Manual { 0 }
            var innerRuns = 0
            let cogs = cogs
            _ = cogs.context.register("outer") { c in
                _ = c[source]
                for name in ["a", "b"] {
                    _ = cogs.context.register(name) { c in
                        _ = c[source]
                        innerRuns += 1
                    }
                }
            }
            #expect(warnings.isEmpty)
            #expect(innerRuns == 2)
            cogs.turn(source, to: 1)
            #expect(innerRuns == 6)
            cogs.turn(source, to: 2)
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains("reaction 'outer' registered 'a'") == true)
        }
    #endif

    @Test("REACT-5: cancelled while queued, a reaction does not run")
    func cancelledWhileQueued() {
        let source = Cog<Int>.Manual { 0 }
        var runs = 0
        let holder = Holder()
        let context = cogs.context
        _ = context.register("canceller") { c in
            if c[source] == 1, let doomed = holder.reaction { context.cancel(doomed) }
        }
        holder.reaction = context.register("doomed") { c in
            _ = c[source]
            runs += 1
        }
        cogs.turn(source, to: 1)
        cogs.turn(source, to: 2)
        #expect(runs == 1)
    }

    @Test("REACT-5: a reaction that cancels itself while it runs ends there")
    func cancelsItself() {
        let source = Cog<Int>.Manual { 0 }
        var runs = 0
        let holder = Holder()
        let context = cogs.context
        holder.reaction = context.register("self") { c in
            runs += 1
            if c[source] == 1, let own = holder.reaction {
                context.cancel(own)
                _ = c[source]
            }
        }
        cogs.turn(source, to: 1)
        cogs.turn(source, to: 2)
        #expect(runs == 2)
    }

    @Test("MECH-11: a freed value's deinit may write; its write is a turn of its own")
    func deinitWrites() {
        let count = Cog<Int>.Manual { 0 }
        let probe = Cog<Probe?>.Manual { nil }
        let cogs = cogs
        cogs.turn(probe, to: Probe { cogs.turn(count, to: 7) })
        cogs.turn(probe, to: nil)
        #expect(cogs.peek(count) == 7)
    }
}

private final class Probe {
    let onEnd: @MainActor () -> Void

    init(_ onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }

    deinit { MainActor.assumeIsolated { [onEnd] in onEnd() } }
}

@MainActor
private final class Holder {
    var reaction: Reaction?
}
