import PodcastModel

/// `podcast-sync help`: the one command that is asked before any other.
enum HelpCommand {
    static let names = ["--help", "-h", "help"]

    /// - Parameter words: What follows its name: nothing, a command, --man or --bash.
    /// - Throws: A usage error for anything else.
    static func text(_ words: some Collection<String>) throws(PodcastError) -> String {
        guard let word = words.first else { return Command.overview }
        if let extra = words.dropFirst().first {
            throw PodcastError(
                .usage, "'\(extra)' is one too many", at: "help", advice: "see podcast-sync --help")
        }
        switch word {
        case "--man": return ManPage(Command.all).roff
        case "--bash": return BashCompletion(Command.all).script
        case "--help", "-h", "help": return Command.overview
        default: return try command(word).help
        }
    }

    static func command(_ name: String) throws(PodcastError) -> Command {
        guard let command = Command.named(name) else {
            throw PodcastError(
                .usage, "there is no such command", at: "'\(name.withoutCredentials)'",
                advice: NearNames.near(name, among: Command.all.map(\.name)).suggestion
                    ?? "see podcast-sync --help")
        }
        return command
    }
}
