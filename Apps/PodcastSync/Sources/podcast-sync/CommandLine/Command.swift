import PodcastModel

/// One command of the program: how it is called, what it says of itself, and what it does.
struct Command: Sendable {
    let name: String
    /// What follows the name, in the usual notation; nothing for no operands.
    var operands = ""
    /// How many operands it takes.
    var operandCount: ClosedRange<Int> = 0...0
    /// One line for the overview.
    let summary: String
    /// What the summary leaves out.
    var details = ""
    /// What it takes besides the options that every command takes.
    var options: [Option] = []
    /// How it may end.
    var exitCodes = ExitCode.ofChoices
    var examples: [Example] = []
    /// The commands that go with it.
    var seeAlso: [String] = []
    let run: @Sendable (Arguments) async throws -> ExitCode

    static let all: [Command] = [
        subscribe, unsubscribe, list, importList, export, refresh, episodes, plan, sync, download, skip, keep,
        clean, policy, status, doctor, serve, demo,
    ]

    static func named(_ name: String) -> Command? { all.first { $0.name == name } }

    /// Every option it takes.
    var accepted: [Option] { options + [.json, .help] }
}

/// One option of a command.
struct Option: Sendable {
    let name: String
    /// What its value is called; nil for an option without one.
    var value: String?
    let summary: String

    static let library = Option(
        name: "--library", value: "DIR",
        summary: "the library's folder; ~/.local/share/podcast-sync unless given")
    static let json = Option(
        name: "--json", summary: "answer with one JSON object on standard output")
    static let help = Option(name: "--help", summary: "say how the command is used")
    static let privateHosts = Option(
        name: "--allow-private-hosts",
        summary: "let feeds point at loopback, link-local and private hosts")
    static let jobs = Option(
        name: "--jobs", value: "N", summary: "transfers at once, in all; 4 unless given")
    static let quiet = Option(name: "--quiet", summary: "say nothing but what failed")
    static let engine = Option(
        name: "--engine", value: "NAME",
        summary: "what downloads, url-session or aria2, which goes on alone; url-session unless given")
    static let wait = Option(
        name: "--wait",
        summary: "wait for the library while another process has it; gives up at once unless given")
    static let netrc = Option(
        name: "--netrc", value: "FILE", summary: "names and passwords of hosts; ~/.netrc unless given")
    static let notify = Option(
        name: "--notify", value: "COMMAND", summary: "run COMMAND for each episode that came")
    static let deadline = Option(
        name: "--deadline", value: "TIME",
        summary: "leave the rest to the next run after 90s, 10m, 2h or 1d; never unless given")
    static let perHost = Option(
        name: "--per-host", value: "N", summary: "transfers at once on one host; 2 unless given")

    /// Those that mean the same to every command that takes them.
    static let shared = [
        library, wait, jobs, perHost, deadline, netrc, privateHosts, notify, quiet, json, help,
    ]
}
