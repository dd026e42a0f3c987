import Foundation

/// A page whose tables are written by the bench: what stands between `<!-- NAME -->` and
/// `<!-- /NAME -->`.
struct Page {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var text: String

    mutating func replace(_ section: String, with content: String) throws {
        guard let start = text.range(of: "<!-- \(section) -->"),
            let end = text.range(of: "<!-- /\(section) -->", range: start.upperBound..<text.endIndex)
        else { throw Wrong(description: "the page has no place for '\(section)'") }
        text.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\n\(content)\n\n")
    }

    /// Reads a page, puts each section in its place, and writes it.
    static func update(at path: String, _ sections: [(name: String, content: String)]) throws {
        var page = Page(text: try String(contentsOfFile: path, encoding: .utf8))
        for section in sections { try page.replace(section.name, with: section.content) }
        try page.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
