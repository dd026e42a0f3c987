public import PodcastModel

extension Store {
    /// Of what somebody is still to be told, of episodes whose files are here, in the order they came.
    public func notices() throws(PodcastError) -> [OwedNotice] {
        try access { (db) throws(PodcastError) in
            try db.rows(
                """
                SELECT episode, feed FROM notices JOIN episodes ON episodes.id = episode
                WHERE state = 'downloaded' ORDER BY number
                """, for: "reading what is to be told"
            ) { OwedNotice(episode: EpisodeID($0.int(0)), feed: FeedID($0.int(1))) }
        }
    }

    /// Takes note that somebody was told of an episode; twice is once.
    public func endNotice(_ id: EpisodeID) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.run(
                "DELETE FROM notices WHERE episode = ?", [.int(id.rawValue)],
                for: "noting that \(id) was told of")
        }
    }

    /// A file that came once more comes last.
    static func oweNotice(_ db: Connection, _ id: EpisodeID) throws(PodcastError) {
        try db.run(
            "INSERT OR REPLACE INTO notices (episode) VALUES (?)", [.int(id.rawValue)],
            for: "noting that \(id) is to be told of")
    }
}
