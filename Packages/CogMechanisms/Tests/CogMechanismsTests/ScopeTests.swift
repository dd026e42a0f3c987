@_spi(Mechanisms) import CogGraph
import Testing

@_spi(Mechanisms) @testable import CogMechanisms

@MainActor
@Suite("What a scope holds")
struct ScopeTests {
    private struct Gated: Mechanism {
        let isOn: Cog<Bool>.Manual
        let members: Cog<[Int]>.Manual
        let give: @MainActor (MechanismController) -> Void

        func operate(_ m: MechanismController) {
            give(m)
            m.scope(isOn, name: "one") { s in
                give(s)
                s.run(name: "hold") { _ in }
                s.scope(members.isEmpty, name: "inner") { _ in }
            }
            m.scope(each: members, name: "many") { _, _ in }
        }
    }

    private let isOn = Cog<Bool>.Manual(name: "isOn") { false }
    private let members = Cog<[Int]>.Manual(name: "members") { [] }

    @Test("MECH-7: a scope forgets the scopes that ended, and those forget what they registered")
    func forgets() throws {
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        var given: [MechanismController] = []
        cogs.install([Gated(isOn: isOn, members: members) { given.append($0) }])
        let root = try #require(given.first?.scope)
        for round in 1...3 {
            cogs.turn(isOn, to: true)
            cogs.turn(members, to: [round, round + 1])
            #expect(root.childCount == 3)
            let inner = try #require(given.last?.scope)
            #expect(inner.reactionCount == 2)
            cogs.turn(isOn, to: false)
            #expect(inner.reactionCount == 0)
            #expect(inner.childCount == 0)
            cogs.turn(members, to: [])
            #expect(root.childCount == 0)
        }
        #expect(root.reactionCount == 2)
        cogs.turn(isOn, to: true)
        let last = try #require(given.last?.scope)
        #expect(last.childCount == 1)
        cogs.turn(isOn, to: false)
        #expect(last.childCount == 0)
    }

    @Test("MECH-7: a scope that ended has gone, though a task of it, which heeds no cancellation, goes on")
    func uncooperativeTask() async {
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        weak var scope: Scope?
        var goOn: CheckedContinuation<Void, Never>?
        cogs.install([
            Gated(isOn: isOn, members: members) { m in
                scope = m.scope
                if m.name == "Gated.one" { m.task(name: "t") { await withCheckedContinuation { goOn = $0 } } }
            }
        ])
        cogs.turn(isOn, to: true)
        await Task {}.value
        #expect(scope?.taskCount == 1)
        cogs.turn(isOn, to: false)
        #expect(scope == nil)
        goOn?.resume()
    }

    @Test("CTX-3, MECH-6: a controller that somebody keeps does not keep the context")
    func keptController() async {
        var given: [MechanismController] = []
        weak var context: Context?
        await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
            let cogs = Cogs(context: Context(holdsProductionSlot: false))
            context = cogs.context
            cogs.context.afterClose { closed.resume() }
            cogs.install([Gated(isOn: isOn, members: members) { given.append($0) }])
            cogs.turn(isOn, to: true)
        }
        await Task {}.value
        #expect(given.map { $0.ifLive { _ in true } ?? false } == [false, false])
        #expect(context == nil)
    }

    @Test("MECH-6: a retired scope lets go of its controller, so that work which holds it weakly ends")
    func controller() {
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        weak var last: MechanismController?
        cogs.install([Gated(isOn: isOn, members: members) { last = $0 }])
        cogs.turn(isOn, to: true)
        #expect(last?.name == "Gated.one")
        cogs.turn(isOn, to: false)
        #expect(last == nil)
    }
}

extension Cog.Manual where Value == [Int] {
    fileprivate var isEmpty: Cog<Bool> { Cog<Bool>(name: "isEmpty") { c in c[self].isEmpty } }
}
