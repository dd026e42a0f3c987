/// What the bench was asked for.
struct Options {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    enum Command: String, CaseIterable {
        case shapes
        case growth
        case memory
        case services
        case flows
        /// Those targets that `--counts` alone decides.
        case counts
        /// Everything, for the page.
        case all
    }

    private(set) var command = Command.shapes
    private(set) var shapes: [String] = []
    private(set) var rounds = 45
    private(set) var count: Int?
    private(set) var variant = VariantKind.graph
    /// Only this curve of growth, and with `count` at `size` alone.
    private(set) var series: Series.Name?
    private(set) var size = Series.sizes[0]
    /// The largest size of growth.
    private(set) var most = 1_000_000
    /// The rows that memory weighs.
    private(set) var rows = 100_000
    private(set) var counts: String?
    private(set) var svg: String?
    private(set) var page: String?
    private(set) var isJSON = false
    private(set) var isList = false
    private(set) var isHelp = false

    init(_ words: [String]) throws {
        var rest = words[...]
        func value(_ name: String) throws -> String {
            guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
            return value
        }
        func number(_ name: String, from least: Int = 1) throws -> Int {
            let text = try value(name)
            guard let number = Int(text), number >= least else {
                throw Wrong(description: "\(name) needs a number from \(least) up, not '\(text)'")
            }
            return number
        }
        if let first = rest.first, let command = Command(rawValue: first) {
            self.command = command
            rest.removeFirst()
        }
        while let word = rest.popFirst() {
            switch word {
            case "--shape": shapes.append(try value(word))
            case "--rounds": rounds = try number(word)
            case "--count": count = try number(word, from: 0)
            case "--variant": variant = try Self.variant(try value(word))
            case "--series": series = try Self.series(try value(word))
            case "--size": size = try number(word)
            case "--most": most = try number(word, from: Series.sizes[0])
            case "--rows": rows = try number(word)
            case "--counts": counts = try value(word)
            case "--svg": svg = try value(word)
            case "--page": page = try value(word)
            case "--json": isJSON = true
            case "--list": isList = true
            case "--help": isHelp = true
            default: throw Wrong(description: "'\(word)' means nothing here; see --help")
            }
        }
    }

    private static func variant(_ name: String) throws -> VariantKind {
        guard let kind = VariantKind(rawValue: name) else {
            throw Wrong(
                description: "there is no variant '\(name)'; there are "
                    + VariantKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return kind
    }

    private static func series(_ name: String) throws -> Series.Name {
        guard let series = Series.Name(rawValue: name) else {
            throw Wrong(
                description: "there is no series '\(name)'; there are "
                    + Series.Name.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return series
    }

    func chosen(from all: [String]) throws -> [String] {
        for name in shapes where !all.contains(name) {
            throw Wrong(description: "there is no shape '\(name)'; see --list")
        }
        return shapes.isEmpty ? all : all.filter(shapes.contains)
    }
}
