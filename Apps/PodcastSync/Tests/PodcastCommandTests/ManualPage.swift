import Foundation

/// `Docs/podcast-sync.md`, taken apart.
struct ManualPage {
    /// One field of an answer.
    struct Field: Hashable {
        /// The names on the way to it, outermost first.
        let path: [Step]
        let type: String

        /// As the page writes it, without what may be left out.
        var name: String { path.map { $0.name + ($0.isList ? "[]" : "") }.joined(separator: ".") }
    }

    struct Step: Hashable {
        let name: String
        let isList: Bool
        let isOptional: Bool

        init(_ text: Substring) {
            isOptional = text.hasSuffix("?")
            let rest = isOptional ? text.dropLast() : text
            isList = rest.hasSuffix("[]")
            name = String(isList ? rest.dropLast(2) : rest)
        }
    }

    struct Section {
        let name: String
        /// The first block of code.
        let help: String
        let exitCodes: Set<Int32>
        let fields: [Field]
    }

    let overview: String
    /// What every command may answer instead.
    let errorFields: [Field]
    /// In the order of the page.
    let commands: [Section]

    init() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let text = try String(
            contentsOf: root.appendingPathComponent("Docs/podcast-sync.md"), encoding: .utf8)
        var parts = text.components(separatedBy: "\n## ")
        overview = Self.block(parts.removeFirst())
        errorFields = Self.fields(parts.removeFirst())
        commands = parts.map { part in
            Section(
                name: part.prefix { $0 != "\n" }.description, help: Self.block(part),
                exitCodes: HelpText(Self.block(part)).exitCodes, fields: Self.fields(part))
        }
    }

    private static func block(_ part: String) -> String {
        let pieces = part.components(separatedBy: "```\n")
        return pieces.count > 1 ? pieces[1] : ""
    }

    private static func fields(_ part: String) -> [Field] {
        part.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
            let cells = row.split(separator: " | ")
            guard cells.count > 2 else { return nil }
            let name = cells[0].dropFirst(3).dropLast()
            return Field(path: name.split(separator: ".").map(Step.init), type: String(cells[1]))
        }
    }
}

/// Any JSON, with what a number and a truth value differ in.
enum JSON: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    /// The names of everything in it that holds nothing further.
    func leaves(below name: String = "") -> [String: [JSON]] {
        switch self {
        case .object(let members):
            members.reduce(into: [:]) { result, member in
                let path = name.isEmpty ? member.key : "\(name).\(member.key)"
                result.merge(member.value.leaves(below: path)) { $0 + $1 }
            }
        case .list(let elements):
            // An empty list shows what it is a list of, and no value.
            elements.isEmpty
                ? [name + "[]": []]
                : elements.reduce(into: [:]) { result, element in
                    result.merge(element.leaves(below: name + "[]")) { $0 + $1 }
                }
        default: [name: [self]]
        }
    }

    func isA(_ type: String) -> Bool {
        switch (self, type) {
        case (.bool, "boolean"), (.number, "number"), (.string, "string"): true
        case (.string(let text), "date"): (try? Date(text, strategy: .iso8601)) != nil
        default: false
        }
    }

    /// Whether it has what `path` names, or leaves out what may be left out.
    func has(_ path: ArraySlice<ManualPage.Step>) -> Bool {
        guard let step = path.first else { return true }
        guard case .object(let members) = self, let value = members[step.name] else { return step.isOptional }
        let rest = path.dropFirst()
        guard step.isList else { return value.has(rest) }
        guard case .list(let elements) = value else { return false }
        return elements.allSatisfy { $0.has(rest) }
    }
}
