import Testing

@testable import cog_bench

@MainActor
@Suite("The benchmark")
struct VariantTests {
    @Test("Every variant of every shape reads the same after the same operations")
    func results() {
        for shape in Shape.all where shape.name != "pinned-100000" {
            let results = VariantKind.allCases.compactMap { shape.make($0)?.run(0..<64) }
            #expect(Set(results).count == 1, "\(shape.name): \(results)")
            #expect(results.count > 1)
        }
    }

    @Test("GRAPH-1: a design runs exactly the bodies it must")
    func counts() throws {
        for design in Design.all { try Counts.check(design) }
    }

    @Test("Every target names a shape and a variant that are measured")
    func targets() {
        for target in Target.all {
            let shape = Shape.all.first { $0.name == target.shape }
            #expect(shape?.make(target.against) != nil, "\(target.shape)")
        }
    }

    @Test("Unknown words are told, with what would do")
    func options() throws {
        #expect(throws: Options.Wrong.self) { try Options(["--rounds", "no"]) }
        #expect(throws: Options.Wrong.self) { try Options(["--shape", "square"]).chosen(from: Shape.all) }
        #expect(try Options(["--shape", "steady"]).chosen(from: Shape.all).map(\.name) == ["steady"])
    }
}
