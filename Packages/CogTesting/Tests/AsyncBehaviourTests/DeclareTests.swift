import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Declaring async state")
struct DeclareTests {
    private let cogs = Cogs.forTesting()
    private let work = ControlledWork<Int>()

    @Test("DECL-4: declaring runs nothing; work is chosen when the state is first demanded")
    func lazy() async {
        var selections = 0
        let page = Cog<Int>.Async(default: 0, name: "page") { [work] _ in
            selections += 1
            return Work.run { try await work.run() }
        }
        #expect(selections == 0)
        _ = cogs.peek(page)
        #expect(selections == 1)
        #expect(work.runs.isEmpty)
        await work.nextRun().succeed(1)
        #expect(selections == 1)
    }

    @Test("DECL-2: the default is made once for each life of a row, and shared with no other")
    func defaults() async {
        final class Box {}
        var made = 0
        func make() -> Box {
            made += 1
            return Box()
        }
        let pages = CogBox<Box, Int>.Async(default: make(), name: "pages") { [work] _, _ in
            Work.run {
                _ = try await work.run()
                return Box()
            }
        }
        #expect(made == 0)
        let one = cogs.peek(pages[1])
        #expect(cogs.peek(pages[1]) === one)
        #expect(cogs.peek(pages[2]) !== one)
        #expect(Cogs.forTesting().peek(pages[1]) !== one)
        #expect(made == 3)
        cogs.discard(pages[1])
        #expect(cogs.peek(pages[1]) !== one)
        #expect(made == 4)
    }

