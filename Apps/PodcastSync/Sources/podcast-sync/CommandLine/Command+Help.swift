extension Command {
    /// The text of `podcast-sync --help`.
    static var overview: String {
        let width = (all.map { $0.synopsis.count }.max() ?? 0) + 2
        let lines = all.map { "  " + $0.synopsis.padded(to: width) + $0.summary }
        return """
            usage: podcast-sync COMMAND [OPTIONS]

            Keeps a podcast library in step with its feeds.

            \(lines.joined(separator: "\n"))

            The library is the folder given by --library, else podcast-sync in $XDG_DATA_HOME,
            else ~/.local/share/podcast-sync. `podcast-sync COMMAND --help` says more.

            Exit codes: 0 done, 1 something failed or was found, 2 usage, 3 the library cannot be used,
            4 its time was over with work left, 130 interrupted with work left.
            """
    }

    /// The text of `podcast-sync COMMAND --help`.
    var help: String {
        let width = (accepted.map { $0.synopsis.count }.max() ?? 0) + 2
        let lines = accepted.map { "  " + $0.synopsis.padded(to: width) + $0.summary }
        return """
            usage: podcast-sync \(synopsis) [OPTIONS]

            \(summary.prefix(1).uppercased() + summary.dropFirst()).\(details.isEmpty ? "" : "\n\n" + details)

            \(lines.joined(separator: "\n"))
            """
    }

    private var synopsis: String { operands.isEmpty ? name : "\(name) \(operands)" }
}

extension Option {
    var synopsis: String { value.map { "\(name) \($0)" } ?? name }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 1))
    }
}
