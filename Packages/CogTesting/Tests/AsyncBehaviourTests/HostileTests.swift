@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Work that does what it should not")
struct HostileTests {
    private let cogs = Cogs.forTesting()
    private let count = Cog<Int>.Manual(name: "count") { 0 }
    private let gate = ControlledWork<Void>()

    @Test("ASYNC-3: work that writes and reads does so between the graph's own steps")
    func turns() async {
        let (cogs, count, gate) = (cogs, count, gate)
        let page = Cog<Int>.Async(default: 0, name: "page") { c in
            let before = c[count]
            return Work.run {
                try await gate.run()
                if before == 0 { cogs.turn(count, to: 7, name: "write") }
                return cogs.peek(count)
            }
        }
        _ = cogs[page]
        let number = cogs.lastTurn
        // Its own write chose anew: what it gives comes from the choice before.
        #expect(await gate.nextRun().succeed(()) == false)
        #expect(cogs.turns(after: number) == ["write", "pending page (unchanged)"])
        #expect(await gate.nextRun().succeed(()))
        #expect(cogs[page] == 7)
    }

    @Test("ASYNC-7: work that refreshes its own cog takes its own place")
    func refreshesItself() async {
        let (cogs, gate) = (cogs, gate)
        let ring = Loop<Int>()
        var runs = 0
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            Work.run {
                try await gate.run()
                runs += 1
                if runs == 1 { ring.refresh = ring.cog.map { cogs.refresh($0) } }
                return runs
            }
        }
        ring.cog = page
        let first = cogs.refresh(page)
        #expect(await gate.nextRun().succeed(()) == false)
        #expect(await first.outcome.text == "superseded")
        #expect(await gate.nextRun().succeed(()))
        #expect(await ring.refresh?.outcome.text == "success 2")
        #expect(cogs.peek(page) == 2)
    }

    @Test("LIFE-5: work that discards its own cog publishes nothing, and the next demand starts anew")
    func discardsItself() async {
        let (cogs, gate) = (cogs, gate)
        let ring = Loop<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            Work.run {
                try await gate.run()
                if let cog = ring.cog { cogs.discard(cog) }
                ring.cog = nil
                return 5
            }
        }
        ring.cog = page
        let refresh = cogs.refresh(page)
        #expect(await gate.nextRun().succeed(()) == false)
        #expect(await refresh.outcome.text == "released")
        #expect(cogs.census(of: page).count == 0)
        #expect(cogs.peek(page) == 0)
        #expect(await gate.nextRun().succeed(()))
        #expect(cogs.peek(page) == 5)
    }

    @Test(
        "CTX-3: work that drops its context's last handle ends it, and publishes what it gave at most before")
    func dropsContext() async {
        final class Holder { var cogs: Cogs? }
        let (holder, gate) = (Holder(), gate)
        holder.cogs = Cogs.forTesting()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            Work.run {
                holder.cogs = nil
                try await gate.run()
                return 5
            }
        }
        let refresh = holder.cogs?.refresh(page)
        await withCheckedContinuation { done in holder.cogs?.onTearDown { done.resume() } }
        #expect(await refresh?.outcome.text == "released")
        let run = await gate.nextRun()
        #expect(run.isCancelled)
        #expect(await run.succeed(()) == false)
    }

    @Test("ASYNC-3: work that hops to other threads and back gives its result on the MainActor")
    func hops() async {
        let page = Cog<[Int]>.Async(default: [], name: "page") { _ in
            Work.run {
                let first = await Task.detached { 1 }.value
                MainActor.assertIsolated()
                return await withTaskGroup(of: Int.self) { group in
                    for number in 2..<5 { group.addTask { number } }
                    var all = [first]
                    for await number in group { all.append(number) }
                    return all.sorted()
                }
            }
        }
        #expect(await cogs.refresh(page).outcome.text == "success [1, 2, 3, 4]")
        #expect(cogs.peek(page) == [1, 2, 3, 4])
    }

    @Test("ASYNC-6: a stream fed from other threads is taken in on the MainActor, in its order")
    func fedFromOutside() async {
        let (numbers, feed) = AsyncStream.makeStream(of: Int.self)
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.stream { numbers } }
        var seen: [Int] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.watch(page, initial: .skip) { seen.append($1) } }
        ])
        for number in 1...20 {
            let turn = Task { await cogs.nextTurn() }
            await Task {}.value
            _ = await Task.detached { feed.yield(number) }.value
            await turn.value
        }
        #expect(seen == Array(1...20))
    }

    @Test("ASYNC-6: a stream that goes on after it was cancelled is not listened to, however often it yields")
    func yieldsAfterCancel() async {
        let stream = ControlledStream<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.stream { stream.elements() } }
        _ = cogs.peek(page)
        let pass = await stream.nextPass()
        cogs.discard(page)
        #expect(pass.isCancelled)
        let number = cogs.lastTurn
        for _ in 0..<3 { #expect(await pass.yield(1) == false) }
        await pass.finish()
        #expect(cogs.turns(after: number) == [])
    }

    @Test("MECH-11: what superseded work captured goes where it may write, not while its selector runs")
    func capturedLast() async {
        let (cogs, count) = (cogs, count)
        let query = Cog<Int>.Manual(name: "query") { 0 }
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page", policy: .exhaustLatest) { c in
            _ = c[query]
            let parting = Parting { cogs.turn(count, to: cogs.peek(count) + 1, name: "parting") }
            return RunWork.run {
                defer { withExtendedLifetime(parting) {} }
                return try await work.run()
            }
        }
        _ = cogs[page]
        let first = await work.nextRun()
        for number in 1...3 { cogs.turn(query, to: number, name: "type") }
        #expect(cogs.peek(count) == 2)
        await first.succeed(1)
        await work.nextRun().succeed(2)
        #expect(cogs.peek(count) == 4)
        #expect(cogs[page] == 2)
    }

    @Test("ASYNC-7: a refresh whose choice a cycle's hook took is superseded: it may not hold")
    func refreshMeetsCycle() async {
        let (cogs, isLoop, knot) = (cogs, Cog<Bool>.Manual(name: "isLoop") { false }, Knot())
        knot.page = Cog<Int>.Async(default: 0, name: "page") { [unowned knot] c in
            let value = c[isLoop] ? c[knot.above] : 1
            return Work.run { value }
        }
        knot.above = Cog<Int>(name: "above") { [unowned knot] c in c[knot.page] }
        _ = cogs.peek(knot.page)
        cogs.turn(isLoop, to: true)
        var messages = 0
        cogs.onCycle { _ in messages += 1 }
        let refresh = cogs.refresh(knot.page)
        #expect(messages == 1)
        #expect(await refresh.outcome.text == "superseded")
        knot.above = Cog { _ in 0 }
    }

    @Test("CTX-3: a refresh asked of a context that was torn down is released at once")
    func refreshAfterTearDown() async {
        var cogs: Cogs? = Cogs.forTesting()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { 1 } }
        guard let context = cogs?.context else { return }
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        #expect(context.refresh(page).knownOutcome?.text == "released")
        #expect(context.rowCount == 0)
    }

    @Test("TURN-7: a refresh asked for by a reaction is a turn of its own, caused by it")
    func refreshInReaction() async {
        let (count, work) = (count, ControlledWork<Int>())
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(count, initial: .skip, name: "reload") { _, _ in m.refresh(page) }
            }
        ])
        let number = cogs.lastTurn
        cogs.turn(count, to: 1, name: "tap")
        #expect(cogs.turns(after: number) == ["tap", "refresh page (unchanged)"])
        #expect(cogs.history.last?.cause == "Scripted.reload")
        #expect(cogs.history.last?.owner == "Scripted")
        #expect(await work.nextRun().succeed(1))
    }

    @Test("TURN-9: a reaction to the status that refreshes comes to rest at the pending it caused")
    func refreshInStatusReaction() async {
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        var (kinds, warnings) = ([CogStatus<Int>.Kind](), [String]())
        let cogs = Cogs.forTesting(
            seeding: { cogs in cogs.onDiagnostic { warnings.append($0) } },
            mechanisms: [
                Scripted { m in
                    m.run(name: "poll") { c in
                        kinds.append(c.status[page].kind)
                        m.refresh(page)
                    }
                }
            ])
        // The first choice never begins: its refresh took its place in the same breath.
        #expect(kinds == [.pending])
        await work.nextRun().succeed(1)
        #expect(kinds == [.pending, .success, .pending])
        await work.nextRun().fail(Failed("offline"))
        #expect(kinds == [.pending, .success, .pending, .failure, .pending])
        #expect(warnings == [])
        #expect(cogs.peek(page) == 1)
    }

    #if DEBUG
        @Test("TURN-9: reactions that keep each other awake over two statuses are warned of, and go on")
        func statusLoop() async {
            let trigger = Cog<Int>.Manual(name: "trigger") { 0 }
            let page = Cog<Int>.Async(default: 0, name: "page", policy: .queue) { c in
                _ = c[trigger]
                return RunWork.run { 1 }
            }
            var warnings: [String] = []
            let cogs = Cogs.forTesting(
                seeding: { cogs in cogs.onDiagnostic { warnings.append($0) } },
                mechanisms: [
                    Scripted { m in
                        m.run(name: "loop") { c in
                            let turns = c[trigger]
                            _ = c.status[page]
                            if turns > 0, turns < 100 { m.turn(trigger, to: turns + 1, name: "again") }
                        }
                    }
                ])
            cogs.turn(trigger, to: 1, name: "start")
            #expect(cogs.peek(trigger) == 100)
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains("Scripted.loop → again") == true)
        }
    #endif

    @Test("UI-2: several readers of one status are each told of the fields they read, through one boundary")
    func severalReaders() async {
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let (cogs, log) = (cogs, Log())
        func observe(_ name: String, _ read: @escaping @MainActor (ObservedStatus<Int>) -> Void) {
            withObservationTracking {
                read(cogs.status[page])
            } onChange: {
                MainActor.assumeIsolated { log.lines.append(name) }
            }
        }
        for reader in 1...3 { observe("spinner \(reader)") { _ = $0.isLoading } }
        observe("title") { _ = $0.value }
        observe("both") {
            _ = $0.value
            _ = $0.error
        }
        await work.nextRun().succeed(0)
        #expect(log.lines.sorted() == ["spinner 1", "spinner 2", "spinner 3"])
        log.lines = []
        cogs.refresh(page)
        await work.nextRun().fail(Failed("offline"))
        #expect(log.lines == ["both"])
        #expect(cogs.boundaryCount == 1)
    }

    @Test("REACT-4: who reads a status in UI is told and exports are offered before any reaction to it")
    func order() async {
        let work = ControlledWork<Int>()
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { try await work.run() } }
        let log = Log()
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.run { c in log.lines.append("reacted to \(c.status[page].kind)") } }
        ])
        let run = await work.nextRun()
        withObservationTracking {
            _ = (cogs.status[page].kind, cogs[page])
        } onChange: {
            MainActor.assumeIsolated { log.lines.append("told, and it says \(cogs.status.peek(page).kind)") }
        }
        log.lines = []
        await run.succeed(1)
        #expect(log.lines == ["told, and it says success", "reacted to success"])
    }

    @Test("TEST-1: controlled work that no cog chose ends without a verdict, and a task beside the run too")
    func beside() async throws {
        let work = ControlledWork<Int>()
        let plain = Task { try await work.run() }
        #expect(await work.nextRun().succeed(4) == false)
        #expect(try await plain.value == 4)
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            Work.run {
                async let one = work.run()
                async let other = work.run()
                return try await one + other
            }
        }
        let refresh = cogs.refresh(page)
        #expect(await work.nextRun().succeed(1) == false)
        #expect(await work.nextRun().succeed(2) == false)
        #expect(await refresh.outcome.text == "success 3")
        let stream = ControlledStream<Int>()
        let reader = Task {
            var sum = 0
            for try await number in stream.elements() { sum += number }
            return sum
        }
        let pass = await stream.nextPass()
        #expect(await pass.yield(2))
        #expect(await pass.yield(3))
        await pass.finish()
        #expect(try await reader.value == 5)
    }
}

/// A cog that its own work has to know.
@MainActor
private final class Loop<Value> {
    var cog: Cog<Value>.Async?
    var refresh: CogRefresh<Value>?
}

/// Two states that read each other.
@MainActor
private final class Knot {
    var page = Cog<Int>.Async(default: 0) { _ in Work.run { 0 } }
    var above = Cog<Int> { _ in 0 }
}
