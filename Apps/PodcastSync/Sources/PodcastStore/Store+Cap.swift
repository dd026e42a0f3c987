import PodcastModel

extension Store {
    /// Leaves tombstones for what is new beyond what the policy takes at once (POD-3).
    ///
    /// - Parameter new: What one refresh of `feed` found.
    /// - Returns: The same, as they are now.
    static func capNew(
        _ db: Connection, _ feed: FeedID, _ new: [Episode]
    ) throws(PodcastError) -> [Episode] {
        guard let cap = try policies(db)[feed].newItems.limit else { return new }
        let fetched = new.filter { $0.enclosureURL != nil && $0.download == .none }
        let beyond = Set(fetched.sorted { $0.isNewer(than: $1) }.dropFirst(cap).map(\.id))
        for id in beyond {
            try db.run(
                "UPDATE episodes SET state = 'skipped', skip_reason = 'cap' WHERE id = ?",
                [.int(id.rawValue)], for: "skipping \(id)")
        }
        return new.map { episode in
            var episode = episode
            if beyond.contains(episode.id) { episode.download = .skipped(.cap) }
            return episode
        }
    }
}
