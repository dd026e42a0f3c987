@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Graph")
struct GraphTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("DECL-3, DECL-4: a selector's type is inferred, and it runs on first demand")
    func declaring() {
        var runs = 0
        let count = Cog<Int>.Manual { 2 }
        let text = Cog { c in
            runs += 1
            let n = c[count]
            return String(repeating: "x", count: n)
        }
        #expect(runs == 0)
        #expect(cogs.peek(text) == "xx")
        #expect(cogs.peek(text) == "xx")
        #expect(runs == 1)
    }

    @Test("DECL-5: references with one box and equal keys are the same state")
    func sameState() {
        let box = CogBox<Int, String>.Manual { key in key.count }
        cogs.turn { c in c[box["ab"]] += 10 }
        #expect(cogs.peek(box["ab"]) == 12)
        #expect(cogs.peek(box["abc"]) == 3)
        #expect(cogs.peek(box["ab"].readOnly) == 12)
    }

    @Test("DECL-7: NaN equals NaN; equals replaces ==; other values always change")
    func equality() {
        var ran: [String] = []
        let nan = Cog<Double>.Manual { .nan }
        let optional = Cog<Double?>.Manual { .nan }
        let custom = Cog<Int>.Manual(equals: { $0 % 10 == $1 % 10 }) { 1 }
        let opaque = Cog<Opaque>.Manual { Opaque() }
        let context = cogs.context
        _ = context.register("nan") { c in
            _ = c[nan]
            ran.append("nan")
        }
        _ = context.register("optional") { c in
            _ = c[optional]
            ran.append("optional")
        }
        _ = context.register("custom") { c in
            _ = c[custom]
            ran.append("custom")
        }
        _ = context.register("opaque") { c in
            _ = c[opaque]
            ran.append("opaque")
        }
        ran = []
        cogs.turn { c in
            c[nan] = .nan
            c[optional] = .nan
            c[custom] = 11
            c[opaque] = Opaque()
        }
        #expect(ran == ["opaque"])
    }

    @Test("DECL-8: a local declaration's captures go when its references and rows are gone")
    func captures() async {
        weak var captured: Holder?
        do {
            let holder = Holder()
            captured = holder
            let cogs = Cogs(context: Context(holdsProductionSlot: false))
            let cog = Cog<Int> { _ in holder.far == nil ? 1 : 2 }
            #expect(cogs.peek(cog) == 1)
        }
        await drainMainActor()
        #expect(captured == nil)
    }

    @Test("READ-1: curr is the row's own previous value, per key, nil at first")
    func previousValue() {
        let source = Cog<Int>.Manual { 1 }
        let total = CogBox<Int, Int> { c, n in (c.curr(Int.self) ?? n * 100) + c[source] }
        #expect(cogs.peek(total[1]) == 101)
        cogs.turn(source, to: 5)
        #expect(cogs.peek(total[1]) == 106)
        #expect(cogs.peek(total[2]) == 205)
    }

    @Test("READ-1: a peek in a selector is settled and makes no dependency")
    func peekInSelector() {
        let (tracked, peeked) = (Cog<Int>.Manual { 1 }, Cog<Int>.Manual { 1 })
        let doubled = Cog { c in c[peeked] * 2 }
        let sum = Cog { c in c[tracked] + c.peek(doubled) }
        #expect(cogs.peek(sum) == 3)
        cogs.turn(peeked, to: 10)
        #expect(cogs.peek(sum) == 3)
        cogs.turn(tracked, to: 2)
        #expect(cogs.peek(sum) == 22)
    }

    @Test("READ-5, TURN-2, TURN-11: in a turn only its writer sees staged values")
    func stagedValues() {
        let source = Cog<Int>.Manual { 1 }
        let doubled = Cog { c in c[source] * 2 }
        var seen: [Int] = []
        cogs.turn { [cogs] c in
            c[source] += 1
            c[source] += 1
            seen = [c[source], cogs.peek(source), c[doubled]]
        }
        #expect(seen == [3, 1, 2])
        #expect(cogs.peek(doubled) == 6)
    }

    @Test("TURN-3: a nested turn joins the outer one")
    func nestedTurn() {
        let source = Cog<Int>.Manual { 0 }
        var values: [Int] = []
        _ = cogs.context.register("log") { c in values.append(c[source]) }
        cogs.turn { [cogs] c in
            c[source] = 1
            cogs.turn { inner in inner[source] += 1 }
            c[source] += 1
        }
        #expect(values == [0, 3])
    }

    @Test("TURN-5: a writer used after its turn traps, naming the turn")
    func endedWriter() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let source = Cog<Int>.Manual { 0 }
                let stolen = UnsafeMutablePointer<Writer>.allocate(capacity: 1)
                cogs.turn(name: "rename") { c in
                    withUnsafeMutablePointer(to: &c) { writer in
                        UnsafeMutableRawPointer(stolen).copyMemory(
                            from: writer, byteCount: MemoryLayout<Writer>.size)
                    }
                }
                stolen.pointee[source] = 1
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the writer of turn 'rename' was used after its turn"))
    }

    @Test("TURN-7: a turn asked for by a reaction runs whole after the flush, in order")
    func queuedTurns() {
        let (first, second) = (Cog<Int>.Manual { 0 }, Cog<Int>.Manual { 0 })
        var log: [String] = []
        let cogs = cogs
        _ = cogs.context.register("a") { c in
            let n = c[first]
            log.append("a\(n)")
            if n == 1 {
                cogs.turn(second, to: 1)
                cogs.turn(second, to: 2)
                log.append("asked")
            }
        }
        _ = cogs.context.register("b") { c in log.append("b\(c[first])\(c[second])") }
        log = []
        cogs.turn(first, to: 1)
        #expect(log == ["a1", "asked", "b10", "b11", "b12"])
    }

    @Test("TURN-8: a turn asked for while a selector computes traps, naming cog, key and turn")
    func writeWhileComputing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let source = Cog<Int>.Manual { 0 }
                let bad = CogBox<Int, String>(name: "bad") { c, _ in
                    cogs.turn(source, to: 1, name: "sneak")
                    return 0
                }
                _ = cogs.peek(bad["k"])
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("turn 'sneak' was asked for while 'bad[k]' computes"))
    }

    #if DEBUG
        @Test("TURN-9: the 64th turn without idling warns once, naming the chain")
        func chainWarning() {
            var warnings: [String] = []
            cogs.context.onDiagnostic = { warnings.append($0) }
            let source = Cog<Int>.Manual { 0 }
            let cogs = cogs
            _ = cogs.context.register("loop") { c in
                let n = c[source]
                if n > 0, n < 100 { cogs.turn(source, to: n + 1, name: "step") }
            }
            cogs.turn(source, to: 1)
            #expect(cogs.peek(source) == 100)
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains("loop → step") == true)
        }
    #endif

    @Test("TURN-10: equal writes wake nothing")
    func equalWrites() {
        let source = Cog<Int>.Manual { 1 }
        var runs = 0
        _ = cogs.context.register("r") { c in
            _ = c[source]
            runs += 1
        }
        cogs.turn { c in
            c[source] = 2
            c[source] = 1
        }
        #expect(runs == 1)
    }

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

    @Test("CTX-1: a second assembly while one lives traps")
    func secondAssembly() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let first = Cogs.assemble()
                _ = Cogs.assemble()
                withExtendedLifetime(first) {}
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("while the process's production context"))
    }

    @Test("CTX-3: dropped from another thread, a context closes on the MainActor, last added first")
    func dropped() async {
        var log: [String] = []
        await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
            let handle = Cogs(context: Context(holdsProductionSlot: false))
            handle.context.onClose {
                log.append("first")
                closed.resume()
            }
            handle.context.onClose { log.append("second") }
            Task.detached { [handle] in withExtendedLifetime(handle) {} }
        }
        #expect(log == ["second", "first"])
    }

    private func drainMainActor() async {
        // Jobs of one actor run in order, so this one runs behind the teardown.
        await Task { @MainActor in }.value
    }
}

private struct Opaque {}

private final class Probe {
    let onEnd: @MainActor () -> Void
    init(_ onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }
    deinit { MainActor.assumeIsolated { [onEnd] in onEnd() } }
}

@MainActor
private final class Holder {
    var far: CogBox<Int, Int>?
    var reaction: Reaction?
    nonisolated init() {}
}
