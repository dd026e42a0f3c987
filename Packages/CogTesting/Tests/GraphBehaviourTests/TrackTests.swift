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

    @Test("EXP-2: a change of what the latest run did not follow makes nothing run")
    func noLongerFollowed() async {
        let player = Player()
        let isOn = Cog<Bool>.Manual(name: "isOn") { true }
        var runs = 0
        let name = Cog<String>(name: "name") { c in
            runs += 1
            return c[isOn] ? c.track(player, \.name) : "off"
        }
        var reactionRuns = 0
        let cogs = Cogs.forTesting(mechanisms: [
            Following { c in
                reactionRuns += 1
                if c[isOn] { _ = c.track(player, \.volume) }
            }
        ])
        _ = cogs[name]
        cogs.turn(isOn, to: false)
        #expect([runs, reactionRuns] == [2, 2])
        let turns = cogs.history.count
        player.name = "second"
        player.volume = 2
        // Jobs of one actor run in order: behind this one, the changes have been looked at.
        await Task { @MainActor in }.value
        #expect([runs, reactionRuns] == [2, 2])
        #expect(cogs.history.count == turns)
    }

    @Test("EXP-2, LIFE-2: a row that is gone, and a context that is gone, follow nothing")
    func released() async {
        let player = Player()
        var runs = 0
        let name = Cog<String>(name: "name", lifetime: .whileObserved(grace: .zero)) { c in
            runs += 1
            return c.track(player, \.name)
        }
        #expect(cogs.peek(name) == "first")
        let turns = cogs.history.count
        player.name = "second"
        await Task { @MainActor in }.value
        #expect(cogs.history.count == turns)
        await withCheckedContinuation { done in
            let other = Cogs.forTesting()
            _ = other[name]
            other.onTearDown { done.resume() }
        }
        player.name = "third"
        await Task { @MainActor in }.value
        #expect(runs == 2)
    }

    @Test("EXP-2: a row that nobody watches runs when it is read next, not with the change")
    func cold() async {
        let player = Player()
        var runs = 0
        let name = Cog<String>(name: "name") { c in
            runs += 1
            return c.track(player, \.name)
        }
        #expect(cogs.peek(name) == "first")
        player.name = "second"
        await cogs.nextTurn()
        #expect(runs == 1)
        #expect(cogs.peek(name) == "second")
        player.name = "third"
        await cogs.nextTurn()
        #expect(cogs.peek(name) == "third")
        #expect(runs == 3)
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
        // Behind this job, the notice that the first run's registration gave has been looked at.
        await Task { @MainActor in }.value
        #expect(cogs.history.count == turns + 1)
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
