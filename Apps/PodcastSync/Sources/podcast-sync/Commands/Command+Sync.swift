import CogGraph
import CogMechanisms
import Foundation
import PodcastModel
import PodcastSync
import StoicServices

extension Command {
    static let once = Option(name: "--once", summary: "refresh, download, and end")
    static let watch = Option(name: "--watch", summary: "go on until stopped, as feeds become due")
    static let every = Option(
        name: "--every", value: "TIME",
        summary: "how old a feed gets before --watch reads it again; 1h unless given")
    static let noClean = Option(
        name: "--no-clean", summary: "leave the files that no policy wants any more")

    static let sync = Command(
        name: "sync", operands: "--once | --watch",
        summary: "refresh every feed, then download what is wanted",
        details: """
            Episodes are downloaded as the policy says; see `podcast-sync policy`. Stopped by SIGINT or
            SIGTERM, it keeps the parts of what it was downloading, and the next run goes on
            from them. In the end the files that no policy wants any more are removed, as
            `podcast-sync clean` does. With --watch a feed is read again after the time of --every, or
            later where its publisher asks for that. Between two runs the library is free for other
            commands; a run sees what they changed, and SIGHUP begins one at once. When standard output
            is a pipe and its reader ends, the watch ends too, as by SIGTERM.

            With --engine aria2 the files come by an aria2 beside the program, which goes on when the program
            is stopped or killed; the next run with it takes up what goes on and what came meanwhile.
            """, options: [once, watch, every, noClean, .notify, .engine] + runOptions,
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example(
                "podcast-sync sync --once --quiet --deadline 50m",
                "from cron, each hour: speaks only of what failed"),
            Example(
                "podcast-sync sync --watch --every 6h",
                "from a service manager: stays, and looks every six hours"),
            Example(
                "podcast-sync sync --once --engine aria2",
                "downloads go on when it is stopped or killed"),
            Example("podcast-sync sync --once --json", "for another program"),
        ], seeAlso: ["refresh", "policy", "status", "doctor"]
    ) { arguments in
        guard arguments.has(once) != arguments.has(watch) else {
            throw arguments.usage("needs --once or --watch")
        }
        var request = RunRequest(
            downloads: .wanted, removals: arguments.has(noClean) ? .skipped : .unwanted,
            limits: try limits(arguments))
        let interval = try arguments.time(every)
        guard arguments.has(watch) else {
            if interval != nil { throw arguments.usage("--every goes with --watch") }
            let summary = try await run(arguments, request)
            let report = RunReport(summary)
            try Output(arguments).write(report) { report.lines }
            return summary.exitCode
        }
        if arguments.value(.deadline) != nil { throw arguments.usage("--deadline goes with --once") }
        request.feeds = .due(every: interval ?? 3600)
        return try await keepWatch(arguments, request)
    }

    private static func keepWatch(
        _ arguments: Arguments, _ request: RunRequest
    ) async throws -> ExitCode {
        let options = try options(arguments)
        let directory = try arguments.existingLibrary()
        let watch = LibraryWatch(directory: directory, options: options)
        let alarm = Alarm()
        let reloading = Task { await ringOnHangUp(alarm) }
        defer { reloading.cancel() }
        let output = Output(arguments)
        let watching = Task {
            try await watch.watch(
                request, stoppingOn: [.sigint, .sigterm], alarm: alarm,
                assemble: { Cogs.assemble(mechanisms: $0) }
            ) { summary in
                tell(summary, directory)
                let report = RunReport(summary)
                if arguments.isJSON || report.isEventful { try output.write(report) { report.lines } }
            }
        }
        // What goes on by itself ends with whoever it tells, as a program does that a pipe's end kills.
        OutputReader.whenGone { watching.cancel() }
        return try await watching.value
    }

    /// Rings for each SIGHUP until cancelled.
    private static func ringOnHangUp(_ alarm: Alarm) async {
        // Between two listenings it must not end the program.
        signal(SIGHUP, SIG_IGN)
        while !Task.isCancelled {
            let (never, end) = AsyncStream<Never>.makeStream()
            try? await ServiceGraph(label: "podcast-sync reload") {}.run(stoppingOn: [.sighup]) { _ in
                for await _ in never {}
            }
            end.finish()
            alarm.ring()
        }
    }
}
