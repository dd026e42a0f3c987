import Foundation
public import PodcastModel

extension Store {
    /// The episodes of one feed, or of all, in the order they were first stored.
    public func episodes(_ feed: FeedID? = nil) throws(PodcastError) -> [Episode] {
        try access { (db) throws(PodcastError) in
            guard let feed else { return try Self.episodes(db, "", []) }
            return try Self.episodes(db, "WHERE feed = ?", [.int(feed.rawValue)])
        }
    }

    static func episodes(_ db: Connection, _ filter: String, _ values: [SQLValue]) throws(PodcastError)
        -> [Episode]
    {
        try db.rows(
            """
            SELECT id, feed, identity, title, published, first_seen, enclosure_url, type, length_hint, absent,
            kept, attempts, state, file_name, bytes, reason, next_attempt, asked, skip_reason, leftover
            FROM episodes \(filter) ORDER BY id
            """, values, for: "reading episodes"
        ) { row in
            Episode(
                id: EpisodeID(row.int(0)), feed: FeedID(row.int(1)), identity: row.text(2) ?? "",
                title: row.text(3) ?? "", published: row.date(4), firstSeen: row.date(5) ?? .distantPast,
                enclosureURL: row.url(6), type: row.text(7), lengthHint: row.optionalInt(8),
                absent: row.flag(9), kept: row.flag(10), asked: row.flag(17), download: download(row),
                attempts: Int(row.int(11)))
        }
    }

    private static func download(_ row: Row) -> DownloadState {
        switch row.text(12) {
        case "skipped":
            .skipped(
                row.text(18).flatMap(SkipReason.init) ?? .user, leftover: row.flag(19) ? row.text(13) : nil)
        case "downloaded": .downloaded(fileName: row.text(13) ?? "", bytes: row.int(14))
        case "failed": .failed(reason: row.text(15) ?? "", nextAttemptAt: row.date(16) ?? .distantPast)
        default: .none
        }
    }
}
