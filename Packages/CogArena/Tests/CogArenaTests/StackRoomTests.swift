import CogArena
import Foundation
import Testing

/// Chains on threads with stacks of a chosen size.
@Suite("Room on the stack")
struct StackRoomTests {
    @Test("GRAPH-3: a cold chain too deep for a small thread traps, naming rows and depth")
    func smallStack() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Self.onThread(kilobytes: 512) { _ = Chain().end(1_000_000) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(/'link\[\d+\]' is read by selectors that run inside one another/))
        #expect(text.contains(/\d+ deep from 'link\[1000000\]'/))
        #expect(text.contains("this thread's stack of 512 KB has no room for more"))
    }

    @Test("GRAPH-3: the stack is measured anew on each thread")
    func secondThread() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let chain = Chain()
            await Self.onThread(kilobytes: 4096) { _ = chain.end(1_000) }
            await Self.onThread(kilobytes: 768) { _ = chain.end(1_000_000) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("this thread's stack of 768 KB has no room for more"))
    }

    @Test("GRAPH-3: 150 cold links fit on 512 KB and 3,000 on 8 MB, also unoptimised")
    func documentedDepth() async {
        await Self.onThread(kilobytes: 512) { #expect(Chain().end(150) == 150) }
        await Self.onThread(kilobytes: 8192) { #expect(Chain().end(3_000) == 3_000) }
    }

    @Test("GRAPH-3: 100,000 warm links settle on 512 KB")
    func warm() async {
        await Self.onThread(kilobytes: 512) {
            let chain = Chain()
            for n in 0...100_000 { _ = chain.end(n) }
            chain.write(5)
            #expect(chain.end(100_000) == 100_005)
        }
    }

    @Test("GRAPH-3: so do 100,000 that each have to run before they read the link below, once each")
    func warmFromAbove() async {
        await Self.onThread(kilobytes: 512) {
            let chain = LateChain()
            for n in 0...100_000 { _ = chain.end(n) }
            chain.write(5)
            let before = chain.runs
            #expect(chain.end(100_000) == 100_001 * 5)
            #expect(chain.runs == before + 100_001)
            chain.write(6)
            #expect(chain.end(100_000) == 100_001 * 6)
            #expect(chain.runs == before + 2 * 100_001)
        }
    }

    private static func onThread(
        kilobytes: Int, _ body: @escaping @Sendable () -> Void
    ) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let thread = Thread {
                body()
                done.resume()
            }
            thread.stackSize = kilobytes << 10
            thread.start()
        }
    }
}

/// Link `n` reads the source and then link `n - 1`; one thread at a time uses it.
private final class LateChain: @unchecked Sendable {
    private let arena = Arena()
    private let source = Family<Int, Unkeyed>(source: "source", equals: ==) { _ in 0 }
    private(set) var runs = 0
    private lazy var link: Family<Int, Int> = Family<Int, Int>(derived: "link", equals: ==) {
        [unowned self] t, n in
        runs += 1
        let own = t.read(source, Unkeyed())
        return n == 0 ? own : t.read(link, n - 1) + own
    }

    func end(_ n: Int) -> Int { arena.value(of: link, n) }

    func write(_ value: Int) {
        arena.stage(value, in: source, Unkeyed())
        arena.commit()
    }
}

/// Link `n` reads link `n - 1`; one thread at a time uses it.
private final class Chain: @unchecked Sendable {
    private let arena = Arena()
    private let source = Family<Int, Unkeyed>(source: "source", equals: ==) { _ in 0 }
    private lazy var link: Family<Int, Int> = Family<Int, Int>(derived: "link", equals: ==) {
        [unowned self] t, n in
        n == 0 ? t.read(source, Unkeyed()) : t.read(link, n - 1) + 1
    }

    func end(_ n: Int) -> Int { arena.value(of: link, n) }

    func write(_ value: Int) {
        arena.stage(value, in: source, Unkeyed())
        arena.commit()
    }
}
