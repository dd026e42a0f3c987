@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Contexts")
struct ContextTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("CTX-1: a second assembly while one lives traps")
    func secondAssembly() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let first = Cogs.assemble()
                _ = Cogs.assemble()
                withExtendedLifetime(first) {}
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("while the process's production context"))
    }

    @Test("CTX-1: an assembly in the teardown of the one before traps too: its values still live")
    func assemblyBeforeTearDown() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                _ = Cogs.assemble()
                _ = Cogs.assemble()
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("lives or is being torn down"))
        #expect(text.contains("Make it once, keep it, and pass it on"))
    }

    @Test("CTX-1, CTX-2: the slot is free again after the teardown, and isolated contexts never had it")
    func slot() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let isolated = Cogs(context: Context(holdsProductionSlot: false))
            for n in 1...3 {
                await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
                    let cogs = Cogs.assemble()
                    cogs.turn(Shared.numberCog, to: n)
                    cogs.context.afterClose { closed.resume() }
                }
                if isolated.peek(Shared.numberCog) != 0 { fatalError("shared") }
            }
            _ = Cogs(context: Context(holdsProductionSlot: false))
        }
    }

    @Test("CTX-3: dropped from another thread, a context closes on the MainActor, last added first")
    func dropped() async {
        var log: [String] = []
        await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
            let handle = Cogs(context: Context(holdsProductionSlot: false))
            handle.context.onClose {
                log.append("first")
                closed.resume()
            }
            handle.context.onClose { log.append("second") }
            Task.detached { [handle] in withExtendedLifetime(handle) {} }
        }
        #expect(log == ["second", "first"])
    }

    @Test("CTX-4: a static declaration keeps nothing of a dead context, and serves the next")
    func deadContext() async {
        weak var kept: Holder?
        do {
            let holder = Holder()
            kept = holder
            let cogs = Cogs(context: Context(holdsProductionSlot: false))
            cogs.turn(Shared.holderCog, to: holder)
            #expect(cogs.peek(Shared.hasHolderCogs[1]))
        }
        await behindTearDown()
        #expect(kept == nil)
        #expect(!cogs.peek(Shared.hasHolderCogs[1]))
    }
}

@MainActor
private enum Shared {
    static let numberCog = Cog<Int>.Manual { 0 }
    static let holderCog = Cog<Holder?>.Manual { nil }
    static let hasHolderCogs = CogBox<Bool, Int> { c, _ in c[holderCog] != nil }
}

private final class Holder {}
