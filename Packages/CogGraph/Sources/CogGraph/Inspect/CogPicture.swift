/// A context's graph at one moment, as a value: what lives, what reads what, who waits, and which scopes are
/// open (HIST-3).
public struct CogPicture: Hashable, Codable, Sendable {
    /// One living row.
    public struct Row: Hashable, Codable, Sendable {
        public enum Kind: String, Codable, Sendable {
            /// Turns write it.
            case source
            /// It is computed, or the value of async state.
            case computed
            /// The status of async state, whose run chooses the work.
            case status
        }

        public enum State: String, Codable, Sendable {
            /// The value holds.
            case settled
            /// Something it read may have changed; the next demand tells.
            case unsettled
            /// There is no value yet.
            case empty
        }

        /// The declaration's name, or else its file and line.
        public let label: String
        /// Its key's description; nil where it has none.
        public let key: String?
        public let kind: Kind
        public let state: State
        /// The value's description, cut where it is long; nil before the first.
        public let value: String?
        /// The revision in which the value changed last.
        public let changedAt: UInt32
        /// The revision up to which the value is known to hold.
        public let checkedAt: UInt32
        /// What keeps it alive, as a census says (HIST-2).
        public let keepers: [String]
        /// Places in `rows` of what its latest run read, in the order of reading.
        public let reads: [Int]

        /// The label with its key.
        public var name: String { key.map { "\(label)[\($0)]" } ?? label }
    }

    /// A reaction or a sequence of values.
    public struct Terminal: Hashable, Codable, Sendable {
        public enum Kind: String, Codable, Sendable {
            case reaction, export
        }

        public let name: String
        public let kind: Kind
        /// Places in `rows` of what its latest run read, in the order of reading.
        public let reads: [Int]
    }

    /// What one controller registered and started.
    public struct Scope: Hashable, Codable, Sendable {
        /// The composed name (MECH-5).
        public let name: String
        /// The names of its reactions, in order of registration.
        public let reactions: [String]
        /// How many of its tasks are under way.
        public let tasks: Int
        /// The scopes that were opened in it, in order of opening.
        public let scopes: [Scope]

        public init(name: String, reactions: [String], tasks: Int, scopes: [Scope]) {
            self.name = name
            self.reactions = reactions
            self.tasks = tasks
            self.scopes = scopes
        }
    }

    /// In the order of their positions.
    public let rows: [Row]
    /// In order of registration.
    public let terminals: [Terminal]
    /// Each mechanism's own, in order of assembly.
    public let scopes: [Scope]
}

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
