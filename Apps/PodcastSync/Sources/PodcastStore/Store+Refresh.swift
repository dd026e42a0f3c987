public import Foundation
public import PodcastFeeds
public import PodcastModel

extension Store {
    /// Commits what one refresh found, with its validators, in one transaction (POD-8), and its warnings in place
    /// of the last document's (POD-5).
    ///
    /// Episodes are matched by identity, then by enclosure where a publisher renamed (POD-1). What
    /// vanished is marked absent, unless the document has further pages or no items (POD-4). The first
    /// commit names the feed's folder from its title, for good (POD-11). Of later ones, what is new beyond
    /// the policy's cap gets tombstones (POD-3); what a feed begins with is its backlog, however long.
    ///
    /// - Parameters:
    ///   - floor: How long its publisher asks to wait until the next refresh, in seconds (POD-16).
    ///   - hostTime: What its host says that the time is.
    ///   - now: When new episodes were first seen, if the clock is not far behind the host's.
    /// - Returns: The new episodes, in document order.
    /// - Throws: When anything fails; then nothing of it happened.
    public func commit(
        _ parsed: ParsedFeed, validators: Validators, to feed: FeedID,
        floor: TimeInterval = 0, hostTime: Date? = nil, now: Date
    ) throws(PodcastError) -> [Episode] {
        try access { (db) throws(PodcastError) in
            try db.transaction("committing the refresh of \(feed)") { () throws(PodcastError) in
                let isUnread = try Self.isUnread(db, feed)
                try Self.update(db, feed, parsed, validators, floor, hostTime, now)
                let new = try Self.merge(
                    db, feed, parsed.items, marksAbsent: parsed.nextPage == nil && !parsed.items.isEmpty,
                    HostTime.seen(hostTime, now: now))
                if isUnread { try Self.setNextPage(db, feed, parsed.nextPage) }
                return isUnread ? new : try Self.capNew(db, feed, new)
            }
        }
    }

    /// Commits one page of a feed's archive with where the next is (POD-16).
    ///
    /// It is backlog, however long, and says nothing of the feed itself or of episodes that are known: the
    /// feed's own document is newer.
    ///
    /// - Parameter parsed: Nil where the archive ends for want of a page that can be read.
    /// - Returns: The new episodes, in document order.
    public func commitPage(
        _ parsed: ParsedFeed?, of feed: FeedID, now: Date
    ) throws(PodcastError) -> [Episode] {
        try access { (db) throws(PodcastError) in
            try db.transaction("committing a page of \(feed)") { () throws(PodcastError) in
                let known = Set(
                    try Self.episodes(db, "WHERE feed = ?", [.int(feed.rawValue)]).map(\.identity))
                let items = (parsed?.items ?? []).filter { !known.contains($0.identity) }
                try Self.setNextPage(db, feed, parsed?.nextPage)
                return try Self.merge(db, feed, items, marksAbsent: false, now)
            }
        }
    }

    private static func setNextPage(
        _ db: Connection, _ feed: FeedID, _ page: URL?
    ) throws(PodcastError) {
        let changed = try db.run(
            "UPDATE feeds SET next_page = ? WHERE id = ?",
            [.text(page?.absoluteString), .int(feed.rawValue)], for: "noting the next page of \(feed)")
        guard changed == 1 else {
            throw PodcastError(.someFailed, "is not subscribed any more", at: "\(feed)")
        }
    }

    private static func isUnread(_ db: Connection, _ feed: FeedID) throws(PodcastError) -> Bool {
        try !db.rows(
            "SELECT 1 FROM feeds WHERE id = ? AND last_refreshed IS NULL", [.int(feed.rawValue)],
            for: "reading \(feed)", { _ in }
        ).isEmpty
    }

    private static func update(
        _ db: Connection, _ feed: FeedID, _ parsed: ParsedFeed, _ validators: Validators, _ floor: Double,
        _ hostTime: Date?, _ now: Date
    ) throws(PodcastError) {
        // A document without a title takes away no title that is known from elsewhere.
        let changed = try db.run(
            """
            UPDATE feeds SET title = coalesce(?, title), etag = ?, last_modified = ?, last_refreshed = ?,
            last_error = NULL, gone = 0, attempts = 0, next_attempt = NULL, refresh_floor = ?,
            podcast_guid = coalesce(?, podcast_guid), host_time = coalesce(?, host_time),
            warnings = ? WHERE id = ?
            """,
            [
                .text(parsed.isUntitled ? nil : parsed.title), .text(validators.etag),
                .text(validators.lastModified), .date(now), .real(floor),
                .text(parsed.podcastGUID), .date(hostTime), lines(parsed.warnings), .int(feed.rawValue),
            ], for: "updating \(feed)")
        guard changed == 1 else {
            throw PodcastError(.someFailed, "is not subscribed any more", at: "\(feed)")
        }
        try nameFolder(db, feed)
    }

    private static func lines(_ warnings: [String]) -> SQLValue {
        let lines = warnings.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        return .text(lines.isEmpty ? nil : lines.joined(separator: "\n"))
    }

    static func warnings(_ lines: String?) -> [String] {
        lines?.split(separator: "\n").map(String.init) ?? []
    }

    /// Names the folder from the title at the first parse, for good: later titles move no files (POD-11).
    private static func nameFolder(_ db: Connection, _ feed: FeedID) throws(PodcastError) {
        let operation = "naming the folder of \(feed)"
        let id = SQLValue.int(feed.rawValue)
        let titles = try db.rows(
            "SELECT title FROM feeds WHERE id = ? AND folder_named = 0", [id], for: operation
        ) { $0.text(0) ?? "" }
        guard let title = titles.first else { return }
        // Its own provisional name is in nobody's way.
        try db.run(
            "UPDATE feeds SET folder_key = 'feed ' || id || '/' WHERE id = ?", [id], for: operation)
        let folder = try freeFolder(db, title: title)
        try db.run(
            "UPDATE feeds SET folder = ?, folder_key = ?, folder_named = 1 WHERE id = ?",
            [.text(folder), .text(FileNames.collisionKey(folder)), id], for: operation)
    }
}
