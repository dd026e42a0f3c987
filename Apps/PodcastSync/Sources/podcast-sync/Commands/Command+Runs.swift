import CogGraph
import CogMechanisms
import Foundation
import PodcastModel
import PodcastSync
import PodcastTransfer
import StoicServices

extension Command {
    static let runOptions: [Option] = [
        .library, .wait, .jobs, .perHost, .deadline, .netrc, .privateHosts, .quiet,
    ]

    static let refresh = Command(
        name: "refresh", operands: "[FEED…]", operandCount: 0...Int.max,
        summary: "fetch feeds and note what is new",
        details: """
            FEED is a feed's number, as `podcast-sync list` shows it, its address, or its title; without
            any, every feed is refreshed. A feed that fails is told on standard error and keeps what it
            had; the others go on.
            """, options: runOptions,
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example("podcast-sync refresh", "read every feed, and download nothing"),
            Example("podcast-sync refresh 2", "read one now, also when it rests after a failure"),
        ], seeAlso: ["sync", "plan"]
    ) { arguments in
        let (options, limits) = (try options(arguments), try limits(arguments))
        let directory = try arguments.existingLibrary()
        let feeds: RunRequest.Feeds =
            arguments.operands.isEmpty
            ? .all : .only(try FeedLookup(directory).ids(of: arguments.operands, for: arguments))
        let summary = try await run(
            arguments, .init(feeds: feeds, downloads: .none, limits: limits), options)
        let report = RunReport(summary)
        try Output(arguments).write(report) {
            report.feeds.flatMap(\.lines) + report.joined.map(\.line) + [report.refreshed]
        }
        return summary.exitCode
    }

    static func limits(_ arguments: Arguments) throws -> TransferLimits {
        let standard = TransferLimits()
        return TransferLimits(
            jobs: try arguments.count(.jobs) ?? standard.jobs,
            perHost: try arguments.count(.perHost) ?? standard.perHost)
    }

    /// How a run goes about it; whatever the arguments get wrong is told before anything is done.
    static func options(_ arguments: Arguments) throws -> RunOptions {
        let directory = try arguments.library()
        var options = RunOptions(
            command: arguments.command, allowsPrivateHosts: arguments.has(.privateHosts))
        if arguments.has(.wait) { options.onWait = { tellWait(directory, $0) } }
        options.deadline = try arguments.timeLeft()
        options.netrc = try netrc(arguments)
        options.notify = arguments.value(.notify)
        if options.notify?.isEmpty == true { throw arguments.usage("--notify needs COMMAND") }
        if !arguments.has(.quiet) { options.terminal = .standardError }
        options.engine = try engine(arguments)
        return options
    }

    /// What downloads; what it needs is there.
    private static func engine(_ arguments: Arguments) throws -> EngineChoice {
        switch arguments.value(.engine) {
        case nil, "url-session": return .urlSession
        case "aria2":
            let path = ProcessInfo.processInfo.environment["PATH"]
            if let program = Aria2Program.find(in: path) { return .aria2(program) }
            throw PodcastError(
                .usage, "there is no \(Aria2Program.name)", at: "--engine aria2",
                advice: "install the package aria2, or use --engine url-session")
        case let name?:
            let near = NearNames.near(name, among: ["url-session", "aria2"])
            throw PodcastError(
                .usage, "there is no engine '\(name)'", at: arguments.command,
                advice: near.suggestion ?? "use url-session or aria2")
        }
    }

    /// What the netrc file holds; the one at home may be missing.
    private static func netrc(_ arguments: Arguments) throws -> String {
        let home = ProcessInfo.processInfo.environment["HOME"].map { $0 + "/.netrc" }
        guard let path = arguments.value(.netrc) ?? home else { return "" }
        if let data = FileManager.default.contents(atPath: path) {
            return String(decoding: data, as: UTF8.self)
        }
        guard arguments.value(.netrc) == nil else {
            // What the file manager says of it is less than what the system says.
            let code = access(path, R_OK) == 0 ? EISDIR : errno
            throw arguments.usage("cannot read '\(path)': \(String(cString: strerror(code)))")
        }
        return ""
    }

    /// Runs over the command's library, which is there, with every failure told on standard error.
    ///
    /// - Parameter options: Those that the arguments give; made before by what changes something first.
    static func run(
        _ arguments: Arguments, _ request: RunRequest, _ options: RunOptions? = nil
    ) async throws -> RunSummary {
        var options = try options ?? Self.options(arguments)
        options.deadline = try arguments.timeLeft()
        let directory = try arguments.existingLibrary()
        let summary = try await run(request, directory, options)
        tell(summary, directory)
        return summary
    }

    /// Runs until done, or until SIGINT or SIGTERM ask it to stop.
    @MainActor
    static func run(
        _ request: RunRequest, _ directory: URL, _ options: RunOptions
    ) async throws -> RunSummary {
        try await LibraryRun(directory: directory, options: options)
            .run(request, stoppingOn: [.sigint, .sigterm]) { Cogs.assemble(mechanisms: $0) }
    }

    /// Tells on standard error what failed and what was left.
    static func tell(_ summary: RunSummary, _ directory: URL) {
        for failure in summary.failures { Output.complain(failure) }
        for paused in summary.pausedHosts {
            Output.complain(
                "\(paused.pause.host): asked to be left alone until "
                    + "\(paused.pause.until.formatted(.iso8601)); \(paused.waiting) left")
        }
        for titles in summary.undecided {
            Output.complain("\(titles.feedTitle): \(titles.what); \(titles.advice)")
        }
        let left = "with \(summary.remaining) left; run again to go on"
        if summary.isInterrupted { Output.complain("\(directory.path): interrupted \(left)") }
        if summary.isOverdue { Output.complain("\(directory.path): its time is over \(left)") }
    }
}
