import Foundation
import PodcastModel
import PodcastSync

/// A run's summary as commands write it.
struct RunReport: Encodable {
    struct Feed: Encodable {
        let id: Int64
        let url: String
        let title: String
        /// `updated`, `unchanged`, `failed`, `resting` after a failure, `paused` by its host, or
        /// `waiting` when the run ended before its turn.
        let state: String
        let episodes: Int
        var newEpisodes: Int?
        var warnings: [String]?
        var reason: String?
        /// Until when it rests or its host is paused.
        var waitsUntil: Date?
        var movedFrom: String?
    }

    struct PausedHost: Encodable {
        let host: String
        let until: Date
        let waiting: Int
    }

    struct Download: Encodable {
        let episode: Int64
        let title: String
        var path: String?
        var bytes: Int64?
        var fetchedBytes: Int64?
        var reason: String?
        /// Of one that is nobody's why that is so: `unknown`, `here`, `unwanted` or `undecided`.
        var unclaimed: String?
        /// And whether it came whole; else its transfer was ended.
        var isWhole: Bool?
    }

    /// A file that was removed, or could not be.
    struct Removal: Encodable {
        let episode: Int64
        let title: String
        let path: String
        let bytes: Int64
        let reason: String?
    }

    /// An episode that somebody was told of, or could not be.
    struct Notice: Encodable {
        let episode: Int64
        let title: String
        let reason: String?
    }

    /// The episodes of a feed that a pattern of its policy could not decide about.
    struct Undecided: Encodable {
        let feed: Int64
        let feedTitle: String
        let pattern: String
        let episodes: Int
        /// The title of one of them.
        let example: String
    }

    /// A subscription that became one with another of the same podcast.
    struct Joined: Encodable {
        let id: Int64
        let title: String
        let into: Int64

        var line: String { "\(title): the same podcast as feed \(into), and one subscription with it now" }
    }

    let feeds: [Feed]
    let joined: [Joined]
    let downloads: [Download]
    let notices: [Notice]
    let removals: [Removal]
    let pausedHosts: [PausedHost]
    let undecided: [Undecided]
    let episodes: Int
    let downloaded: Int
    let removed: Int
    let failed: Int
    let resting: Int
    let remaining: Int
    let interrupted: Bool
    let overdue: Bool

    init(_ summary: RunSummary) {
        feeds = summary.feeds.map(Feed.init)
        joined = summary.joined.map { Joined(id: $0.id.rawValue, title: $0.title, into: $0.into.rawValue) }
        downloads = summary.downloads.map(Download.init)
        notices = summary.notices.map {
            Notice(episode: $0.episode.rawValue, title: $0.title, reason: $0.reason)
        }
        removals = summary.removals.map(Removal.init)
        pausedHosts = summary.pausedHosts.map {
            PausedHost(host: $0.pause.host, until: $0.pause.until, waiting: $0.waiting)
        }
        undecided = summary.undecided.map {
            Undecided(
                feed: $0.feed.rawValue, feedTitle: $0.feedTitle, pattern: $0.pattern.text,
                episodes: $0.episodes,
                example: $0.example)
        }
        episodes = summary.episodes
        downloaded = summary.downloaded
        removed = summary.removed.count
        failed = summary.failures.count
        resting = summary.resting
        remaining = summary.remaining
        interrupted = summary.isInterrupted
        overdue = summary.isOverdue
    }

    /// What a sync says to people.
    var lines: [String] {
        feeds.flatMap(\.lines) + joined.map(\.line) + downloads.compactMap(\.unclaimedLine) + [
            "\(feeds.count.counted("feed")), \(episodes.counted("episode")), "
                + "\(downloaded) downloaded, \(failed) failed"
                + (removed > 0 ? ", \(removed) removed" : "")
                + (resting > 0 ? ", \(resting.counted("episode")) resting after a failure" : "")
                + (remaining > 0 ? ", \(remaining) left" : "")
        ]
    }

    /// What a refresh alone says to people in the end; a feed that failed, rests, or waits was not refreshed.
    var refreshed: String {
        let read = feeds.count { $0.state == "updated" || $0.state == "unchanged" }
        let of = read == feeds.count ? "" : "\(read) of "
        return "\(of)\(feeds.count.counted("feed")) refreshed"
    }

    /// Whether there is something to say of it.
    var isEventful: Bool {
        downloaded + removed + failed + remaining + joined.count > 0
            || downloads.contains { $0.unclaimed != nil }
            || feeds.contains { $0.state == "updated" && !$0.lines.isEmpty }
    }
}

extension RunReport.Feed {
    init(_ feed: RunSummary.FeedResult) {
        id = feed.id.rawValue
        url = feed.url.withoutCredentials
        title = feed.title
        episodes = feed.episodes
        waitsUntil = feed.wait?.until
        movedFrom = feed.movedFrom?.withoutCredentials
        switch feed.state {
        case .idle, .due:
            state =
                switch feed.wait {
                case .rest, .nextRun: "resting"
                case .pause: "paused"
                case nil: "waiting"
                }
        case .unchanged: state = "unchanged"
        case .updated(let new, let said):
            state = "updated"
            newEpisodes = new
            warnings = said
        case .failed(let why):
            state = "failed"
            reason = why
        }
    }

    /// The lines for people; nothing for a feed that did not change, or that failed: a failure
    /// goes to standard error.
    var lines: [String] {
        var lines: [String] = []
        if movedFrom != nil { lines.append("\(title): moved to \(url)") }
        if let newEpisodes, newEpisodes > 0 {
            lines.append("\(title): \(newEpisodes.counted("new episode"))")
        }
        if state == "resting", let waitsUntil {
            lines.append("\(title): failed before, rests until \(waitsUntil.formatted(.iso8601))")
        }
        return lines
    }
}

extension RunReport.Removal {
    init(_ result: RemovalResult) {
        episode = result.episode.rawValue
        title = result.title
        path = result.path
        bytes = result.bytes
        reason = result.reason
    }

    /// The line for people; a failure goes to standard error.
    var line: String? { reason == nil ? "removed: \(path)" : nil }
}

extension [RunReport.Removal] {
    /// What came of them all, in one line.
    var line: String {
        let gone = filter { $0.reason == nil }
        let bytes = gone.reduce(0) { $0 + $1.bytes }.formatted(.byteCount(style: .file, spellsOutZero: false))
        return "\(gone.count.counted("file")) removed, \(bytes) freed"
    }
}

extension RunReport.Download {
    /// The line for people; a failure goes to standard error.
    var line: String? { unclaimedLine ?? path.map { "downloaded: \($0)" } }

    /// The line of one that is nobody's.
    var unclaimedLine: String? {
        guard let path, let isWhole, let unclaimed = unclaimed.flatMap(Unclaimed.init) else { return nil }
        let what = isWhole ? "came unasked" : "stopped"
        return switch unclaimed {
        case .unknown: "\(what): \(path) belongs to no episode of the library"
        case .here: "\(what): \(path) is here already"
        case .unwanted: "\(what): \(path) is not wanted any more"
        case .undecided: "\(what): \(path) waits for a pattern that decides about it"
        }
    }

    init(_ result: DownloadResult) {
        episode = result.episode.rawValue
        title = result.title
        switch result.outcome {
        case .downloaded(let path, let bytes, let fetched):
            self.path = path
            self.bytes = bytes
            fetchedBytes = fetched
        case .failed(let why): reason = why
        case .unclaimed(let path, let why, let isWhole):
            self.path = path
            unclaimed = why.rawValue
            self.isWhole = isWhole
        }
    }
}

extension Int {
    /// The number with its noun, in the plural where it must be.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
