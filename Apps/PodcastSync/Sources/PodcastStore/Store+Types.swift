import PodcastModel

/// What became of a file that came.
public enum Arrival: Hashable, Sendable {
    /// The store has it.
    ///
    /// - Parameters:
    ///   - name: What it is called from now on.
    ///   - move: How it comes to be called that; the next run does it where this one does not.
    case noted(name: String, move: FileMove? = nil)
    /// It is nobody's, and nothing was written (POD-13).
    case unclaimed(Unclaimed)
}

extension Store {
    /// Has a file that nothing told the type of get the extension of what its response said (POD-6).
    ///
    /// The move is noted with the name, in the transaction of the caller: whatever ends the process before the
    /// file is moved, it is known where it lies and what it is to be called.
    ///
    /// - Returns: Nil where the name stays.
    static func typeFile(
        _ db: Connection, _ id: EpisodeID, _ name: String, _ type: String?, _ isOnDisk: (String) -> Bool
    ) throws(PodcastError) -> FileMove? {
        guard let stem = FileNames.untoldStem(name),
            let episode = try episodes(db, "WHERE id = ?", [.int(id.rawValue)]).first,
            let feed = try feeds(db, "WHERE id = ?", [.int(episode.feed.rawValue)]).first,
            let url = episode.enclosureURL
        else { return nil }
        let end = FileNames.fileExtension(url: url, types: [episode.type, type])
        guard end != FileNames.untoldExtension else { return nil }
        let new = try freeName(
            db, "SELECT 1 FROM episodes WHERE feed = ? AND file_key = ?", [.int(feed.id.rawValue)],
            title: stem, fileExtension: end, isOnDisk: isOnDisk)
        return try noteMove(
            db, EpisodeFile(folder: feed.folder, name: name), EpisodeFile(folder: feed.folder, name: new))
    }
}
