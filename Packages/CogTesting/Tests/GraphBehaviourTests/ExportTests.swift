@_spi(Mechanisms) import CogGraph
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

    @Test("EXP-1: a loop on another thread reads every value, and its break ends the lease")
    func otherThread() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let values = cogs.values(of: twice, buffering: .unbounded)
        let reader = Task.detached {
            var seen: [Int] = []
            for await value in values {
                seen.append(value)
                if value == 8 { break }
            }
            return seen
        }
        for value in 2...4 { cogs.turn(source, to: value) }
        #expect(await reader.value == [2, 4, 6, 8])
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
        cogs.turn(source, to: 9)
    }

    @Test("EXP-1: a loop cancelled on another thread ends, and its lease with it")
    func cancelledElsewhere() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let values = cogs.values(of: twice)
        let (began, begin) = AsyncStream<Void>.makeStream()
        let loop = Task.detached {
            for await _ in values { begin.yield() }
        }
        for await _ in began { break }
        await Task.detached { loop.cancel() }.value
        await loop.value
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
    }

    @Test("EXP-1: a sequence that nobody ever reads ends its lease when it is dropped, and keeps no value")
    func neverRead() async {
        final class Value {}
        weak var last: Value?
        let held = Cog<Value>.Manual(lifetime: .whileObserved(resetToInitial: true)) { Value() }
        do {
            let values = cogs.values(of: held, buffering: .unbounded)
            for _ in 0..<10 { cogs.turn(held, to: Value()) }
            do {
                let value = Value()
                last = value
                cogs.turn(held, to: value)
            }
            #expect(last != nil)
            _ = consume values
        }
        await cogs.exportsEnded()
        cogs.discard(held)
        #expect(cogs.census(of: held).count == 0)
        #expect(last == nil)
    }

    @Test("EXP-1: sequences of one state are independent, and the state is kept until the last ends")
    func several() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let first = cogs.values(of: twice, buffering: .unbounded)
        var second: CogValues<Int>? = cogs.values(of: twice, buffering: .oldest(1))
        cogs.turn(source, to: 2)
        var seen: [Int?] = []
        do {
            var (one, two) = (first.makeAsyncIterator(), second?.makeAsyncIterator())
            for _ in 0..<2 { seen.append(await one.next()) }
            seen.append(await two?.next())
        }
        second = nil
        await cogs.exportsEnded()
        #expect(seen == [2, 4, 2])
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
    }

    @Test("EXP-1: loops on other threads, ended in every way while turns run, leave no lease")
    func manyThreads() async {
        let twice = Cog(name: "twice") { [source] c in c[source] * 2 }
        let bufferings: [CogBuffering] = [.unbounded, .newest(1), .oldest(2)]
        var loops: [(buffering: CogBuffering, task: Task<[Int], Never>)] = []
        var unread: [CogValues<Int>] = []
        for n in 0..<60 {
            let (buffering, last) = (bufferings[n % 3], n % 2 == 0 ? 2 + n * 4 : .max)
            let values = cogs.values(of: twice, buffering: buffering)
            let task = Task.detached {
                var seen: [Int] = []
                for await value in values {
                    seen.append(value)
                    if value >= last { break }
                }
                return seen
            }
            loops.append((buffering, task))
            unread.append(cogs.values(of: twice, buffering: buffering))
        }
        // The turns follow one another here while the loops run and end elsewhere.
        _ = cogs.context.register("ending") { [source] c in
            let round = c[source]
            if round > 1, round % 2 == 0, round / 2 < 60 { loops[round / 2].task.cancel() }
            if round % 3 == 0, let dropped = unread.popLast() {
                Task.detached { withExtendedLifetime(dropped) {} }
            }
        }
        for round in 2...300 { cogs.turn(source, to: round) }
        unread = []
        for (buffering, task) in loops {
            task.cancel()
            let seen = await task.value
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
            #expect(seen.allSatisfy { (2...600).contains($0) && $0 % 2 == 0 })
            switch buffering {
            case .unbounded: #expect(seen == seen.indices.map { 2 + 2 * $0 })
            case .oldest: #expect(seen.isEmpty || seen[0] == 2)
            case .newest: break
            }
        }
        await cogs.exportsEnded()
        #expect(cogs.census(of: twice).rows.first?.keepers == [.grace(until: .seconds(30))])
        #expect(cogs.context.exportCount == 0)
        cogs.context.checkInvariants()
    }

    @Test("REACT-4: a sequence that a reaction ends has been offered the change that woke the reaction")
    func endedByReaction() async {
        var end: (@MainActor () -> Void)?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in m.watch(source, initial: .skip) { _, _ in end?() } }
        ])
        let context = cogs.context
        let (values, slot) = context.values(of: source, buffering: .unbounded)
        end = { if let slot { context.endExport(slot) } }
        cogs.turn(source, to: 2)
        cogs.turn(source, to: 3)
        var seen: [Int] = []
        for await value in values { seen.append(value) }
        #expect(seen == [1, 2])
    }

    @Test("EXP-1, REACT-4: it is offered a value before any reaction runs, and once a turn")
    func offeredFirst() async {
        let log = Log()
        var values: CogValues<Int>?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { [source] m in
                m.watch(source, initial: .skip) { _, new in
                    log.lines.append("reaction \(new)")
                    values = m.values(of: source, buffering: .unbounded)
                }
            }
        ])
        cogs.turn { [source] c in
            c[source] = 2
            c[source] = 3
        }
        cogs.turn(source, to: 3)
        var iterator = values?.makeAsyncIterator()
        #expect(await iterator?.next() == 3)
        #expect(log.lines == ["reaction 3"])
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
