import PodcastModel

/// All help as one page for `man`, in roff with the macros of man(7).
struct ManPage {
    private var lines: [String] = []

    init(_ commands: [Command]) {
        lines.append(
            ".TH PODCAST-SYNC 1 \"\" \"\(ProgramVersion.name) \(ProgramVersion.number)\" \"User Commands\"")
        section("NAME")
        text("podcast-sync - keep a podcast library in step with its feeds")
        section("SYNOPSIS")
        lines.append(".B podcast\\-sync\n.I COMMAND\n[\\fIOPTIONS\\fR]")
        section("DESCRIPTION")
        text(
            """
            A podcast library is a folder that follows its feeds. A sync reads the feeds, downloads what the \
            policy wants, and removes what it wants no more. Whatever ends it, the next one goes on where it was.
            """)
        section("COMMANDS")
        for command in commands { add(command) }
        section("OPTIONS OF MANY COMMANDS")
        for option in Option.shared { item(option.synopsis, option.summary) }
        section("EXIT STATUS")
        text("Of several the most urgent: 130, then 3, 4, and 1.")
        for code in ExitCode.ofRuns { item("\(code.rawValue)", code.meaning) }
        section("ENVIRONMENT")
        for (place, meaning) in LibraryPlaces.environment { item(place, meaning) }
        section("FILES")
        text(
            "DIR is the library: --library, else podcast-sync in XDG_DATA_HOME, else ~/.local/share/podcast-sync."
        )
        for (place, meaning) in LibraryPlaces.files { item(place, meaning) }
        section("EXAMPLES")
        for example in Example.beginning + commands.flatMap(\.examples) {
            item(example.line, example.purpose)
        }
        section("SEE ALSO")
        text("newsboat(1), crontab(5), systemd.timer(5), netrc(5)")
    }

    /// The page.
    var roff: String { lines.joined(separator: "\n") }

    private mutating func add(_ command: Command) {
        lines.append(".SS " + Self.escaped("\(command.synopsis) [OPTIONS]"))
        text(command.sentence)
        for paragraph in command.details.split(separator: "\n\n") {
            lines.append(".PP")
            text(String(paragraph))
        }
        for option in command.options where !Option.shared.contains(where: { $0.name == option.name }) {
            item(option.synopsis, option.summary)
        }
        let shared = Option.shared.map(\.name).filter(command.accepted.map(\.name).contains)
        lines.append(".PP")
        text("Takes \(shared.joined(separator: ", ")) too.")
        let codes = command.exitCodes.map { "\($0.rawValue)" }.joined(separator: ", ")
        text("Exits with one of \(codes).")
        if !command.seeAlso.isEmpty { text("See also \(command.seeAlso.joined(separator: ", ")).") }
    }

    private mutating func section(_ title: String) { lines.append(".SH " + title) }

    private mutating func item(_ term: String, _ meaning: String) {
        lines.append(".TP\n.B " + Self.escaped(term))
        text(meaning)
    }

    private mutating func text(_ text: String) {
        lines += text.split(separator: "\n").map { Self.escaped(String($0)) }
    }

    /// One line whose characters mean nothing to roff. A plain minus may become a hyphen, which nobody
    /// could paste.
    private static func escaped(_ line: String) -> String {
        var safe = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\\": safe += "\\e"
            case "-": safe += "\\-"
            case _ where scalar.isASCII: safe.unicodeScalars.append(scalar)
            default: safe += "\\[u\(String(scalar.value, radix: 16, uppercase: true).leftPadded)]"
            }
        }
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}

extension String {
    /// Four digits at least, as roff wants them.
    fileprivate var leftPadded: String { String(repeating: "0", count: max(4 - count, 0)) + self }
}
