@_spi(Mechanisms) import CogGraph
import Testing

@_spi(Mechanisms) @testable import CogMechanisms

@MainActor
@Suite("Mechanisms")
struct MechanismTests {
    private let source = Cog<Int>.Manual(name: "source") { 0 }

    private func assemble(_ mechanisms: any Mechanism...) -> Cogs {
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        cogs.install(mechanisms)
        return cogs
    }

    @Test("MECH-2: watch delivers old and new; run delivers the current value first")
    func watching() {
        var log: [String] = []
        let source = source
        let cogs = assemble(
            Scripted("W") { m in
                m.watch(source, initial: .skip) { log.append("skip \($0)→\($1)") }
                m.watch(source, initial: .run) { log.append("run \($0)→\($1)") }
            })
        #expect(log == ["run 0→0"])
        cogs.turn(source, to: 2)
        #expect(log == ["run 0→0", "skip 0→2", "run 0→2"])
        cogs.turn(source, to: 3)
        #expect(log.suffix(2) == ["skip 2→3", "run 2→3"])
    }

    #if DEBUG
        @Test("MECH-2: a watch without a name goes by its cog's label and key")
        func watchName() {
            var warnings: [String] = []
            let box = CogBox<Int, String>.Manual(name: "count") { 0 }
            let cogs = assemble(
                Scripted("W") { m in
                    m.watch(box["k"], initial: .skip) { _, n in
                        if n < 70 { m.turn(box["k"], to: n + 1, name: "step") }
                    }
                })
            cogs.context.onDiagnostic = { warnings.append($0) }
            cogs.turn(box["k"], to: 1)
            #expect(warnings.first?.contains("W.count[k] → step") == true)
        }
    #endif

    @Test("MECH-3: a mechanism goes by its type's name less Mechanism")
    func defaultName() {
        #expect(PlainMechanism().name == "Plain")
        #expect(Nested.Mechanism().name == "Mechanism")
    }

