/// What the bench was asked for.
struct Options {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var shapes: [String] = []
    private(set) var rounds = 45
    private(set) var count: Int?
    private(set) var variant = VariantKind.graph
    private(set) var isJSON = false
    private(set) var isList = false
    private(set) var isHelp = false

    init(_ words: [String]) throws {
        var rest = words[...]
        func value(_ name: String) throws -> String {
            guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
            return value
        }
        func number(_ name: String) throws -> Int {
            let text = try value(name)
            guard let number = Int(text), number > 0 else {
                throw Wrong(description: "\(name) needs a number from 1 up, not '\(text)'")
            }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--shape": shapes.append(try value(word))
            case "--rounds": rounds = try number(word)
            case "--count": count = try number(word)
            case "--variant":
                let name = try value(word)
                guard let kind = VariantKind(rawValue: name) else {
                    throw Wrong(
                        description: "there is no variant '\(name)'; there are "
                            + VariantKind.allCases.map(\.rawValue).joined(separator: ", "))
                }
                variant = kind
            case "--json": isJSON = true
            case "--list": isList = true
            case "--help": isHelp = true
            default: throw Wrong(description: "'\(word)' means nothing here; see --help")
            }
        }
    }

    func chosen(from all: [Shape]) throws -> [Shape] {
        for name in shapes where !all.contains(where: { $0.name == name }) {
            throw Wrong(description: "there is no shape '\(name)'; see --list")
        }
        return shapes.isEmpty ? all : all.filter { shapes.contains($0.name) }
    }
}
