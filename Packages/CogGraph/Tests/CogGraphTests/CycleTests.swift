import Testing

@_spi(Mechanisms) @testable import CogGraph

@MainActor
@Suite("Cycles")
struct CycleTests {
    private let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("DECL-6, GRAPH-4: a cycle that a condition closes late traps with names and keys")
    func lateCycleTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let cogs = Cogs.assemble()
                let loop = Loop()
                _ = cogs.peek(loop.far[3])
                cogs.turn(loop.isClosed, to: true)
                _ = cogs.peek(loop.far[3])
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a cycle: 'near[3]' → 'far[3]' → 'near[3]'."))
    }

    @Test("GRAPH-4: a cycle on first demand traps with the whole path, and nothing before it")
    func coldCycleTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let ring = Ring()
                let entry = Cog<Int>(name: "entry") { c in c[ring[0]] }
                _ = Cogs.assemble().peek(entry)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a cycle: 'ring[0]' → 'ring[1]' → 'ring[2]' → 'ring[0]'."))
    }

    @Test("GRAPH-4: a cog that peeks itself is a cycle")
    func peekTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let holder = Holder()
                let own = Cog<Int>(name: "own") { c in holder.cog.map { c.peek($0) } ?? 0 }
                holder.cog = own
                _ = Cogs.assemble().peek(own)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a cycle: 'own' → 'own'."))
    }

    @Test("GRAPH-4: a hook takes the message, and the closing read answers with the last value")
    func hook() {
        let loop = Loop()
        var messages: [String] = []
        cogs.context.onCycle(standingIn: []) { messages.append($0) }
        #expect(cogs.peek(loop.far[3]) == 1)
        cogs.turn(loop.isClosed, to: true)
        #expect(messages.isEmpty)
        #expect(cogs.peek(loop.far[3]) == 2)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("'near[3]' → 'far[3]' → 'near[3]'") == true)
    }

    @Test("GRAPH-4: each demand reports a cycle that is still there")
    func everyDemand() {
        let loop = Loop()
        var reports = 0
        cogs.context.onCycle(standingIn: [0]) { _ in reports += 1 }
        cogs.turn(loop.isClosed, to: true)
        _ = cogs.peek(loop.far[1])
        _ = cogs.peek(loop.far[1])
        #expect(reports == 2)
    }

    @Test("GRAPH-5: a cleared condition leaves a graph that works, whichever row was read first")
    func recovers() {
        for isFarFirst in [true, false] {
            let loop = Loop()
            cogs.context.onCycle(standingIn: []) { _ in }
            _ = cogs.peek(loop.far[3])
            // Both rows run again here, so either may make the closing read.
            cogs.turn { c in
                c[loop.isClosed] = true
                c[loop.step] = 10
            }
            _ = isFarFirst ? cogs.peek(loop.far[3]) : cogs.peek(loop.near[3])
            cogs.context.engine.checkInvariants()
            cogs.turn(loop.isClosed, to: false)
            #expect(cogs.peek(loop.far[3]) == 10)
            #expect(cogs.peek(loop.near[3]) == 0)
            cogs.turn(loop.step, to: 20)
            #expect(cogs.peek(loop.far[3]) == 20)
        }
    }

    @Test("GRAPH-5: a cog whose peek closed the cycle is computed anew as well")
    func peekRecovers() {
        let (isClosed, base, step) = (
            Cog<Bool>.Manual { false }, Cog<Int>.Manual { 1 }, Cog<Int>.Manual { 0 }
        )
        let holder = Holder()
        let first = Cog<Int> { c in
            guard c[isClosed], let peeking = holder.cog else { return c[base] }
            return c[peeking]
        }
        let peeking = Cog<Int> { c in c[step] + c.peek(first) }
        holder.cog = peeking
        cogs.context.onCycle(standingIn: []) { _ in }
        _ = [cogs.peek(first), cogs.peek(peeking)]
        cogs.turn { c in
            c[isClosed] = true
            c[step] = 10
        }
        _ = cogs.peek(first)
        cogs.turn { c in
            c[isClosed] = false
            c[base] = 5
        }
        #expect(cogs.peek(peeking) == 15)
    }

    @Test("GRAPH-5: a reaction that read a cycle runs when the cycle is gone, and rests after")
    func reactionRecovers() {
        let loop = Loop()
        let other = Cog<Int>.Manual { 0 }
        var seen: [Int] = []
        cogs.context.onCycle(standingIn: []) { _ in }
        _ = cogs.context.register("log") { c in seen.append(c[loop.far[3]]) }
        cogs.turn(loop.isClosed, to: true)
        cogs.turn { c in
            c[loop.isClosed] = false
            c[loop.step] = 5
        }
        #expect(seen.last == 5)
        let count = seen.count
        cogs.turn(other, to: 1)
        #expect(seen.count == count)
    }
}

/// Two keyed rows that read each other once a condition says so.
@MainActor
private struct Loop {
    let isClosed = Cog<Bool>.Manual(name: "isClosed") { false }
    let step = Cog<Int>.Manual(name: "step") { 1 }
    let near: CogBox<Int, Int>
    let far: CogBox<Int, Int>

    init() {
        let holder = Holder()
        let (isClosed, step) = (isClosed, step)
        near = CogBox<Int, Int>(name: "near") { c, n in
            guard c[isClosed], let far = holder.box else { return 0 }
            return c[far[n]]
        }
        let near = near
        far = CogBox<Int, Int>(name: "far") { c, n in c[step] + c[near[n]] }
        holder.box = far
    }
}

@MainActor
private struct Ring {
    private let box: CogBox<Int, Int>

    init() {
        let holder = Holder()
        box = CogBox<Int, Int>(name: "ring") { c, n in
            holder.box.map { c[$0[(n + 1) % 3]] } ?? 0
        }
        holder.box = box
    }

    subscript(n: Int) -> CogBox<Int, Int>.Element { box[n] }
}

@MainActor
private final class Holder {
    var box: CogBox<Int, Int>?
    var cog: Cog<Int>?
}
