import CogArena
import Testing

/// What an arena does with callers who come at the wrong time, or with a slot of the past.
@Suite("Calls at the wrong time")
struct MisuseTests {
    private let arena = Arena()
    private let source = Family<Int, Int>(source: "source", equals: ==) { $0 }

    private func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("a commit in a selector traps, naming it")
    func commitInSelector() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let bad = Family<Int, Int>(derived: "bad", equals: ==) { _, key in
                arena.commit()
                return key
            }
            _ = arena.value(of: bad, 3)
        }
        #expect(message(result).contains("commit() was called while 'bad[3]' runs"))
        #expect(message(result).contains("commit when it is over"))
    }

    @Test("a commit in a watcher traps, naming it")
    func commitInWatcher() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            arena.watch("bad") { _ in arena.commit() }
        }
        #expect(message(result).contains("commit() was called while 'bad' runs"))
    }

    @Test("removing everything in a selector, an equality rule and a watcher traps, naming it")
    func removeAll() async {
        let inSelector = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let bad = Family<Int, Int>(derived: "bad", equals: ==) { _, key in
                arena.removeAll()
                return key
            }
            _ = arena.value(of: bad, 3)
        }
        #expect(message(inSelector).contains("removeAll() was called while 'bad[3]' runs"))
        let inRule = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let bad = Family<Int, Int>(
                source: "bad",
                equals: { _, _ in
                    arena.removeAll()
                    return false
                }
            ) { $0 }
            arena.stage(1, in: bad, 3)
            arena.commit()
        }
        #expect(message(inRule).contains("while the equality rule of 'bad[3]' runs"))
        let inWatcher = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            arena.watch("bad") { _ in arena.removeAll() }
        }
        #expect(message(inWatcher).contains("removeAll() was called while 'bad' runs"))
        #expect(message(inWatcher).contains("Call it when the arena is at rest."))
    }

    @Test("what a watcher's body holds last may add and end watchers as it goes")
    func watcherEnds() {
        final class Parting {
            let action: () -> Void
            init(_ action: @escaping () -> Void) { self.action = action }
            deinit { action() }
        }
        var ran: [String] = []
        func add(_ name: String, _ action: @escaping () -> Void) -> Slot {
            let parting = Parting(action)
            return arena.watch(name) { [source] t in
                withExtendedLifetime(parting) { ran.append("\(name) saw \(t.read(source, 1))") }
            }
        }
        let second = add("second") {}
        let first = add("first") { [arena, source] in
            #expect(arena.release(second))
            arena.watch("third") { t in ran.append("third saw \(t.read(source, 1))") }
        }
        ran = []
        #expect(arena.release(first))
        arena.stage(5, in: source, 1)
        arena.commit()
        #expect(ran == ["third saw 1", "third saw 5"])
        var gone = 0
        _ = add("last") { [arena] in gone = arena.count }
        arena.removeAll()
        #expect(gone == 0)
        #expect(arena.count == 0)
    }

    @Test("LIFE-4: nothing is asked of a stale slot, and nothing told of the row in its place")
    func staleSlots() {
        let old = arena.slot(of: source, 1)
        #expect(arena.release(old))
        let new = arena.slot(of: source, 2)
        arena.engine.setObserved(new, true)
        arena.engine.setMarked(new, true)
        #expect(arena.engine.isObserved(new))
        #expect(!arena.engine.isObserved(old))
        #expect(!arena.engine.isMarked(old))
        #expect(!arena.engine.isObserved(.none))
    }

    @Test("LIFE-4: a stale slot traps where the number of its row is asked for")
    func staleReads() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let arena = Arena()
            let source = Family<Int, Int>(source: "source", equals: ==) { $0 }
            let old = arena.slot(of: source, 1)
            arena.release(old)
            _ = arena.slot(of: source, 2)
            _ = arena.engine.ticket(of: old)
        }
        #expect(message(result).contains("is stale: its row was released. Ask `contains` first."))
    }

    @Test("LIFE-4: what was said to be stale outside does not touch the row in its place, nor a source")
    func markedStale() {
        var runs = 0
        let derived = Family<Int, Int>(derived: "derived", equals: ==) { [source] t, key in
            runs += 1
            return t.read(source, key)
        }
        #expect(arena.value(of: derived, 1) == 1)
        let old = arena.slot(of: derived, 1)
        arena.engine.markStale(old)
        #expect(arena.release(old))
        arena.stage(9, in: source, 2)
        arena.commit()
        #expect(arena.slot(of: source, 2) != old)
        #expect(arena.value(of: source, 2) == 9)
        arena.engine.markStale(arena.slot(of: source, 2))
        arena.commit()
        #expect(arena.value(of: source, 2) == 9)
        #expect(arena.value(of: derived, 2) == 9)
        arena.engine.markStale(arena.slot(of: derived, 2))
        arena.commit()
        #expect(arena.value(of: derived, 2) == 9)
        #expect(runs == 3)
    }

    @Test("HIST-1, LIFE-4: a row that ran and went is left out of a trace, and lends its name to nobody")
    func trace() {
        let derived = Family<Int, Int>(derived: "derived", equals: ==) { [source] t, key in
            t.read(source, key)
        }
        arena.engine.setTracing(true)
        arena.stage(5, in: source, 7)
        arena.commit()
        _ = arena.value(of: derived, 1)
        _ = arena.value(of: derived, 7)
        arena.release(arena.slot(of: derived, 1))
        _ = arena.slot(of: derived, 3)
        let trace = arena.engine.takeTrace()
        let living = (trace.runs.map(\.slot) + trace.writes.map(\.slot)).filter { arena.contains($0) }
        #expect(living.map { arena.engine.name(of: $0) } == ["derived[7]", "source[7]"])
        #expect(arena.engine.takeTrace().isEmpty)
    }
}
