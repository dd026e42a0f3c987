import CogGraph
import CogMechanisms
import Foundation
import PodcastModel
import PodcastSync
import StoicServices

extension Command {
    static let runOptions: [Option] = [.library, .jobs, .perHost, .privateHosts]

    static let once = Option(name: "--once", summary: "refresh, download, and end")

    static let noClean = Option(
        name: "--no-clean", summary: "leave the files that no policy wants any more")

    static let refresh = Command(
        name: "refresh", operands: "[FEED…]", operandCount: 0...Int.max,
        summary: "fetch feeds and note what is new",
        details: """
            FEED is a feed's number, as `podcast-sync list` shows it, its address, or its title; without
            any, every feed is refreshed. A feed that fails is told on standard error and keeps what it
            had; the others go on.
            """, options: runOptions
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let feeds: RunRequest.Feeds =
            arguments.operands.isEmpty
            ? .all : .only(try FeedLookup(directory).ids(of: arguments.operands, for: arguments))
        let summary = try await run(
            arguments, .init(feeds: feeds, downloads: .none, limits: limits(arguments)))
        let report = RunReport(summary)
        try Output(isJSON: arguments.isJSON).write(report) {
            report.feeds.flatMap(\.lines) + ["\(report.feeds.count.counted("feed")) refreshed"]
        }
        return summary.exitCode
    }

    static let sync = Command(
        name: "sync", operands: "--once", summary: "refresh every feed, then download what is wanted",
        details: """
            Episodes are downloaded as the policy says; see `podcast-sync policy`. Stopped by SIGINT or
            SIGTERM, it keeps the parts of what it was downloading, and the next run goes on
            from them. In the end the files that no policy wants any more are removed, as
            `podcast-sync clean` does.
            """, options: [once, noClean] + runOptions
    ) { arguments in
        guard arguments.has(once) else { throw arguments.usage("needs --once") }
        let summary = try await run(
            arguments,
            .init(
                downloads: .wanted, removals: arguments.has(noClean) ? .none : .unwanted,
                limits: limits(arguments)))
        let report = RunReport(summary)
        try Output(isJSON: arguments.isJSON).write(report) {
            report.feeds.flatMap(\.lines) + [
                "\(report.feeds.count.counted("feed")), \(report.episodes.counted("episode")), "
                    + "\(report.downloaded) downloaded, \(report.failed) failed"
                    + (report.removed > 0 ? ", \(report.removed) removed" : "")
                    + (report.remaining > 0 ? ", \(report.remaining) left" : "")
            ]
        }
        return summary.exitCode
    }

    static func limits(_ arguments: Arguments) throws -> TransferLimits {
        let standard = TransferLimits()
        return TransferLimits(
            jobs: try arguments.count(.jobs) ?? standard.jobs,
            perHost: try arguments.count(.perHost) ?? standard.perHost)
    }

    /// Runs over the command's library, which is there, with every failure told on standard error.
    static func run(_ arguments: Arguments, _ request: RunRequest) async throws -> RunSummary {
        let summary = try await run(
            request, try arguments.existingLibrary(), command: arguments.command,
            allowsPrivateHosts: arguments.has(.privateHosts))
        for failure in summary.failures { Output.complain(failure) }
        for paused in summary.pausedHosts {
            Output.complain(
                "\(paused.pause.host): asked to be left alone until "
                    + "\(paused.pause.until.formatted(.iso8601)); \(paused.waiting) left")
        }
        return summary
    }

    /// Runs until done, or until SIGINT or SIGTERM ask it to stop.
    @MainActor
    static func run(
        _ request: RunRequest, _ directory: URL, command: String, allowsPrivateHosts: Bool
    ) async throws -> RunSummary {
        let summary = try await LibraryRun(
            directory: directory, command: command, allowsPrivateHosts: allowsPrivateHosts
        ).run(request, stoppingOn: [.sigint, .sigterm]) { Cogs.assemble(mechanisms: $0) }
        if summary.exitCode == .interrupted {
            Output.complain(
                "\(directory.path): interrupted with \(summary.remaining) left; run again to go on")
        }
        return summary
    }
}
