public import PodcastModel

extension Store {
    /// Keeps an episode's file from cleanup, or gives it back to the policy (POD-12).
    ///
    /// - Returns: False for an episode that is not there.
    @discardableResult
    public func setKept(_ id: EpisodeID, _ kept: Bool) throws(PodcastError) -> Bool {
        try choose(id, "kept = ?", [.flag(kept)], for: "keeping \(id)")
    }

    /// Asks for an episode whatever its policy says, or gives it back to the policy (POD-12).
    ///
    /// Asking takes away its tombstone and its own rest after a failure; what it failed so far is still
    /// counted.
    ///
    /// - Returns: False for an episode that is not there.
    @discardableResult
    public func setAsked(_ id: EpisodeID, _ asked: Bool) throws(PodcastError) -> Bool {
        guard asked else { return try choose(id, "asked = 0", [], for: "giving back \(id)") }
        return try choose(
            id,
            """
            asked = 1, state = iif(state IN ('failed', 'skipped'), 'none', state), reason = NULL,
            next_attempt = NULL, skip_reason = NULL, leftover = 0
            """, [], for: "asking for \(id)")
    }

    /// Leaves a tombstone for an episode and for all over its file, which is still to be removed, or takes
    /// the tombstone away (POD-4).
    ///
    /// - Returns: False for an episode that is not there.
    @discardableResult
    public func setSkipped(_ id: EpisodeID, _ skipped: Bool) throws(PodcastError) -> Bool {
        guard skipped else {
            return try choose(
                id,
                """
                skip_reason = NULL, leftover = 0, state = iif(state = 'skipped', 'none', state)
                """, [], for: "taking back the skip of \(id)")
        }
        return try choose(
            id,
            """
            kept = 0, asked = 0, state = 'skipped', skip_reason = 'user', leftover = file_name IS NOT NULL,
            bytes = NULL, reason = NULL, next_attempt = NULL, attempts = 0
            """, [], for: "skipping \(id)")
    }

    /// Notes that a file which was here is not any more, so that it is fetched again where it is wanted.
    public func forgetFile(of id: EpisodeID) throws(PodcastError) {
        try choose(
            id, "state = iif(state = 'downloaded', 'none', state), bytes = NULL", [],
            for: "forgetting the file of \(id)")
    }

    @discardableResult
    private func choose(
        _ id: EpisodeID, _ change: String, _ values: [SQLValue], for operation: String
    ) throws(PodcastError) -> Bool {
        try access { (db) throws(PodcastError) in
            try db.transaction(operation) { () throws(PodcastError) in
                let sharers = try Self.sharers(db, id)
                for sharer in sharers {
                    try db.run(
                        "UPDATE episodes SET \(change) WHERE id = ?", values + [.int(sharer.rawValue)],
                        for: operation)
                }
                return !sharers.isEmpty
            }
        }
    }
}
