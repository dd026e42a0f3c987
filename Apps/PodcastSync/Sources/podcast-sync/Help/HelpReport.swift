import PodcastModel

/// The help of one command, as `--json` writes it.
struct HelpReport: Encodable {
    struct Word: Encodable {
        let name: String
        /// What its value is called; nil for an option without one.
        let value: String?
        let summary: String
    }

    struct Call: Encodable {
        let line: String
        let purpose: String
    }

    struct Code: Encodable {
        let code: Int32
        let meaning: String
    }

    let command: String
    let usage: String
    let summary: String
    let details: String
    let options: [Word]
    let examples: [Call]
    let exitCodes: [Code]
    let seeAlso: [String]

    init(_ command: Command) {
        self.command = command.name
        usage = command.usage
        summary = command.summary
        details = command.details
        options = command.accepted.map { Word(name: $0.name, value: $0.value, summary: $0.summary) }
        examples = command.examples.map { Call(line: $0.line, purpose: $0.purpose) }
        exitCodes = command.exitCodes.map { Code(code: $0.rawValue, meaning: $0.meaning) }
        seeAlso = command.seeAlso
    }
}

/// The help of all, as `--json` writes it.
struct OverviewReport: Encodable {
    let name = ProgramVersion.name
    let version = ProgramVersion.number
    let commands: [HelpReport]

    init(_ commands: [Command]) { self.commands = commands.map(HelpReport.init) }
}
