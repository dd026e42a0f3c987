import Testing

@testable import cog_bench

@MainActor
@Suite("The command line")
struct OptionTests {
    @Test("Unknown words are told, with what would do")
    func unknown() throws {
        for words in [
            ["--rounds", "no"], ["--rounds"], ["square"], ["growth", "--most", "999"], ["--variant", "best"],
            ["growth", "--series", "none"],
        ] {
            #expect(throws: Options.Wrong.self, "\(words)") { try Options(words) }
        }
        #expect(throws: Options.Wrong.self) { try Options(["--shape", "square"]).chosen(from: Shape.names) }
    }

    @Test("A command comes first, shapes unless given; shapes are measured in the order of the list")
    func commands() throws {
        #expect(try Options([]).command == .shapes)
        #expect(try Options(["growth", "--most", "3000"]).most == 3_000)
        #expect(try Options(["flows", "--count", "0"]).count == 0)
        let options = try Options(["--shape", "steady", "--shape", "chain100"])
        #expect(try options.chosen(from: Shape.names) == ["chain100", "steady"])
        #expect(try Options([]).chosen(from: Shape.names) == Shape.names)
    }
}
