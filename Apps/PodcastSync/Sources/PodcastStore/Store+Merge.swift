import Foundation
import PodcastFeeds
import PodcastModel

extension Store {
    /// Writes a document's items over the episodes that are known and returns the new ones.
    static func merge(
        _ db: Connection, _ feed: FeedID, _ items: [ParsedItem], marksAbsent: Bool, _ now: Date
    ) throws(PodcastError) -> [Episode] {
        let known = try episodes(db, "WHERE feed = ?", [.int(feed.rawValue)])
        var matcher = EpisodeMatcher(known: known, items: items)
        var taken: Set<String> = []
        var seen: Set<EpisodeID> = []
        var new: [EpisodeID] = []
        var moved: [EpisodeID] = []
        for item in items where taken.insert(item.identity).inserted {
            if let old = matcher.take(item) {
                seen.insert(old.id)
                if isChanged(old, item) { try update(db, old, item) }
                if old.enclosureURL != item.enclosure?.url { moved.append(old.id) }
            } else {
                new.append(try insert(db, feed, item, now))
            }
        }
        if marksAbsent {
            for episode in known where !episode.absent && !seen.contains(episode.id) {
                try db.run(
                    "UPDATE episodes SET absent = 1 WHERE id = ?", [.int(episode.id.rawValue)],
                    for: "marking \(episode.id) absent")
            }
        }
        // Only now, when every episode has the enclosure that it will have.
        for id in moved + new { try shareFile(db, id) }
        guard let first = new.first else { return [] }
        return try episodes(
            db, "WHERE feed = ? AND id >= ?", [.int(feed.rawValue), .int(first.rawValue)])
    }

    /// An episode that comes to an enclosure stands where the others over it do: one file (POD-1).
    private static func shareFile(_ db: Connection, _ id: EpisodeID) throws(PodcastError) {
        try db.run(
            """
            UPDATE episodes SET state = other.state, bytes = other.bytes, reason = other.reason,
            next_attempt = other.next_attempt, attempts = other.attempts, file_name = other.file_name,
            file_key = other.file_key, skip_reason = other.skip_reason, leftover = other.leftover FROM (
                SELECT there.* FROM episodes AS here JOIN episodes AS there
                ON there.feed = here.feed AND there.enclosure_url = here.enclosure_url
                WHERE here.id = ?1 AND (there.state <> 'none' OR there.file_key IS NOT NULL)
                ORDER BY there.state = 'downloaded' DESC, there.id LIMIT 1
            ) AS other WHERE episodes.id = ?1 AND episodes.state = 'none' AND episodes.file_key IS NULL
            """, [.int(id.rawValue)], for: "sharing the file of \(id)")
    }

    /// Most items of most refreshes say what they said before, and need no page of the log.
    private static func isChanged(_ old: Episode, _ item: ParsedItem) -> Bool {
        old.absent || old.identity != item.identity || old.title != item.title
            || old.published != item.published || old.enclosureURL != item.enclosure?.url
            || old.type != item.enclosure?.type || old.lengthHint != item.enclosure?.length
    }

    private static func update(_ db: Connection, _ old: Episode, _ item: ParsedItem) throws(PodcastError) {
        // Where its file is and what the user did with it stay, whatever the publisher changes.
        try db.run(
            """
            UPDATE episodes SET identity = ?, title = ?, published = ?, enclosure_url = ?, type = ?,
            length_hint = ?, absent = 0 WHERE id = ?
            """, fields(item) + [.int(old.id.rawValue)], for: "updating \(old.id)")
    }

    private static func insert(
        _ db: Connection, _ feed: FeedID, _ item: ParsedItem, _ now: Date
    ) throws(PodcastError) -> EpisodeID {
        try db.run(
            """
            INSERT INTO episodes (identity, title, published, enclosure_url, type, length_hint, feed, first_seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, fields(item) + [.int(feed.rawValue), .date(now)], for: "adding an episode to \(feed)")
        return EpisodeID(db.lastInsertedRow)
    }

    private static func fields(_ item: ParsedItem) -> [SQLValue] {
        [
            .text(item.identity), .text(item.title), .date(item.published),
            .text(item.enclosure?.url.absoluteString), .text(item.enclosure?.type),
            .int(item.enclosure?.length),
        ]
    }
}
