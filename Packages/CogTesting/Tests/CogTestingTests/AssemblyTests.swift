import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Testing production assembly")
struct AssemblyTests {
    private static let zip = Cog<String?>.Manual(name: "zip") { nil }
    private let log = Log()

    @Test("TEST-1: tests of production assembly take turns, each after the last one's teardown")
    func takesTurns() async {
        let log = log
        var first: Task<String?, Never>?
        await withCheckedContinuation { (entered: CheckedContinuation<Void, Never>) in
            first = Task {
                await withAssembledCogs(mechanisms: [Noting(name: "first", log: log)]) { cogs in
                    await withCheckedContinuation { hold in
                        log.hold = hold
                        entered.resume()
                    }
                    cogs.turn(Self.zip, to: "1")
                    return cogs.peek(Self.zip)
                }
            }
        }
        let second = Task {
            await withAssembledCogs(mechanisms: [Noting(name: "second", log: log)]) { cogs in
                cogs.peek(Self.zip)
            }
        }
        // Jobs of one actor run in order: behind this one, the second has asked for the slot.
        await Task { log.lines.append("second waits") }.value
        log.hold?.resume()
        #expect(await first?.value == "1")
        #expect(await second.value == nil)
        #expect(log.lines == ["first", "second waits", "first ended", "second", "second ended"])
    }

    @Test("TEST-1: an error from a test of production assembly is thrown after the teardown")
    func throwsLate() async {
        struct Failed: Error {}
        let log = log
        await #expect(throws: Failed.self) {
            try await withAssembledCogs(mechanisms: [Noting(name: "it", log: log)]) { _ in
                throw Failed()
            }
        }
        #expect(log.lines == ["it", "it ended"])
    }
}

@MainActor
private final class Log {
    var lines: [String] = []
    var hold: CheckedContinuation<Void, Never>?
}

private struct Noting: Mechanism {
    let name: String
    let log: Log

    func operate(_ m: MechanismController) {
        log.lines.append(name)
        let token = Token { [name, log] in log.lines.append("\(name) ended") }
        m.run { _ in withExtendedLifetime(token) {} }
    }
}

/// Lives as long as the reaction that holds it.
private final class Token {
    let onEnd: @MainActor () -> Void

    init(_ onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }

    deinit { MainActor.assumeIsolated { [onEnd] in onEnd() } }
}