    @Test("MECH-3: a duplicate and an empty name trap", arguments: [["A", "A"], [""]])
    func badNames(names: [String]) async {
        // Exit tests capture nothing, so each case spells its own.
        if names.count == 2 {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await MainActor.run {
                    _ = Cogs.assemble(mechanisms: [Scripted("A") { _ in }, Scripted("A") { _ in }])
                }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("two mechanisms are named 'A'"))
        } else {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await MainActor.run { _ = Cogs.assemble(mechanisms: [Scripted("") { _ in }]) }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("mechanism 1 has an empty name"))
        }
    }

    @Test("MECH-4: a task's error is reported once, by its composed name")
    func taskError() async {
        struct Broken: Error {}
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        let message = await withCheckedContinuation { (said: CheckedContinuation<String, Never>) in
            cogs.context.onDiagnostic = { said.resume(returning: $0) }
            cogs.install([Scripted("Weather") { m in m.task(name: "hourly") { throw Broken() } }])
        }
        #expect(message == "CogMechanisms: task 'Weather.hourly' failed: Broken()")
    }

    @Test("MECH-6: a retired controller writes, watches and starts nothing")
    func retired() async {
        var log: [String] = []
        let source = source
        let kept = Kept()
        let cogs = assemble(
            Scripted("Old") { m in
                kept.controller = m
                m.run { c in log.append("run \(c[source])") }
            })
        cogs.turn(source, to: 1)
        kept.controller?.scope.tearDown()
        kept.controller?.turn(source, to: 9)
        kept.controller?.watch(source, initial: .run) { _, _ in log.append("watch") }
        kept.controller?.task(name: "late") { log.append("task") }
        cogs.turn(source, to: 2)
        await Task { @MainActor in }.value
        #expect(log == ["run 0", "run 1"])
        #expect(cogs.peek(source) == 2)
    }

    @Test("MECH-6: a peek through a retired controller traps, naming the scope")
    func retiredPeek() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            await MainActor.run {
                let kept = Kept()
                let source = Cog<Int>.Manual { 0 }
                let cogs = Cogs.assemble(mechanisms: [Scripted("Old") { kept.controller = $0 }])
                kept.controller?.scope.tearDown()
                _ = kept.controller?.peek(source)
                withExtendedLifetime(cogs) {}
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("was asked for through 'Old' after its scope ended"))
    }

    @Test("MECH-6: ifLive answers while the scope lives, and is nil and inert after")
    func ifLive() {
        let kept = Kept()
        var entered = 0
        let source = source
        let cogs = assemble(Scripted("Old") { kept.controller = $0 })
        let read: @MainActor (MechanismController) -> Int = { m in
            entered += 1
            return m.peek(source)
        }
        #expect(kept.controller?.ifLive(read) == 0)
        kept.controller?.scope.tearDown()
        #expect(kept.controller?.ifLive(read) == Int?.none)
        #expect(entered == 1)
        withExtendedLifetime(cogs) {}
    }

    @Test("MECH-6: a turn that waits is dropped when its scope retires before its time")
    func queuedTurnDropped() {
        let source = source
        let cogs = assemble(
            Scripted("Old") { m in
                m.watch(source, initial: .skip) { _, new in
                    guard new == 1 else { return }
                    m.turn(source, to: 5)
                    m.scope.tearDown()
                }
            })
        cogs.turn(source, to: 1)
        #expect(cogs.peek(source) == 1)
    }

    @Test("MECH-1, EXP-1: a controller's values go on until its scope retires; what waits is still read")
    func values() async {
        let kept = Kept()
        let source = source
        let cogs = assemble(Scripted("Old") { kept.controller = $0 })
        let twice = Cog(name: "twice") { c in c[source] * 2 }
        let values = kept.controller?.values(of: twice, buffering: .unbounded)
        cogs.turn(source, to: 1)
        kept.controller?.scope.tearDown()
        #expect(cogs.context.exportCount == 0)
        cogs.turn(source, to: 2)
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [0, 2])
        cogs.discard(twice)
        #expect(twice.census(in: cogs.context).count == 0)
    }

    @Test("MECH-6: values asked for through a retired controller have ended")
    func retiredValues() async throws {
        let kept = Kept()
        let source = source
        let cogs = assemble(Scripted("Old") { kept.controller = $0 })
        kept.controller?.scope.tearDown()
        let values = kept.controller?.values(of: source)
        // One that goes on would keep the loop waiting.
        try #require(cogs.context.exportCount == 0)
        var seen = 0
        if let values { for await _ in values { seen += 1 } }
        #expect(seen == 0)
    }

    @Test("MECH-8: sequences that ended are forgotten")
    func finishedValues() async {
        let kept = Kept()
        let source = source
        let cogs = assemble(Scripted("V") { kept.controller = $0 })
        for _ in 0..<20 {
            guard let values = kept.controller?.values(of: source) else { continue }
            for await _ in values { break }
        }
        while cogs.context.exportCount > 0 { await cogs.context.next(.exportEnded) }
        #expect(kept.controller?.scope.exportCount == 0)
    }

    @Test("MECH-8: finished tasks are forgotten")
    func finishedTasks() async {
        let kept = Kept()
        let cogs = assemble(Scripted("T") { kept.controller = $0 })
        for _ in 0..<20 {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                kept.controller?.task(name: "t") { done.resume() }
            }
        }
        await Task { @MainActor in }.value
        #expect(kept.controller?.scope.taskCount == 0)
        withExtendedLifetime(cogs) {}
    }

    @Test("MECH-8: so are those that failed, and those that their scope's end cancelled")
    func endedTasks() async {
        let kept = Kept()
        let cogs = assemble(Scripted("T") { kept.controller = $0 })
        cogs.context.onDiagnostic = { _ in }
        kept.controller?.task(name: "fails") { throw CancellationError() }
        kept.controller?.task(name: "waits") {
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
        }
        await Task { @MainActor in }.value
        #expect(kept.controller?.scope.taskCount == 1)
        kept.controller?.scope.tearDown()
        #expect(kept.controller?.scope.taskCount == 0)
    }

    @Test("CTX-3: teardown ends mechanisms last first, each released after its scope")
    func teardownOrder() async {
        let log = Log()
        await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
            let cogs = Cogs(context: Context(holdsProductionSlot: false))
            cogs.context.onClose { closed.resume() }
            cogs.install([Owner("first", log), Owner("second", log)])
        }
        #expect(log.lines == ["second", "first"])
    }

    @Test("MECH-1: a write during operate settles before the next mechanism operates")
    func writeInOperate() {
        var seen = -1
        let source = source
        _ = assemble(
            Scripted("A") { $0.turn(source, to: 4) }, Scripted("B") { seen = $0.peek(source) })
        #expect(seen == 4)
    }
}

private struct Scripted: Mechanism {
    let name: String
    let script: @MainActor (MechanismController) -> Void

    init(_ name: String, _ script: @escaping @MainActor (MechanismController) -> Void) {
        self.name = name
        self.script = script
    }

    func operate(_ m: MechanismController) { script(m) }
}

private struct PlainMechanism: Mechanism {
    func operate(_ m: MechanismController) {}
}

private enum Nested {
    struct Mechanism: CogMechanisms.Mechanism {
        func operate(_ m: MechanismController) {}
    }
}

@MainActor
private final class Kept {
    var controller: MechanismController?
}

private final class Log: @unchecked Sendable {
    var lines: [String] = []
}

private final class Owner: Mechanism {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func operate(_ m: MechanismController) {}

    deinit { log.lines.append(name) }
}
