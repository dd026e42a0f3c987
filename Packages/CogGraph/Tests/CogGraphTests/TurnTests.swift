@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Turns")
struct TurnTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    #if DEBUG
        @Test("TURN-1: a turn goes by its calling function unless it is named")
        func turnNames() {
            var warnings: [String] = []
            cogs.context.onDiagnostic = { warnings.append($0) }
            let source = Cog<Int>.Manual { 0 }
            let cogs = cogs
            func countUp(_ n: Int) { cogs.turn(source, to: n) }
            _ = cogs.context.register("loop") { c in
                let n = c[source]
                if n > 0, n < 64 { countUp(n + 1) }
            }
            cogs.turn(name: "begin") { c in c[source] = 1 }
            #expect(warnings.first?.contains("loop → countUp(_:)") == true)
        }
    #endif

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

    @Test("TURN-5: a writer used after its turn, also in a later one, traps, naming the turn")
    func endedWriter() async {
        let afterAll = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let source = Cog<Int>.Manual { 0 }
                let stolen = UnsafeMutablePointer<Writer>.allocate(capacity: 1)
                cogs.turn(name: "rename") { c in steal(&c, to: stolen) }
                stolen.pointee[source] = 1
            }
        }
        #expect(message(afterAll).contains("the writer of turn 'rename' was used after its turn"))
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let source = Cog<Int>.Manual { 0 }
                let stolen = UnsafeMutablePointer<Writer>.allocate(capacity: 1)
                cogs.turn(name: "rename") { c in steal(&c, to: stolen) }
                cogs.turn(name: "later") { _ in _ = stolen.pointee[source.readOnly] }
            }
        }
        #expect(message(result).contains("the writer of turn 'rename' was used after its turn"))
        #expect(message(result).contains("open another turn to write later"))
    }

    @Test("TURN-5: a reader used after its run traps before it records anything, naming whose it was")
    func endedReader() async {
        let inSelector = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let (source, other) = (Cog<Int>.Manual { 0 }, Cog<Int>.Manual { 0 })
                let stolen = UnsafeMutablePointer<Reader>.allocate(capacity: 1)
                let sum = CogBox<Int, Int>(name: "sum") { c, key in
                    steal(&c, to: stolen)
                    return c[source] + key
                }
                _ = cogs.peek(sum[2])
                _ = stolen.pointee[other]
            }
        }
        #expect(message(inSelector).contains("the reader of 'sum[2]' was used after its run"))
        let inReaction = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let source = Cog<Int>.Manual { 0 }
                let stolen = UnsafeMutablePointer<Reader>.allocate(capacity: 1)
                _ = cogs.context.register("thief") { c in steal(&c, to: stolen) }
                _ = stolen.pointee[source]
            }
        }
        #expect(message(inReaction).contains("the reader of 'thief' was used after its run"))
        #expect(message(inReaction).contains("read what later work needs before it ends"))
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
        #expect(message(result).contains("turn 'sneak' was asked for while 'bad[k]' computes"))
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
}

private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Copies what cannot be copied, as no safe code can.
private func steal<Lent: ~Copyable>(_ lent: inout Lent, to place: UnsafeMutablePointer<Lent>) {
    withUnsafeMutablePointer(to: &lent) { lent in
        UnsafeMutableRawPointer(place).copyMemory(from: lent, byteCount: MemoryLayout<Lent>.size)
    }
}
