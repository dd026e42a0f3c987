import PodcastModel

extension Command {
    /// The text of `podcast-sync --help`.
    static var overview: String {
        """
        usage: podcast-sync COMMAND [OPTIONS]

        Keeps a podcast library in step with its feeds.

        Commands:
        \(table(all.map { ($0.synopsis, $0.summary) }))

        To begin:
        \(table(Example.beginning.map { ($0.line, $0.purpose) }))

        Every command takes --json and --help, which go together; --version says which program this is.

        The library is the folder given by --library, else podcast-sync in $XDG_DATA_HOME,
        else ~/.local/share/podcast-sync.

        Files, where DIR is the library:
        \(table(LibraryPlaces.files.map { ($0.place, $0.meaning) }))

        Exit status, the most urgent where several apply (130, 3, 4, 1):
        \(table(ExitCode.ofRuns.map { ("\($0.rawValue)", $0.meaning) }))

        `podcast-sync COMMAND --help` says more of a command. `podcast-sync help --man` writes a manual
        page for `man`, and `podcast-sync help --bash` what bash needs to complete commands and options.
        """
    }

    /// The text of `podcast-sync COMMAND --help`.
    var help: String {
        [
            "usage: \(usage)", sentence, details,
            "Options:\n" + Self.table(accepted.map { ($0.synopsis, $0.summary) }),
            "Examples:\n" + examples.map { "  \($0.line)\n      \($0.purpose)" }.joined(separator: "\n"),
            "Exit status:\n" + Self.table(exitCodes.map { ("\($0.rawValue)", $0.meaning) }),
            seeAlso.isEmpty ? "" : "See also: " + seeAlso.joined(separator: ", "),
        ].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// How it is called.
    var usage: String { "podcast-sync \(synopsis) [OPTIONS]" }

    var synopsis: String { operands.isEmpty ? name : "\(name) \(operands)" }

    /// The summary as a sentence.
    var sentence: String { summary.prefix(1).uppercased() + summary.dropFirst() + "." }

    /// Rows of two columns, the first as wide as it has to be.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  " + $0.0.padded(to: width) + $0.1 }.joined(separator: "\n")
    }
}

extension Option {
    var synopsis: String { value.map { "\(name) \($0)" } ?? name }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 1))
    }
}
