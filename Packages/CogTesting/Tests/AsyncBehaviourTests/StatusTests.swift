import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Pending, success and failure")
struct StatusTests {
    private let cogs = Cogs.forTesting()
    private let zip = Cog<Int>.Manual(name: "zip") { 1 }
    private let work = ControlledWork<String>()

    private func forecast() -> Cog<String>.Async {
        Cog<String>.Async(default: "none", name: "forecast") { [zip, work] c in
            _ = c[zip]
            return Work.run { try await work.run() }
        }
    }

    @Test("ASYNC-3: a value is always there: the default, then the last accepted success")
    func total() async {
        let forecast = forecast()
        #expect(cogs[forecast] == "none")
        await work.nextRun().succeed("sun")
        #expect(cogs[forecast] == "sun")
        cogs.turn(zip, to: 2)
        #expect(cogs[forecast] == "sun")
        await work.nextRun().fail(Failed("offline"))
        #expect(cogs[forecast] == "sun")
    }

    @Test(
        "READ-6: a status says its kind, its value, whether one was ever loaded, its error and whether more comes"
    )
    func fields() async {
        let forecast = forecast()
        var status = cogs.status.peek(forecast)
        #expect(status.kind == .pending)
        #expect(status.value == "none")
        #expect(!status.hasSucceeded)
        #expect(status.error == nil)
        #expect(status.isLoading)
        await work.nextRun().fail(Failed("offline"))
        status = cogs.status.peek(forecast)
        #expect(status.kind == .failure)
        #expect(status.error as? Failed == Failed("offline"))
        #expect(!status.isLoading)
        #expect(!status.hasSucceeded)
        cogs.refresh(forecast)
        status = cogs.status.peek(forecast)
        #expect(status.kind == .pending)
        #expect(status.error == nil)
        await work.nextRun().succeed("sun")
        status = cogs.status.peek(forecast)
        #expect(status.kind == .success)
        #expect(status.value == "sun")
        #expect(status.hasSucceeded)
        #expect(!status.isLoading)
    }

    @Test("ASYNC-9: pending, success and failure are each a named turn")
    func turns() async {
        let forecast = forecast()
        _ = cogs[forecast]
        #expect(cogs.turns() == ["pending forecast (unchanged)"])
        await work.nextRun().succeed("sun")
        #expect(cogs.turns(after: 1) == ["success forecast"])
        cogs.turn(zip, to: 2, name: "move")
        #expect(cogs.turns(after: 2) == ["move", "pending forecast"])
        await work.nextRun().fail(Failed("offline"))
        #expect(cogs.turns(after: 4) == ["failure forecast"])
    }

