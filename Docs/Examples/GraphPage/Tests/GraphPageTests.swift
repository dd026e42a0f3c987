import Foundation
import Testing

@testable import graph_page

@Suite("The page in the documentation")
struct GraphPageTests {
    @Test("HIST-3: the page and the drawing are of the sample as it is; `make graph-page` writes them anew")
    @MainActor
    func same() async throws {
        let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..").standardizedFileURL
        func read(_ name: String) throws -> String {
            try String(contentsOf: docs.appendingPathComponent(name), encoding: .utf8)
        }
        let picture = await GraphPage.picture()
        #expect(try picture.page(title: "A shop") == read("graph.html"))
        #expect(try picture.svg() == read("graph.svg"))
        #expect(await GraphPage.picture() == picture, "twice the same")
    }

    @Test("HIST-3: what the README says of the sample's shipping is what the picture answers")
    @MainActor
    func readme() async throws {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../README.md").standardizedFileURL
        let words = try String(contentsOf: readme, encoding: .utf8).split { $0.isWhitespace }.filter {
            $0 != ">"
        }
        let why = try #require(await GraphPage.picture().why("shipping")?.description)
        #expect(words.joined(separator: " ").contains(why))
    }
}
