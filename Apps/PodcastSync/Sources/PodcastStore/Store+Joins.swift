public import PodcastModel

extension Store {
    /// Notes that two subscriptions are one podcast: `id` becomes one with `other` by ``mergeJoined()`` (POD-16).
    ///
    /// - Returns: Whether it does; one that others are to become one with stays.
    public func joinFeed(_ id: FeedID, into other: FeedID) throws(PodcastError) -> Bool {
        try access { (db) throws(PodcastError) in
            try db.run(
                """
                UPDATE feeds SET joins = ?2 WHERE id = ?1 AND ?1 <> ?2
                AND NOT EXISTS (SELECT 1 FROM feeds WHERE joins = ?1)
                AND EXISTS (SELECT 1 FROM feeds WHERE id = ?2 AND joins IS NULL)
                """, [.int(id.rawValue), .int(other.rawValue)], for: "joining \(id) and \(other)") > 0
        }
    }

    /// Makes one of each two subscriptions that were joined, in one transaction (POD-16).
    ///
    /// The episodes of the one that goes are matched as a publisher's renamed ones are (POD-1). What the user
    /// chose for either stays, what is here is not fetched again, and what the other does not have is absent.
    /// Nothing of the two may be running.
    ///
    /// - Parameter isOnDisk: Whether something lies already where a file is to go. It is somebody's, unless an
    ///   episode has its name.
    /// - Returns: The subscriptions that are gone; files of theirs that are needed wait in ``fileMoves()``.
    public func mergeJoined(
        isOnDisk: @escaping (EpisodeFile) -> Bool = { _ in false }
    ) throws(PodcastError) -> [Feed] {
        try access { (db) throws(PodcastError) in
            let joined = try Self.feeds(db, "WHERE joins IS NOT NULL", [])
            guard !joined.isEmpty else { return [] }
            return try db.transaction("making one of two subscriptions") { () throws(PodcastError) in
                for feed in joined {
                    guard let target = feed.joins,
                        let other = try Self.feeds(db, "WHERE id = ?", [.int(target.rawValue)]).first
                    else { continue }
                    var merge = FeedMerge(db, feed, into: other, isOnDisk: isOnDisk)
                    try merge.run()
                }
                return joined
            }
        }
    }
}