    @Test("DECL-6: turns, messages and tasks carry the label and the key; without a name, file and line")
    func labels() async {
        let named = CogBox<String, Int>.Async(default: "", name: "pages") { _, _ in
            Work.run { Task.name ?? "no name" }
        }
        _ = cogs.peek(named[7])
        await cogs.nextTurn()
        #expect(cogs.peek(named[7]) == "pages[7]")
        #expect(cogs.turns() == ["pending pages[7] (unchanged)", "success pages[7]"])
        struct Page: Hashable { let number: Int }
        let byPage = CogBox<String, Page>.Async(default: "", name: "pages") { _, _ in
            Work.run { Task.name ?? "no name" }
        }
        let maybe = CogBox<String, Int?>.Async(default: "", name: "pages") { _, _ in
            Work.run { Task.name ?? "no name" }
        }
        _ = cogs.peek(byPage[Page(number: 7)])
        await cogs.nextTurn()
        #expect(cogs.peek(byPage[Page(number: 7)]) == "pages[Page(number: 7)]")
        _ = cogs.peek(maybe[7])
        await cogs.nextTurn()
        #expect(cogs.peek(maybe[7]) == "pages[Optional(7)]")
        let line = #line + 1
        let unnamed = Cog<Int>.Async(default: 0) { [work] _ in Work.run { try await work.run() } }
        _ = cogs.peek(unnamed)
        #expect(
            cogs.turns(after: 6) == ["pending AsyncBehaviourTests/DeclareTests.swift:\(line) (unchanged)"])
    }

    @Test("DECL-7: `equals` and `==` tell a result from a change; without either each result is one")
    func equality() async {
        struct Opaque { let number: Int }
        let loose = Cog<Int>.Async(default: 0, name: "loose", equals: { $0 % 10 == $1 % 10 }) { [work] _ in
            Work.run { try await work.run() }
        }
        let opaque = Cog<Opaque>.Async(default: Opaque(number: 0), name: "opaque") { [work] _ in
            Work.run { Opaque(number: try await work.run()) }
        }
        var log: [String] = []
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.watch(loose, initial: .skip) { log.append("loose \($1)") }
                m.watch(opaque, initial: .skip) { log.append("opaque \($1.number)") }
            }
        ])
        await work.nextRun().succeed(10)
        await work.nextRun().succeed(0)
        cogs.refresh(loose)
        await work.nextRun().succeed(11)
        #expect(log == ["opaque 0", "loose 11"])
    }

    @Test("DECL-7: NaN counts as equal to NaN")
    func nan() async {
        let ratio = Cog<Double>.Async(default: .nan, name: "ratio") { [work] _ in
            Work.run { Double(try await work.run()) * .nan }
        }
        var values = 0
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.run { c in
                    _ = c[ratio]
                    values += 1
                }
            }
        ])
        await work.nextRun().succeed(1)
        #expect(values == 1)
        #expect(cogs.status.peek(ratio).kind == .success)
    }

    @Test("DECL-8: an async descriptor goes with its last reference and row, and what it captured with it")
    func descriptor() async {
        final class Captured {}
        var captured: Captured? = Captured()
        weak let seen = captured
        var page: Cog<Int>.Async? = Cog<Int>.Async(default: 0) { [work, captured] _ in
            _ = captured
            return Work.run { try await work.run() }
        }
        captured = nil
        _ = cogs.peek(page!)
        let reference = page!
        page = nil
        #expect(seen != nil)
        await work.nextRun().succeed(1)
        discard(reference)
        func discard(_ page: consuming Cog<Int>.Async) { cogs.discard(page) }
        _ = consume reference
        #expect(seen == nil)
    }

    @Test("ASYNC-3: work may leave the MainActor; its result is accepted there all the same")
    func concurrent() async {
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in
            Work.run { @concurrent in
                #isolation == nil ? 5 : 0
            }
        }
        let refresh = cogs.refresh(page)
        #expect(await refresh.outcome.text == "success 5")
        #expect(cogs.peek(page) == 5)
    }

    @Test("ASYNC-3: values need not be sendable")
    func notSendable() async {
        final class Page { var number = 0 }
        let page = Cog<Page>.Async(default: Page(), name: "page") { [work] _ in
            Work.run {
                let page = Page()
                page.number = try await work.run()
                return page
            }
        }
        let refresh = cogs.refresh(page)
        await work.nextRun().succeed(5)
        guard case .success(let loaded) = await refresh.outcome else {
            Issue.record("no success")
            return
        }
        #expect(loaded === cogs.peek(page))
        #expect(loaded.number == 5)
    }

    @Test("GRAPH-1: a cold peek inside a selector chooses work and depends on nothing")
    func coldPeek() async {
        let page = Cog<Int>.Async(default: 0, name: "page") { [work] _ in
            Work.run { try await work.run() }
        }
        var runs = 0
        let title = Cog<String>(name: "title") { c in
            runs += 1
            return "\(c.peek(page)) \(c.status.peek(page).kind)"
        }
        #expect(cogs[title] == "0 pending")
        #expect(cogs.turns() == ["pending page (unchanged)"])
        await work.nextRun().succeed(1)
        #expect(runs == 1)
        #expect(cogs[title] == "0 pending")
        #expect(cogs.peek(page) == 1)
    }

    @Test("LIFE-6: ten thousand keys load at once, and leave nothing when they are let go")
    func manyKeys() async {
        let pages = CogBox<Int, Int>.Async(default: -1, name: "pages") { [work] _, key in
            Work.run { try await work.run() + key }
        }
        let cogs = Cogs.forTesting(history: .off)
        #if COG_INTERNAL_CHECKS
            let count = 500
        #else
            let count = 10_000
        #endif
        for key in 0..<count { _ = cogs.peek(pages[key]) }
        for _ in 0..<count { await work.nextRun().succeed(0) }
        #expect((0..<count).allSatisfy { cogs.peek(pages[$0]) == $0 })
        for key in 0..<count { cogs.discard(pages[key]) }
        #expect(cogs.census(of: pages).count == 0)
    }

    @Test("DECL-7: an equality rule that reads a cog traps when a result is compared")
    func readingEquality() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @MainActor func run() async {
                let cogs = Cogs.forTesting()
                let other = Cog<Int>.Manual(name: "other") { 1 }
                let page = Cog<Int>.Async(default: 0, name: "page", equals: { _, _ in cogs.peek(other) == 1 })
                {
                    _ in Work.run { 1 }
                }
                _ = await cogs.refresh(page).outcome
            }
            await run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'other' was read inside the equality rule of 'page.status'"))
    }

    @Test("GRAPH-4: work chosen by what its own result would be is a cycle, and traps with its path")
    func cycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let ring = Ring()
                _ = Cogs.forTesting().peek(ring.cog)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'ring'"))
        #expect(text.contains("'ring.status'"))
    }
}

@MainActor
private final class Ring {
    lazy var cog: Cog<Int>.Async = Cog<Int>.Async(default: 0, name: "ring") { [self] c in
        let own = c[self.cog]
        return Work.run { own + 1 }
    }
}
