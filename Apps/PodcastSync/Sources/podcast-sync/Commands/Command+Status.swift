import CogGraph
import Foundation
import PodcastModel
import PodcastStore
import PodcastSync

extension Command {
    static let status = Command(
        name: "status", summary: "show the feeds, what is here and what is wanted",
        options: [.library]
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let status = try await LibraryStatus(directory: directory, now: Date()) { Cogs.assemble() }
        let report = StatusReport(library: directory.path, status)
        try Output(isJSON: arguments.isJSON).write(report) { report.lines }
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
        let bytes: Int64
        let lastRefreshed: Date?
        let lastError: String?
        let isGone: Bool
    }

    let library: String
    let feeds: [Feed]

    init(library: String, _ status: LibraryStatus) {
        self.library = library
        feeds = status.feeds.map { entry in
            Feed(
                id: entry.feed.id.rawValue, url: entry.feed.url.withoutCredentials,
                title: entry.feed.title, folder: entry.feed.folder, episodes: entry.episodes,
                downloaded: entry.downloaded, wanted: entry.wanted, failed: entry.failed,
                bytes: entry.bytes, lastRefreshed: entry.feed.lastRefreshed,
                lastError: entry.feed.lastError, isGone: entry.feed.isGone)
        }
    }

    var lines: [String] {
        feeds.flatMap(\.lines) + [
            "\(feeds.count.counted("feed")), \(sum(\.episodes).counted("episode")), "
                + "\(sum(\.downloaded)) downloaded, \(sum(\.wanted)) wanted, "
                + "\(sum(\.failed)) failed, "
                + feeds.reduce(0) { $0 + $1.bytes }.formatted(.byteCount(style: .file))
                + " in \(library)"
        ]
    }

    private func sum(_ part: (Feed) -> Int) -> Int { feeds.reduce(0) { $0 + part($1) } }
}

extension StatusReport.Feed {
    fileprivate var lines: [String] {
        let refreshed =
            lastRefreshed.map { "refreshed " + $0.formatted(.iso8601) } ?? "never refreshed"
        let first =
            "\(id)\t\(title)\t\(episodes.counted("episode")), \(downloaded) downloaded, "
            + "\(wanted) wanted, \(failed) failed, \(refreshed)"
        let error = lastError.map { isGone ? "gone: \($0)" : "last error: \($0)" }
        return [first, "\t\(url)"] + (error.map { ["\t\($0)"] } ?? [])
    }
}
