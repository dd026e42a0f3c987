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
    static let holderCog = Cog<Holder?>.Manual { nil }
    static let hasHolderCogs = CogBox<Bool, Int> { c, _ in c[holderCog] != nil }
}

private final class Holder {}
