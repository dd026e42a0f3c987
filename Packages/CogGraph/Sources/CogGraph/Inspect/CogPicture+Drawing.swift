extension CogPicture {
    /// The graph in Graphviz's language; arrows point from who reads to what is read.
    public var dot: String {
        drawing(
            first: "digraph cogs {", last: ["}"],
            node: { "  \($0) [label=\"\($1.escapedForDOT)\", shape=\($2.shapeForDOT)]" },
            edge: { "  \($0) -> \($1)" })
    }

    /// The graph as a Mermaid flowchart; arrows point from who reads to what is read.
    public var mermaid: String {
        drawing(
            first: "flowchart TD", last: [],
            node: { "  \($0)\($2.inMermaid("\"\($1.escapedForMermaid)\""))" },
            edge: { "  \($0) --> \($1)" })
    }

    private enum Shape {
        case source, computed, terminal

        var shapeForDOT: String {
            switch self {
            case .source: "box"
            case .computed: "ellipse"
            case .terminal: "cds"
            }
        }

        func inMermaid(_ text: String) -> String {
            switch self {
            case .source: "[\(text)]"
            case .computed: "(\(text))"
            case .terminal: ">\(text)]"
            }
        }
    }

    private func drawing(
        first: String, last: [String], node: (String, String, Shape) -> String,
        edge: (String, String) -> String
    ) -> String {
        var lines = [first]
        for (place, row) in rows.enumerated() {
            let text = row.name + (row.value.map { "\n\($0)" } ?? "")
            lines.append(node("r\(place)", text, row.kind == .source ? .source : .computed))
        }
        for (place, terminal) in terminals.enumerated() {
            lines.append(node("t\(place)", terminal.name, .terminal))
        }
        for (place, row) in rows.enumerated() {
            lines += row.reads.map { edge("r\(place)", "r\($0)") }
        }
        for (place, terminal) in terminals.enumerated() {
            lines += terminal.reads.map { edge("t\(place)", "r\($0)") }
        }
        return (lines + last).joined(separator: "\n")
    }
}

extension String {
    fileprivate var escapedForDOT: String {
        reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n", "\r\n": text += "\\n"
            default: text.append(character)
            }
        }
    }

    fileprivate var escapedForMermaid: String {
        reduce(into: "") { text, character in
            switch character {
            case "\"": text += "#quot;"
            case "#": text += "#35;"
            case "\n", "\r\n": text += "<br/>"
            default: text.append(character)
            }
        }
    }
}
