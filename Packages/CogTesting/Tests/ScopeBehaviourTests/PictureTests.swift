import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import Testing

@MainActor
@Suite("A picture of the graph")
struct PictureTests {
    private let source = Cog<Int>.Manual(name: "source") { 1 }
    private let names = CogBox<String, Int>(name: "names") { _, key in "\"n\(key)\"\nand more" }

    @Test("HIST-3: rows, what each read, what keeps it and what it says, and the reactions")
    func rows() {
        let (source, names) = (source, names)
        let unsettled = Cog<Int>(name: "unsettled") { c in c[source] * 10 }
        let watched = Cog<Int>(name: "watched") { c in c[source] + c[names[7]].count }
        let page = Cog<Int>.Async(default: 0, name: "page") { _ in Work.run { 1 } }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Reader") { m in m.watch(watched, initial: .skip, name: "log") { _, _ in } }
        ])
        _ = cogs.peek(unsettled)
        _ = cogs.status.peek(page)
        cogs.turn(source, to: 2)
        let picture = cogs.inspect(valueLength: 6)
        func row(_ name: String) -> CogPicture.Row? { picture.rows.first { $0.name == name } }
        func reads(_ row: CogPicture.Row?) -> [String]? { row?.reads.map { picture.rows[$0].name } }
        #expect(picture.rows.count == 5)
        #expect(row("source")?.kind == .source)
        #expect(row("source")?.value == "2")
        #expect(row("source")?.keepers == ["app lifetime", "read by watched", "read by unsettled"])
        #expect(row("watched")?.state == .settled)
        #expect(row("watched")?.value == "15")
        #expect(reads(row("watched")) == ["source", "names[7]"])
        #expect(row("watched")?.changedAt == row("source")?.changedAt)
        #expect(row("names[7]")?.label == "names")
        #expect(row("names[7]")?.key == "7")
        #expect(row("names[7]")?.value == "\"n7\"\na…")
        #expect(row("names[7]")?.reads == [])
        #expect(row("unsettled")?.state == .unsettled)
        #expect(row("unsettled")?.value == "10")
        #expect(row("page.status")?.kind == .status)
        #expect(picture.terminals.map(\.name) == ["Reader.log"])
        #expect(picture.terminals.first?.kind == .reaction)
        #expect(picture.terminals.first?.reads.map { picture.rows[$0].name } == ["watched"])
        // Looking changes nothing: what is unsettled stays so, and nothing was demanded.
        #expect(cogs.inspect(valueLength: 6) == picture)
    }

    @Test("HIST-3: sequences of values are in it until they end")
    func exports() async {
        let cogs = Cogs.forTesting()
        var values: CogValues<Int>? = cogs.values(of: source)
        #expect(cogs.inspect().terminals.map(\.name) == ["values of source"])
        #expect(cogs.inspect().terminals.map(\.kind) == [.export])
        _ = values
        values = nil
        await cogs.exportsEnded()
        #expect(cogs.inspect().terminals == [])
    }

    @Test("MECH-5: open scopes are in it by their composed names, with their reactions and tasks")
    func scopes() {
        let (source, gate) = (source, ControlledWork<Void>())
        let members = Cog<[Int]>.Manual(name: "members") { [42, 7] }
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Player") { m in
                m.scope(each: members, name: "presentation") { _, s in
                    s.watch(source, initial: .skip, name: "search") { _, _ in }
                    s.task(name: "fetch") { try await gate.run() }
                }
            },
            Scripted("Idle") { _ in },
        ])
        typealias Scope = CogPicture.Scope
        func presentation(_ member: Int) -> Scope {
            let name = "Player.presentation[\(member)]"
            return Scope(name: name, reactions: ["\(name).search"], tasks: 1, scopes: [])
        }
        let idle = Scope(name: "Idle", reactions: [], tasks: 0, scopes: [])
        func player(_ scopes: [Scope]) -> Scope {
            Scope(name: "Player", reactions: ["Player.presentation"], tasks: 0, scopes: scopes)
        }
        #expect(cogs.inspect().scopes == [player([presentation(42), presentation(7)]), idle])
        cogs.turn(members, to: [7])
        #expect(cogs.inspect().scopes == [player([presentation(7)]), idle])
    }

    @Test("HIST-3: it is drawn in the languages of Graphviz and Mermaid, whatever its texts hold")
    func drawings() throws {
        let (source, names) = (source, names)
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted("Reader") { m in
                m.run(name: "log") { c in
                    _ = c[source]
                    _ = c[names[1]]
                }
            }
        ])
        let picture = cogs.inspect()
        #expect(
            picture.dot == #"""
                digraph cogs {
                  r0 [label="source\n1", shape=box]
                  r1 [label="names[1]\n\"n1\"\nand more", shape=ellipse]
                  t0 [label="Reader.log", shape=cds]
                  t0 -> r0
                  t0 -> r1
                }
                """#)
        #expect(
            picture.mermaid == """
                flowchart TD
                  r0["source<br/>1"]
                  r1("names[1]<br/>#quot;n1#quot;<br/>and more")
                  t0>"Reader.log"]
                  t0 --> r0
                  t0 --> r1
                """)
        let encoded = try JSONEncoder().encode(picture)
        #expect(try JSONDecoder().decode(CogPicture.self, from: encoded) == picture)
    }
}