    @Test("HIST-1: a pending turn names the reaction whose read chose its work, and no other turn does")
    func cause() async {
        let forecast = forecast()
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in m.run(name: "show") { c in _ = c[forecast] } }
        ])
        #expect(cogs.history.map(\.name) == ["pending forecast"])
        #expect(cogs.history.map(\.cause) == ["Scripted.show"])
        await work.nextRun().succeed("sun")
        #expect(cogs.history.last?.cause == nil)
    }

    @Test("ASYNC-10: the first pending turn wakes no reader that saw that pending; a later one does")
    func firstPending() async {
        let forecast = forecast()
        var seen: [String] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.run(name: "show") { c in
                    seen.append("\(c.status[forecast].kind)")
                }
            }
        ])
        #expect(seen == ["pending"])
        await work.nextRun().succeed("sun")
        #expect(seen == ["pending", "success"])
        cogs.turn(zip, to: 2)
        #expect(seen == ["pending", "success", "pending"])
    }

    @Test("ASYNC-5: a retry that fails again with an equal error is two turns to be seen")
    func equalFailure() async {
        let forecast = forecast()
        var seen: [String] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.run(name: "show") { c in seen.append("\(c.status[forecast])") }
            }
        ])
        await work.nextRun().fail(Failed("offline"))
        cogs.refresh(forecast)
        await work.nextRun().fail(Failed("offline"))
        #expect(
            seen == [
                "pending (none)", "failure (offline; none)", "pending (none)",
                "failure (offline; none)",
            ])
        #expect(cogs.turns(after: 2) == ["refresh forecast", "failure forecast"])
    }

    @Test("ASYNC-5: an equal success wakes who reads the status and nobody who reads the value")
    func equalSuccess() async {
        let forecast = forecast()
        var (statuses, values) = (0, 0)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.run(name: "status") { c in
                    _ = c.status[forecast]
                    statuses += 1
                }
                m.run(name: "value") { c in
                    _ = c[forecast]
                    values += 1
                }
            }
        ])
        await work.nextRun().succeed("sun")
        #expect((statuses, values) == (2, 2))
        cogs.refresh(forecast)
        await work.nextRun().succeed("sun")
        #expect((statuses, values) == (4, 2))
    }

    @Test(
        "ASYNC-9: an equal success offers nothing to an export of values and one element to one of statuses")
    func exports() async {
        let forecast = forecast()
        let values = cogs.values(of: forecast, buffering: .unbounded)
        let statuses = cogs.status.values(of: forecast, buffering: .unbounded)
        await work.nextRun().succeed("sun")
        cogs.refresh(forecast)
        await work.nextRun().succeed("sun")
        cogs.refresh(forecast)
        await work.nextRun().succeed("rain")
        var seen: [String] = []
        for await value in values {
            seen.append(value)
            if value == "rain" { break }
        }
        #expect(seen == ["none", "sun", "rain"])
        var kinds: [String] = []
        for await status in statuses {
            kinds.append("\(status)")
            if status.value == "rain" { break }
        }
        #expect(
            kinds == [
                "pending (none)", "success (sun)", "pending (sun)", "success (sun)", "pending (sun)",
                "success (rain)",
            ])
    }

    @Test("UI-2: each field of a status is observed by itself")
    func observedFields() async {
        let forecast = forecast()
        let log = Log()
        func observe(_ name: String, _ read: @escaping @MainActor (ObservedStatus<String>) -> Void) {
            withObservationTracking {
                read(cogs.status[forecast])
            } onChange: {
                MainActor.assumeIsolated { log.lines.append(name) }
            }
        }
        observe("kind") { _ = $0.kind }
        observe("value") { _ = $0.value }
        observe("hasSucceeded") { _ = $0.hasSucceeded }
        observe("error") { _ = $0.error }
        observe("isLoading") { _ = $0.isLoading }
        observe("whole") { _ = $0.whole }
        await work.nextRun().fail(Failed("offline"))
        #expect(log.lines.sorted() == ["error", "isLoading", "kind", "whole"])
        log.lines = []
        observe("isLoading") { _ = $0.isLoading }
        observe("kind") { _ = $0.kind }
        cogs.refresh(forecast)
        #expect(log.lines.sorted() == ["isLoading", "kind"])
        log.lines = []
        observe("isLoading") { _ = $0.isLoading }
        await work.nextRun().succeed("none")
        #expect(log.lines.sorted() == ["hasSucceeded", "isLoading"])
        log.lines = []
        cogs.refresh(forecast)
        observe("isLoading") { _ = $0.isLoading }
        await work.nextRun().succeed("rain")
        #expect(log.lines.sorted() == ["isLoading", "value"])
        #expect(cogs.boundaryCount == 1)
    }

    @Test("READ-6: an idle read that chooses work shows its pending, not the past")
    func coldRead() async {
        let forecast = forecast()
        _ = cogs.peek(forecast)
        await work.nextRun().succeed("sun")
        #expect(cogs.status.peek(forecast).kind == .success)
        cogs.turn(zip, to: 2)
        #expect(work.runs.count == 1)
        #expect(cogs.status.peek(forecast).kind == .pending)
        await work.nextRun().succeed("rain")
        #expect(cogs.peek(forecast) == "rain")
    }

    @Test("TURN-11: a writer sees an async cog's committed value")
    func writer() async {
        let forecast = forecast()
        _ = cogs[forecast]
        await work.nextRun().succeed("sun")
        var seen: [String] = []
        cogs.turn { [zip] c in
            c[zip] = 2
            seen.append(c[forecast])
            seen.append("\(c.status[forecast].kind)")
        }
        #expect(seen == ["sun", "success"])
    }

    @Test("READ-1: a status selector knows its own previous status")
    func current() async {
        var before: [String] = []
        let paged = Cog<Int>.Async(default: 0, name: "paged") { [zip] c in
            before.append(c.curr(CogStatus<Int>.self).map { "\($0)" } ?? "nil")
            let page = c[zip]
            return Work.run { page * 10 }
        }
        _ = cogs[paged]
        await cogs.nextTurn()
        cogs.turn(zip, to: 2)
        #expect(before == ["nil", "success (10)"])
    }
}
