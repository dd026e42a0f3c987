public import Foundation
import PodcastFeeds
public import PodcastModel

extension Store {
    /// Whether a subscription is new.
    public enum Addition: Hashable, Sendable {
        case inserted(Feed)
        /// Subscribing twice is a notice and no error (POD-8).
        case existing(Feed)

        public var feed: Feed {
            switch self {
            case .inserted(let feed), .existing(let feed): feed
            }
        }
    }

    /// Subscribes to `url`, once however often it is asked for and however it is spelled (POD-8).
    ///
    /// Until the feed was parsed its folder has a name that is its own and not yet for good; see
    /// ``commit(_:validators:to:floor:now:)``.
    ///
    /// - Parameter title: What to call it until the feed says so itself; its host where there is none.
    public func addFeed(_ url: URL, title: String? = nil) throws(PodcastError) -> Addition {
        let url = FeedURL.normal(url)
        return try access { (db) throws(PodcastError) in
            try db.transaction("adding a feed") { () throws(PodcastError) in
                if let known = try Self.feeds(db, "WHERE url = ?", [.text(url.absoluteString)]).first {
                    return .existing(known)
                }
                let name = title ?? url.host ?? "feed"
                let folder = try Self.freeFolder(db, title: name)
                try db.run(
                    "INSERT INTO feeds (url, title, folder, folder_key) VALUES (?, ?, ?, ?)",
                    [
                        .text(url.absoluteString), .text(name), .text(folder),
                        .text(FileNames.collisionKey(folder)),
                    ],
                    for: "adding a feed")
                return .inserted(Feed(id: FeedID(db.lastInsertedRow), url: url, title: name, folder: folder))
            }
        }
    }

    /// One subscription; nil when there is none of that id.
    public func feed(_ id: FeedID) throws(PodcastError) -> Feed? {
        try access { (db) throws(PodcastError) in
            try Self.feeds(db, "WHERE id = ?", [.int(id.rawValue)]).first
        }
    }

    /// The subscription at an address, however that is spelled; nil when there is none.
    public func feed(at url: URL) throws(PodcastError) -> Feed? {
        let address = FeedURL.normal(url).absoluteString
        return try access { (db) throws(PodcastError) in
            try Self.feeds(db, "WHERE url = ?", [.text(address)]).first
        }
    }

    /// All subscriptions, oldest first.
    public func feeds() throws(PodcastError) -> [Feed] {
        try access { (db) throws(PodcastError) in try Self.feeds(db, "", []) }
    }

    /// Ends a subscription; its episodes go with it.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func removeFeed(_ id: FeedID) throws(PodcastError) -> Bool {
        try access { (db) throws(PodcastError) in
            try db.run("DELETE FROM feeds WHERE id = ?", [.int(id.rawValue)], for: "removing \(id)") > 0
        }
    }

    /// Moves a subscription once its new address parsed; its folder stays (POD-9).
    ///
    /// - Throws: Also when another feed is subscribed at that address; then nothing changes.
    public func moveFeed(_ id: FeedID, to url: URL) throws(PodcastError) {
        let url = FeedURL.normal(url)
        try access { (db) throws(PodcastError) in
            try db.transaction("moving \(id)") { () throws(PodcastError) in
                let address = SQLValue.text(url.absoluteString)
                if let other = try Self.feeds(db, "WHERE url = ? AND id <> ?", [address, .int(id.rawValue)])
                    .first
                {
                    throw PodcastError(
                        .someFailed, "its new address is subscribed already as \(other.id), \(other.title)",
                        at: "\(id)", advice: "unsubscribe one of the two")
                }
                // Validators belong to the address that gave them.
                try db.run(
                    "UPDATE feeds SET url = ?, etag = NULL, last_modified = NULL WHERE id = ? AND url <> ?",
                    [address, .int(id.rawValue), address], for: "moving \(id)")
            }
        }
    }

    /// Notes that a feed is gone; its episodes stay (POD-9).
    public func markGone(_ id: FeedID, message: String) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.run(
                "UPDATE feeds SET gone = 1, last_error = ?, attempts = 0, next_attempt = NULL WHERE id = ?",
                [.text(message), .int(id.rawValue)],
                for: "marking \(id) as gone")
        }
    }

    /// Notes why a refresh failed; episodes, validators and warnings stay as they were (POD-5).
    ///
    /// - Parameter nextAttemptAt: Until when it rests (POD-9).
    public func recordRefreshFailure(
        _ id: FeedID, message: String, nextAttemptAt: Date
    ) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.run(
                "UPDATE feeds SET last_error = ?, attempts = attempts + 1, next_attempt = ? WHERE id = ?",
                [.text(message), .date(nextAttemptAt), .int(id.rawValue)],
                for: "recording the failed refresh of \(id)")
        }
    }

    /// Notes an answer that said nothing changed, the warnings neither.
    ///
    /// It does not wait for the disk: most refreshes come to this, and a loss of power that forgets it costs one
    /// request.
    ///
    /// - Parameter hostTime: What its host says that the time is.
    public func recordUnchanged(_ id: FeedID, hostTime: Date? = nil, now: Date) throws(PodcastError) {
        let operation = "recording the refresh of \(id)"
        try access { (db) throws(PodcastError) in
            _ = try db.withoutWaiting(operation) { () throws(PodcastError) in
                try db.run(
                    """
                    UPDATE feeds SET last_refreshed = ?, last_error = NULL, attempts = 0, next_attempt = NULL,
                    gone = 0, host_time = coalesce(?, host_time) WHERE id = ?
                    """, [.date(now), .date(hostTime), .int(id.rawValue)], for: operation)
            }
        }
    }

    static func feeds(_ db: Connection, _ filter: String, _ values: [SQLValue]) throws(PodcastError) -> [Feed]
    {
        try db.rows(
            """
            SELECT id, url, title, folder, etag, last_modified, last_refreshed, last_error, gone, attempts,
            next_attempt, refresh_floor, next_page, podcast_guid, host_time, warnings, joins FROM feeds \(filter)
            ORDER BY id
            """, values, for: "reading feeds"
        ) { row -> Feed? in
            guard let url = row.url(1) else { return nil }
            return Feed(
                id: FeedID(row.int(0)), url: url, title: row.text(2) ?? "", folder: row.text(3) ?? "",
                validators: Validators(etag: row.text(4), lastModified: row.text(5)),
                lastRefreshed: row.date(6), lastError: row.text(7), isGone: row.flag(8),
                attempts: Int(row.int(9)), nextAttemptAt: row.date(10), floor: row.real(11),
                nextPage: row.url(12), podcastGUID: row.text(13),
                hostTime: row.date(14), warnings: warnings(row.text(15)),
                joins: row.optionalInt(16).map(FeedID.init))
        }.compactMap { $0 }
    }

    /// A folder's name that no other feed has and the library itself does not need (POD-11).
    static func freeFolder(_ db: Connection, title: String) throws(PodcastError) -> String {
        let own = LibraryFolder.ownNames.map { "'\($0)'" }.joined(separator: ", ")
        return try freeName(
            db, "SELECT 1 FROM feeds WHERE folder_key = ?1 UNION ALL SELECT 1 WHERE ?1 IN (\(own))", [],
            title: title, fileExtension: "")
    }
}
