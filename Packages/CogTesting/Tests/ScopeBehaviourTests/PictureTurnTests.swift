import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import Testing

@MainActor
@Suite("What a picture has of turns")
struct PictureTurnTests {
    @Test(
        "HIST-3: values are told of small plain ones and of texts, cut where they are long, and of no others")
    func values() {
        let text = Cog<String>.Manual(name: "text") { "" }
        let maybe = Cog<String?>.Manual(name: "maybe") { nil }
        let size = Cog<Size>.Manual(name: "size") { Size(width: 1, height: 2) }
        let list = Cog<[Int]>.Manual(name: "list") { [] }
        let cogs = Cogs.forTesting()
        cogs.turn(name: "all") { c in
            c[text] = String(repeating: "long ", count: 100_000)
            c[maybe] = "a \"b\""
            c[size] = Size(width: 3, height: 4)
            c[list] = [1]
        }
        let picture = cogs.inspect(valueLength: 12)
        let written = picture.turns.last?.within.written ?? []
        #expect(written.map { picture.name(at: $0.place) } == ["text", "maybe", "size", "list"])
        #expect(written.map(\.before) == [#""""#, "nil", "1×2", nil])
        #expect(written.map(\.after) == [#""long long l…"#, #""a \"b\"""#, "3×4", nil])
        #expect(!written.map(\.isChange).contains(false))
    }

    private struct Size: Equatable, CustomStringConvertible {
        let width, height: Int

        var description: String { "\(width)×\(height)" }
    }

    @Test("HIST-3: a class instance that was written over is kept by no history")
    func released() {
        final class Held: Sendable {}
        let held = Cog<Held?>.Manual(name: "held") { nil }
        let cogs = Cogs.forTesting()
        weak var seen: Held?
        do {
            let first = Held()
            seen = first
            cogs.turn(held, to: first)
        }
        #expect(seen != nil)
        cogs.turn(held, to: nil)
        #expect(seen == nil)
        #expect(cogs.inspect().turns.count == 3)
    }

    @Test(
        "HIST-3: what lives no more is told by name, a picture may have the latest turns alone, and is Codable"
    )
    func gone() throws {
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let passing = Cog(name: "passing") { c in c[source] + 1 }
        let cogs = Cogs.forTesting()
        for value in 2...4 {
            cogs.turn(source, to: value, name: "turn \(value)")
            _ = cogs.peek(passing)
        }
        _ = cogs.inspect()
        cogs.discard(passing)
        let picture = cogs.inspect()
        #expect(picture.rows.map(\.name) == ["source"])
        #expect(picture.gone == ["passing"])
        let runs = picture.turns.flatMap { $0.later.recomputed }
        #expect(runs.map { picture.name(at: $0.place) } == ["passing", "passing", "passing"])
        #expect(runs.map(\.because) == [nil, 0, 0])
        #expect(runs.map(\.isFirst) == [true, false, false])
        #expect(picture.turns.map(\.number) == [0, 1, 2, 3, 4])
        #expect(cogs.inspect(turns: 2).turns.map(\.name) == ["turn 4", "discard passing"])
        #expect(cogs.inspect(turns: 0).turns == [])
        let encoded = try JSONEncoder().encode(picture)
        #expect(try JSONDecoder().decode(CogPicture.self, from: encoded) == picture)
    }

    @Test("HIST-3: a picture that a reaction takes has the turn under way")
    func underWay() {
        let source = Cog<Int>.Manual(name: "source") { 1 }
        let double = Cog(name: "double") { c in c[source] * 2 }
        var why: String?
        weak var taken: Cogs?
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Looker") { m in
                m.watch(double, initial: .skip, name: "look") { _, _ in
                    why = taken?.inspect().why("double")?.description
                }
            }
        ])
        taken = cogs
        cogs.turn(source, to: 2, name: "go")
        #expect(
            why?.hasPrefix(#"double ran in turn 1 "go", because source was written 1 → 2 in it."#) == true)
        #expect(cogs.history.map(\.description) == ["1 go; wrote source; computed double; ran Looker.look"])
    }

    @Test("HIST-3: a way of many steps is cut where it says whom to ask for the rest")
    func long() {
        let source = Cog<Int>.Manual(name: "source") { 1 }
        var last = Cog(name: "step0") { c in c[source] }
        for number in 1...20 {
            let below = last
            last = Cog(name: "step\(number)") { c in c[below] }
        }
        let cogs = Cogs.forTesting()
        _ = cogs[last]
        cogs.turn(source, to: 2, name: String(repeating: "n", count: 1_000))
        let why = cogs.inspect().why("step20")
        #expect(why?.sentences.count == 14)
        #expect(why?.sentences[12] == "And so on: why step8 ran tells the rest.")
        #expect((why?.description.count ?? 0) < 1_000)
    }
}
