import Foundation
import PodcastModel

/// `podcast-sync help`: the one command that is asked before any other.
enum HelpCommand {
    static let names = ["--help", "-h", "help"]

    /// - Parameter words: What follows its name: nothing, a command, --man or --bash; and --json, but for those two.
    /// - Throws: A usage error for anything else.
    static func answer(_ words: some Collection<String>) throws {
        let others = words.filter { $0 != Option.json.name }
        let isJSON = others.count < words.count
        guard let word = others.first, !names.contains(word) || others.count > 1 else {
            return try Output(isJSON: isJSON).write(OverviewReport(Command.all)) { lines(Command.overview) }
        }
        if let extra = others.dropFirst().first {
            throw PodcastError(
                .usage, "'\(extra)' is one too many", at: "help", advice: "see podcast-sync --help")
        }
        let page =
            switch word {
            case "--man": ManPage(Command.all).roff
            case "--bash": BashCompletion(Command.all).script
            default: nil as String?
            }
        guard let page else { return try answer(try command(word), isJSON: isJSON) }
        if isJSON {
            throw PodcastError(
                .usage, "\(word) is no answer in JSON", at: "help", advice: "leave out --json")
        }
        try Output(isJSON: false).line(page)
    }

    /// Answers with the help of one command.
    static func answer(_ command: Command, isJSON: Bool) throws {
        try Output(isJSON: isJSON).write(HelpReport(command)) { lines(command.help) }
    }

    private static func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }

    static func command(_ name: String) throws(PodcastError) -> Command {
        guard let command = Command.named(name) else {
            if name.hasPrefix("-") {
                throw PodcastError(
                    .usage, "is no command, which comes before its options",
                    at: "'\(name.withoutCredentials)'", advice: "see podcast-sync --help")
            }
            throw PodcastError(
                .usage, "there is no such command", at: "'\(name.withoutCredentials)'",
                advice: NearNames.near(name, among: Command.all.map(\.name)).suggestion
                    ?? "see podcast-sync --help")
        }
        return command
    }
}
