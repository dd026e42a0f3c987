import CogGraph
import Foundation
import PodcastModel
import PodcastStore
import PodcastSync

extension Command {
    static let status = Command(
        name: "status", summary: "show the feeds, what is here and what is wanted",
        details: """
            While another command is at work on the library, the last line says which, and how far it is; the
            lines before it name what goes on beside it, or when nobody is at work: see --engine of sync.
            """, options: [.library],
        examples: [
            Example("podcast-sync status", "one line for each feed"),
            Example(
                "podcast-sync status --json | jq '.feeds[] | select(.lastError)'",
                "the feeds that failed"),
            Example(
                "podcast-sync status --json | jq '.feeds[] | select(.warnings != [])'",
                "the feeds that are not as they should be, and were read all the same"),
        ], seeAlso: ["list", "plan", "doctor"]
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let plan = try await LibraryPlan(directory: directory, now: Date()) { Cogs.assemble() }
        let report = StatusReport(
            library: directory.path, plan, running: RunningWork(in: directory),
            outside: await OutsideDownload.all(in: directory))
        try Output(arguments).write(report) { report.lines }
        return .done
    }
}

/// What `status` answers.
private struct StatusReport: Encodable {
    struct Feed: Encodable {
        let id: Int64
        let url: String
        let title: String
        let folder: String
        let episodes: Int
        let downloaded: Int
        let wanted: Int
        let failed: Int
        let removable: Int
        let bytes: Int64
        let lastRefreshed: Date?
        let lastError: String?
        let warnings: [String]
        let isGone: Bool
    }

    let library: String
    let feeds: [Feed]
    let running: RunningWork?
    let outside: [OutsideDownload]

    init(
        library: String, _ plan: LibraryPlan, running: RunningWork?, outside: [OutsideDownload]
    ) {
        self.library = library
        self.outside = outside
        self.running = running
        feeds = plan.feeds.map { entry in
            let feed = entry.feed
            return Feed(
                id: feed.id.rawValue, url: feed.url.withoutCredentials, title: feed.title,
                folder: feed.folder, episodes: entry.entries.count,
                downloaded: entry.entries.count { $0.episode.download.isDownloaded },
                wanted: entry.downloads, failed: entry.entries.count { $0.action == .wait },
                removable: entry.entries.count { $0.action == .remove }, bytes: entry.bytes,
                lastRefreshed: feed.lastRefreshed, lastError: feed.lastError, warnings: feed.warnings,
                isGone: feed.isGone)
        }
    }

    var lines: [String] {
        feeds.flatMap(\.lines) + [sums] + outside.map(\.text) + (running.map { [$0.line] } ?? [])
    }

    private var sums: String {
        "\(feeds.count.counted("feed")), \(sum(\.episodes).counted("episode")), "
            + "\(sum(\.downloaded)) downloaded, \(sum(\.wanted)) wanted, "
            + "\(sum(\.failed)) failed, "
            + feeds.reduce(0) { $0 + $1.bytes }.formatted(.byteCount(style: .file, spellsOutZero: false))
            + " in \(library)"
    }

    private func sum(_ part: (Feed) -> Int) -> Int { feeds.reduce(0) { $0 + part($1) } }
}

extension RunningWork {
    fileprivate var line: String {
        let work = text.isEmpty ? "" : ": " + text
        return "process \(process) (\(command)) is at work since \(since.formatted(.iso8601))\(work)"
    }
}

extension StatusReport.Feed {
    fileprivate var lines: [String] {
        let refreshed =
            lastRefreshed.map { "refreshed " + $0.formatted(.iso8601) } ?? "never refreshed"
        let first =
            "\(id)\t\(title)\t\(episodes.counted("episode")), \(downloaded) downloaded, "
            + "\(wanted) wanted, \(failed) failed, \(refreshed)"
        let error = lastError.map { isGone ? "gone: \($0)" : "last error: \($0)" }
        let faults = warnings.isEmpty ? nil : "warnings: " + warnings.joined(separator: "; ")
        return [first, "\t\(url)"] + [error, faults].compactMap { $0.map { "\t\($0)" } }
    }
}

extension DownloadState {
    var isDownloaded: Bool { if case .downloaded = self { true } else { false } }
}
