@_spi(Mechanisms) import CogGraph
import Testing

@MainActor
@Suite("Declarations")
struct DeclarationTests {
    let cogs = Cogs(context: Context(holdsProductionSlot: false))

    @Test("DECL-3, DECL-4: a selector's type is inferred, and it runs on first demand")
    func declaring() {
        var runs = 0
        let count = Cog<Int>.Manual { 2 }
        let text = Cog { c in
            runs += 1
            let n = c[count]
            return String(repeating: "x", count: n)
        }
        #expect(runs == 0)
        #expect(cogs.peek(text) == "xx")
        #expect(cogs.peek(text) == "xx")
        #expect(runs == 1)
    }

    @Test("DECL-5: references with one box and equal keys are the same state")
    func sameState() {
        let box = CogBox<Int, String>.Manual { key in key.count }
        cogs.turn { c in c[box["ab"]] += 10 }
        #expect(cogs.peek(box["ab"]) == 12)
        #expect(cogs.peek(box["abc"]) == 3)
        #expect(cogs.peek(box["ab"].readOnly) == 12)
    }

    @Test("DECL-7: NaN equals NaN; equals replaces ==; other values always change")
    func equality() {
        var ran: [String] = []
        let nan = Cog<Double>.Manual { .nan }
        let optional = Cog<Double?>.Manual { .nan }
        let custom = Cog<Int>.Manual(equals: { $0 % 10 == $1 % 10 }) { 1 }
        let opaque = Cog<Opaque>.Manual { Opaque() }
        let context = cogs.context
        _ = context.register("nan") { c in
            _ = c[nan]
            ran.append("nan")
        }
        _ = context.register("optional") { c in
            _ = c[optional]
            ran.append("optional")
        }
        _ = context.register("custom") { c in
            _ = c[custom]
            ran.append("custom")
        }
        _ = context.register("opaque") { c in
            _ = c[opaque]
            ran.append("opaque")
        }
        ran = []
        cogs.turn { c in
            c[nan] = .nan
            c[optional] = .nan
            c[custom] = 11
            c[opaque] = Opaque()
        }
        #expect(ran == ["opaque"])
    }

    @Test("DECL-5: a reference holds its key where it stands, in nothing that was allocated for it")
    func inlineKeys() {
        typealias Key = SIMD2<UInt64>
        let word = MemoryLayout<Int>.size
        #expect(MemoryLayout<CogBox<Int, Int>.Element>.size == 2 * word)
        #expect(MemoryLayout<CogBox<String, Int>.Manual.Element>.size == 2 * word)
        #expect(MemoryLayout<ReadOnlyCog<CogBox<Int, Int>.Manual.Element>>.size == 2 * word)
        #expect(MemoryLayout<CogBox<Int, Key>.Element>.size == 4 * word)
        #expect(MemoryLayout<Cog<[Int]>>.size == word)
    }

    @Test("DECL-8: a descriptor lives while a row of it lives or a reference to it, and no longer")
    func descriptor() throws {
        weak var captured: Holder?
        func declare() -> CogBox<Int, Int> {
            let holder = Holder()
            captured = holder
            return CogBox(lifetime: .whileObserved(grace: .zero)) { _, key in holder.isFirst ? key : 0 }
        }
        var box: CogBox<Int, Int>? = declare()
        try #require(captured != nil)
        // A reference and no row.
        if let box { #expect(cogs.peek(box[1]) == 1) }
        #expect(captured != nil)
        box = nil
        #expect(captured == nil)
        // A row and no reference, but for the reaction that keeps the row.
        var reaction: Reaction?
        do {
            let box = declare()
            reaction = cogs.context.register("keeps") { c in _ = c[box[1]] }
        }
        #expect(captured != nil)
        if let reaction { cogs.context.cancel(reaction) }
        reaction = nil
        #expect(captured == nil)
        // A row alone: what UI read stays.
        _ = cogs[declare()[3]]
        #expect(captured != nil)
        #expect(cogs.context.rowCount == 1)
    }

    @Test("DECL-8: a local declaration's captures go when its references and rows are gone")
    func captures() async {
        weak var captured: Holder?
        do {
            let holder = Holder()
            captured = holder
            let cogs = Cogs(context: Context(holdsProductionSlot: false))
            let cog = Cog<Int> { _ in holder.isFirst ? 1 : 2 }
            #expect(cogs.peek(cog) == 1)
        }
        await behindTearDown()
        #expect(captured == nil)
    }
}

private struct Opaque {}

@MainActor
private final class Holder {
    let isFirst = true
}
