import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Values as a sequence")
struct ExportTests {
    private let cogs = Cogs.forTesting()
    private let source = Cog<Int>.Manual(name: "source") { 1 }

    @Test("EXP-1: it starts with the current value and then gives each changed one")
    func values() async {
        let parity = Cog { [source] c in c[source] % 2 }
        let values = cogs.values(of: parity, buffering: .unbounded)
        for value in [3, 5, 2, 4, 7] { cogs.turn(source, to: value) }
        var iterator = values.makeAsyncIterator()
        var seen: [Int?] = []
        for _ in 0..<3 { seen.append(await iterator.next()) }
        #expect(seen == [1, 0, 1])
    }

    @Test(
        "EXP-1: a slow reader misses what its buffering says",
        arguments: [
            (CogBuffering.newest(1), [5]), (.newest(2), [4, 5]), (.oldest(2), [1, 2]),
            (.unbounded, [1, 2, 3, 4, 5]),
        ])
    func buffering(buffering: CogBuffering, expected: [Int]) async {
        let values = cogs.values(of: source, buffering: buffering)
        for value in 2...5 { cogs.turn(source, to: value) }
        var iterator = values.makeAsyncIterator()
        var seen: [Int] = []
        for _ in expected { if let value = await iterator.next() { seen.append(value) } }
        #expect(seen == expected)
    }

    @Test("EXP-1: it keeps its state alive until its loop is broken out of, the sequence held or not")
    func broken() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let values = cogs.values(of: twice)
        for await value in values {
            #expect(value == 2)
            #expect(cogs.census(of: twice).rows.first?.keepers == [.lease("values of twice")])
            break
        }
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
        _ = values
    }

    @Test("EXP-1: a sequence that is dropped, on whatever thread, ends its lease")
    func dropped() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let values = cogs.values(of: twice)
        let holder = Task.detached { _ = values.makeAsyncIterator() }
        await holder.value
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
    }

    @Test("EXP-1: a cancelled loop ends, and its lease with it")
    func cancelled() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let values = cogs.values(of: twice)
        let (began, begin) = AsyncStream<Void>.makeStream()
        let loop = Task {
            for await _ in values { begin.yield() }
        }
        for await _ in began { break }
        loop.cancel()
        await loop.value
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
    }

    @Test("EXP-1: an export made in a turn starts with the committed value (TURN-12)")
    func inTurn() async {
        var iterators: [CogValues<Int>.Iterator] = []
        cogs.turn { [cogs, source] c in
            c[source] = 2
            iterators.append(cogs.values(of: source, buffering: .unbounded).makeAsyncIterator())
        }
        var seen: [Int?] = []
        seen.append(await iterators[0].next())
        seen.append(await iterators[0].next())
        #expect(seen == [1, 2])
    }

    @Test("CTX-3: the context's end is the sequence's")
    func teardown() async {
        var other: Cogs? = Cogs.forTesting()
        let values = other?.values(of: source)
        await withCheckedContinuation { done in
            other?.onTearDown { done.resume() }
            other = nil
        }
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }
}
