/// What `--help` writes, taken apart: titles that end in a colon, each over its rows.
struct HelpText {
    /// The rows under each title.
    private(set) var sections: [String: [Substring]] = [:]

    init(_ text: String) {
        var title = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                title = ""
            } else if line.hasSuffix(":"), !line.hasPrefix(" ") {
                title = String(line.dropLast().prefix { $0 != "," })
            } else if !title.isEmpty {
                sections[title, default: []].append(line)
            }
        }
    }

    var commands: [String] { words("Commands") }

    var options: [String] { words("Options") }

    var exitCodes: Set<Int32> { Set(words("Exit status").compactMap { Int32($0) }) }

    /// The calls, without what they are good for.
    var examples: [Substring] {
        (sections["Examples"] ?? []).filter { !$0.hasPrefix("      ") }.map { $0.dropFirst(2) }
    }

    /// The first word of each row.
    private func words(_ title: String) -> [String] {
        (sections[title] ?? []).compactMap { $0.split(separator: " ").first.map(String.init) }
    }
}
