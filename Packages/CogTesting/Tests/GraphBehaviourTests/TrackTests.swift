import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@Observable
final class Player: @unchecked Sendable {
    var name = "first"
    var volume = 1
}

@MainActor
@Suite("Following outside models")
struct TrackTests {
    private let cogs = Cogs.forTesting()

    @Test("EXP-2: a change of the model is followed by a system turn that reads the new value")
    func follows() async {
        let player = Player()
        var runs = 0
        let name = Cog<String>(name: "name") { c in
            runs += 1
            return c.track(player, \.name)
        }
        let loud = Cog<String>(name: "loud") { c in c[name].uppercased() }
        #expect(cogs[loud] == "FIRST")
        player.name = "second"
        await cogs.nextTurn()
        #expect(cogs[loud] == "SECOND")
        #expect(cogs.history.last?.isSystem == true)
        #expect(cogs.history.last?.recomputed == ["name", "loud"])
        player.volume = 9
        player.name = "third"
        await cogs.nextTurn()
        #expect(cogs[loud] == "THIRD")
        #expect(runs == 3)
    }

    @Test("EXP-2: a change on another thread is followed too")
    func otherThread() async {
        let player = Player()
        let name = Cog<String>(name: "name") { c in c.track { player.name } }
        #expect(cogs[name] == "first")
        let turn = Task { await cogs.nextTurn() }
        await Task.detached { player.name = "second" }.value
        await turn.value
        #expect(cogs[name] == "second")
    }

    @Test("EXP-2: a reaction may follow a model; several changes before its turn are one")
    func reaction() async {
        let player = Player()
        var seen: [Int] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Following { c in seen.append(c.track(player, \.volume)) }
        ])
        player.volume = 2
        player.volume = 3
        await cogs.nextTurn()
        #expect(seen == [1, 3])
    }

    @Test("EXP-2: what an earlier run followed is past")
    func past() async {
        let player = Player()
        let isOn = Cog<Bool>.Manual(name: "isOn") { true }
        let name = Cog<String>(name: "name") { c in c[isOn] ? c.track(player, \.name) : "off" }
        #expect(cogs[name] == "first")
        cogs.turn(isOn, to: false)
        let turns = cogs.history.count
        player.name = "second"
        cogs.turn(isOn, to: true)
        #expect(cogs[name] == "second")
        player.name = "third"
        await cogs.nextTurn()
        #expect(cogs[name] == "third")
        #expect(cogs.history.count == turns + 2)
    }
}

private struct Following: Mechanism {
    let body: @MainActor (inout Reader) -> Void

    func operate(_ m: MechanismController) { m.run(body) }
}
