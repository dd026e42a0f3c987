import Foundation

/// What counting tools said of one operation of each shape and series: `counts.txt`, which `count` writes.
struct Counts {
    struct Count: Equatable {
        let instructions: Int
        /// Nil where they were not counted.
        let allocations: Int?
    }

    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var shapes: [String: Count] = [:]

    init() {}

    /// Lines of a name, instructions, and allocations or a dash; those that begin with `#` say nothing.
    /// A name is a shape's, or a series' with the size after `@`.
    init(parsing text: String) throws {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 3, let instructions = Int(words[1]),
                words[2] == "-" || Int(words[2]) != nil
            else {
                throw Wrong(description: "counts: '\(line)' is not a name and two numbers")
            }
            shapes[String(words[0])] = Count(instructions: instructions, allocations: Int(words[2]))
        }
    }

    init(at path: String) throws {
        try self.init(parsing: String(contentsOfFile: path, encoding: .utf8))
    }
}
