import Foundation
import PodcastModel
import PodcastStore

extension Command {
    static let episodes = Command(
        name: "episodes", operands: "[FEED]", operandCount: 0...1,
        summary: "list episodes, the newest of each feed first",
        details: """
            FEED is a feed's number, as `podcast-sync list` shows it, its address, or its title. Each line
            has the episode's number, its date, whether its file is here, and its title.
            """, options: [.library],
        examples: [
            Example(
                "podcast-sync episodes 2",
                "the episodes of feed 2, with the numbers that other commands take")
        ], seeAlso: ["plan", "download", "skip", "keep"]
    ) { arguments in
        let store = try Store(reading: try arguments.existingLibrary())
        let only = try arguments.operands.first.map { try FeedLookup(store).feed($0, for: arguments) }
        let feeds = try only.map { [$0] } ?? store.feeds()
        var lines: [EpisodeLine] = []
        for feed in feeds {
            lines += try store.episodes(feed.id)
                .sorted { $0.isNewer(than: $1) }
                .map { EpisodeLine($0, of: feed) }
        }
        try Output(arguments).write(["episodes": lines]) { lines.map(\.line) }
        return .done
    }
}

/// One episode as `episodes` lists it.
private struct EpisodeLine: Encodable {
    let id: Int64
    let feed: Int64
    let feedTitle: String
    let title: String
    let published: Date?
    /// `none`, `downloaded`, `failed` or `skipped`.
    let state: String
    let isAbsent: Bool
    let isKept: Bool
    /// Whether the user asked for it.
    let isAsked: Bool
    let url: String?
    var path: String?
    var bytes: Int64?
    var reason: String?
    var nextAttemptAt: Date?
    private let shownDate: Date

    private enum CodingKeys: CodingKey {
        case id, feed, feedTitle, title, published, state, isAbsent, isKept, isAsked, url, path, bytes
        case reason, nextAttemptAt
    }

    init(_ episode: Episode, of feed: Feed) {
        id = episode.id.rawValue
        self.feed = feed.id.rawValue
        feedTitle = feed.title
        title = episode.title
        published = episode.published
        isAbsent = episode.absent
        isKept = episode.kept
        isAsked = episode.asked
        url = episode.enclosureURL?.withoutCredentials
        shownDate = episode.effectiveDate
        switch episode.download {
        case .none, .downloading: state = "none"
        case .skipped: state = "skipped"
        case .downloaded(let name, let size):
            state = "downloaded"
            path = feed.folder + "/" + name
            bytes = size
        case .failed(let why, let next):
            state = "failed"
            reason = why
            nextAttemptAt = next
        }
    }

    var line: String {
        let day = shownDate.formatted(.iso8601.year().month().day())
        let notes = [
            isAbsent ? "no longer in the feed" : nil, isKept ? "kept" : nil, isAsked ? "asked for" : nil,
            reason,
        ].compactMap { $0 }
        let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        return "\(id)\t\(day)\t\(state)\t\(feedTitle)\t\(title)\(note)"
    }
}
