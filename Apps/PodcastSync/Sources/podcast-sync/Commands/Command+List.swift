import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastSync

extension Command {
    static let deleteFiles = Option(
        name: "--delete", summary: "remove the downloaded files too, also those that are kept")

    static let list = Command(
        name: "list", summary: "list the feeds",
        details: "Each line has the feed's number, its title and its address.", options: [.library],
        examples: [
            Example("podcast-sync list", "the feeds with their numbers"),
            Example("podcast-sync list --json | jq -r '.feeds[].url'", "their addresses alone"),
        ], seeAlso: ["status", "episodes"]
    ) { arguments in
        let store = try Store(reading: try arguments.existingLibrary())
        let lines = try store.feeds().map(FeedLine.init)
        try Output(arguments).write(["feeds": lines]) { lines.map(\.line) }
        return .done
    }

    static let unsubscribe = Command(
        name: "unsubscribe", operands: "FEED…", operandCount: 1...Int.max,
        summary: "forget feeds and their episodes",
        details: """
            FEED is a feed's number, as `podcast-sync list` shows it, its address, or its title. The files
            that were downloaded stay where they are, unless --delete is given.
            """, options: [deleteFiles, .library, .wait],
        exitCodes: ExitCode.ofChecks,
        examples: [
            Example("podcast-sync unsubscribe 3", "forget feed 3, and leave its files"),
            Example(
                "podcast-sync unsubscribe 'Morning Radio' --delete",
                "forget a feed by its title, files and all"),
        ], seeAlso: ["list", "subscribe"]
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let deletes = arguments.has(deleteFiles)
        let feeds = try await locked(arguments) { store in
            let lookup = try FeedLookup(store)
            var seen: Set<FeedID> = []
            let feeds = try arguments.operands.map { try lookup.feed($0, for: arguments) }
                .filter { seen.insert($0.id).inserted }
            if deletes {
                for episode in try store.episodes() where seen.contains(episode.feed) {
                    try store.setSkipped(episode.id, true)
                }
            }
            return feeds
        }
        var removals: [RemovalResult] = []
        if deletes {
            let summary = try await run(arguments, .init(feeds: .only([]), removals: .skipped))
            removals = summary.removals
            // A file that cannot be removed keeps its feed, so that a second attempt knows of it.
            guard summary.exitCode == .done else {
                try report([], removals, arguments)
                return summary.exitCode
            }
        }
        let files = LibraryFiles(directory)
        let gone = try await locked(arguments) { store in
            try feeds.map { feed in
                // Its folder first: were the process to end in between, nothing would know an empty one any more.
                let remains = files.remains(of: feed)
                let left = try store.removeFeed(feed.id) && remains
                return Unsubscription(feed, folder: left ? feed.folder : nil)
            }
        }
        try report(gone, removals, arguments)
        return .done
    }

    private static func report(
        _ gone: [Unsubscription], _ removals: [RemovalResult], _ arguments: Arguments
    ) throws {
        let report = UnsubscribeReport(feeds: gone, removals: removals.map(RunReport.Removal.init))
        try Output(arguments).write(report) { gone.map(\.line) }
    }

    static let export = Command(
        name: "export", operands: "[FILE]", operandCount: 0...1,
        summary: "write the feeds as OPML, to standard output or a file",
        details: """
            FILE is written whole or not at all. Names and passwords are left out of the addresses; a key
            that is part of an address is part of what the feed is called, and stays.
            """, options: [.library],
        examples: [
            Example("podcast-sync export subscriptions.opml", "keep the subscriptions elsewhere")
        ], seeAlso: ["import"]
    ) { arguments in
        let feeds = try Store(reading: try arguments.existingLibrary()).feeds()
        let text = OPML.document(feeds.map { OPMLSubscription(url: $0.url, title: $0.title) })
        let path = arguments.operands.first.flatMap { $0 == "-" ? nil : $0 }
        if let path { try write(text, to: path) }
        let report = ExportReport(feeds: feeds.count, path: path, opml: path == nil ? text : nil)
        try Output(arguments).write(report) {
            path.map { ["\(feeds.count.counted("feed")) written to \($0)"] }
                ?? text.split(separator: "\n").map(String.init)
        }
        return .done
    }

    private static func write(_ text: String, to path: String) throws(PodcastError) {
        let new = "\(path).\(getpid()).new"
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw unwritable(path, errno) }
        var code = Output.put(text, file)
        if code == 0, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(new, path) != 0 { code = errno }
        guard code != 0 else { return }
        _ = unlink(new)
        throw unwritable(path, code)
    }

    private static func unwritable(_ path: String, _ code: Int32) -> PodcastError {
        PodcastError(
            .usage, "cannot write it: \(String(cString: strerror(code)))", at: path,
            advice: "give a file that can be written")
    }
}

/// One feed as `list` lists it.
private struct FeedLine: Encodable {
    let id: Int64
    let title: String
    let url: String
    let folder: String
    let lastRefreshed: Date?
    let lastError: String?
    let warnings: [String]
    let isGone: Bool

    init(_ feed: Feed) {
        id = feed.id.rawValue
        title = feed.title
        url = feed.url.withoutCredentials
        folder = feed.folder
        lastRefreshed = feed.lastRefreshed
        lastError = feed.lastError
        warnings = feed.warnings
        isGone = feed.isGone
    }

    var line: String { "\(id)\t\(title)\t\(url)\(isGone ? "\tgone" : "")" }
}

/// What `unsubscribe` answers.
private struct UnsubscribeReport: Encodable {
    let feeds: [Unsubscription]
    let removals: [RunReport.Removal]
}

/// One feed that `unsubscribe` forgot.
private struct Unsubscription: Encodable {
    let id: Int64
    let title: String
    let url: String
    /// Where files of it stay, below the library.
    let folder: String?

    init(_ feed: Feed, folder: String?) {
        id = feed.id.rawValue
        title = feed.title
        url = feed.url.withoutCredentials
        self.folder = folder
    }

    var line: String { "unsubscribed: \(title)\(folder.map { ", whose files stay in \($0)" } ?? "")" }
}

/// What `export` answers.
private struct ExportReport: Encodable {
    let feeds: Int
    let path: String?
    let opml: String?
}
