import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Scopes for each member of a collection")
struct CollectionScopeTests {
    private let open = Cog<[Int]>.Manual(name: "open") { [] }
    private let query = CogBox<String, Int>.Manual(name: "query") { "" }
    private let log = Log()

    private func player() -> Cogs {
        let (open, query, log) = (open, query, log)
        return Cogs.forTesting(mechanisms: [
            Scripted("Player") { m in
                m.scope(each: open, name: "presentation") { id, s in
                    log.note("open \(id)")
                    let parting = Parting { log.note("close \(id)") }
                    s.watch(query[id], initial: .skip, name: "search") { _, text in
                        _ = parting
                        log.note("search \(id) \(text)")
                    }
                }
            }
        ])
    }

    @Test("MECH-7: members that come open in the collection's order; one that stays keeps its own scope")
    func arriving() {
        let cogs = player()
        cogs.turn(open, to: [3, 1, 2])
        #expect(log.take() == ["open 3", "open 1", "open 2"])
        cogs.turn(open, to: [3, 1, 2, 9])
        #expect(log.take() == ["open 9"])
        cogs.turn(query[1], to: "cat")
        #expect(log.take() == ["search 1 cat"])
    }

    @Test("MECH-7: order means nothing")
    func reordering() {
        let cogs = player()
        cogs.turn(open, to: [1, 2, 3])
        _ = log.take()
        cogs.turn(open, to: [3, 1, 2])
        #expect(log.take() == [])
    }

    @Test("MECH-7: members that went retire first, in the order they were opened")
    func leaving() async {
        let (open, log) = (open, log)
        var controllers: [Int: MechanismController] = [:]
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.scope(each: open, name: "p") { id, s in
                    log.note("open \(id)")
                    controllers[id] = s
                    s.task(name: "t") {
                        await withTaskCancellationHandler {
                            let (never, _) = AsyncStream.makeStream(of: Void.self)
                            for await _ in never {}
                        } onCancel: {
                            MainActor.assumeIsolated {
                                // All that leave have lost their rights before the first is torn down.
                                let live = controllers.filter { $0.value.ifLive { _ in true } == true }
                                log.note("close \(id), live \(live.keys.sorted())")
                            }
                        }
                    }
                }
            }
        ])
        cogs.turn(open, to: [5, 4, 3, 2])
        await Task {}.value
        _ = log.take()
        cogs.turn(open, to: [7, 2])
        #expect(
            log.take() == [
                "close 5, live [2]", "close 4, live [2]", "close 3, live [2]", "open 7",
            ])
    }

    @Test("MECH-9: a member that leaves and returns in one turn never left; in two it is another lifetime")
    func returning() {
        let cogs = player()
        cogs.turn(open, to: [1, 2])
        _ = log.take()
        cogs.turn { [open] c in
            c[open] = [2]
            c[open] = [2, 1]
        }
        #expect(log.take() == [])
        cogs.turn(open, to: [2])
        cogs.turn(open, to: [2, 1])
        #expect(log.take() == ["close 1", "open 1"])
    }

    @Test("MECH-5: a member's scope carries its identity")
    func names() {
        let cogs = player()
        cogs.turn(open, to: [42])
        cogs.turn(query[42], to: "cat")
        #expect(cogs.history.last?.reactions == ["Player.presentation[42].search"])
    }

    @Test("MECH-3: an identity that is there twice traps, naming mechanism, scope and identity")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let open = Cog<[Int]>.Manual(name: "open") { [7, 8, 7] }
                _ = Cogs.forTesting(mechanisms: [
                    Scripted("Player") { m in m.scope(each: open, name: "presentation") { _, _ in } }
                ])
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("scope 'Player.presentation' was given the identity 7 twice"))
    }

    @Test("MECH-3: one that stays and is there twice traps too")
    func twiceStaying() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let open = Cog<[Int]>.Manual(name: "open") { [7] }
                let cogs = Cogs.forTesting(mechanisms: [
                    Scripted("Player") { m in m.scope(each: open, name: "presentation") { _, _ in } }
                ])
                cogs.turn(open, to: [7, 7])
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("was given the identity 7 twice"))
    }

    @Test("MECH-7: a turn that does not change the collection looks at no member")
    func unchanged() {
        final class Counter { var hashes = 0 }
        struct Identity: Hashable {
            let number: Int
            nonisolated(unsafe) static var hashes = 0
            static func == (a: Identity, b: Identity) -> Bool { a.number == b.number }
            func hash(into hasher: inout Hasher) {
                Identity.hashes += 1
                hasher.combine(number)
            }
        }
        let members = Cog<[Identity]>.Manual(name: "members") { [] }
        let other = Cog<Int>.Manual(name: "other") { 0 }
        var opened = 0
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(each: members, name: "p") { _, _ in opened += 1 } }
        ])
        cogs.turn(members, to: (0..<10_000).map { Identity(number: $0) })
        #expect(opened == 10_000)
        Identity.hashes = 0
        cogs.turn(other, to: 1)
        cogs.turn(members, to: (0..<10_000).map { Identity(number: $0) })
        #expect(Identity.hashes == 0)
        cogs.turn { c in c[members].append(Identity(number: 10_000)) }
        #expect(opened == 10_001)
        #expect(Identity.hashes <= 10_004)
    }

    @Test("MECH-7: members that do not equal themselves do not gather: each look costs what the first did")
    func unequalMembers() {
        struct Identity: Hashable {
            nonisolated(unsafe) static var hashes = 0
            static func == (a: Identity, b: Identity) -> Bool { false }
            func hash(into hasher: inout Hasher) { Identity.hashes += 1 }
        }
        let members = Cog<[Identity]>.Manual(name: "members", equals: { _, _ in false }) { [Identity()] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(each: members, name: "p") { _, _ in } }
        ])
        func look() -> Int {
            Identity.hashes = 0
            cogs.turn(members, to: [Identity()])
            return Identity.hashes
        }
        let first = look()
        for _ in 0..<40 { _ = look() }
        #expect(look() == first)
    }

    @Test("MECH-7: a set, or any collection, may name the members")
    func sets() {
        let log = log
        let tags = Cog<Set<String>>.Manual(name: "tags") { [] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.scope(each: tags) { tag, _ in log.note("open \(tag)") } }
        ])
        cogs.turn(tags, to: ["a"])
        cogs.turn(tags, to: ["a", "b"])
        #expect(log.take() == ["open a", "open b"])
    }
}
