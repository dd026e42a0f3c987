public import PodcastModel

extension Store {
    /// Where the episode's file lies below the library, the same at every call and after every restart
    /// (POD-11).
    ///
    /// Episodes of one feed over one enclosure share a file (POD-1).
    ///
    /// - Parameter isOnDisk: Whether something lies there already. It is somebody's, unless an episode has its
    ///   name: asked only for one that has none yet.
    /// - Throws: Also when there is no such episode or it has no enclosure.
    public func assignFile(
        _ id: EpisodeID, isOnDisk: (EpisodeFile) -> Bool = { _ in false }
    ) throws(PodcastError) -> EpisodeFile {
        try access { (db) throws(PodcastError) in
            try db.transaction("naming the file of \(id)") { () throws(PodcastError) in
                guard let episode = try Self.episodes(db, "WHERE id = ?", [.int(id.rawValue)]).first,
                    let feed = try Self.feeds(db, "WHERE id = ?", [.int(episode.feed.rawValue)]).first
                else { throw PodcastError(.someFailed, "there is no such episode", at: "\(id)") }
                let name = try Self.fileName(db, episode) {
                    isOnDisk(EpisodeFile(folder: feed.folder, name: $0))
                }
                return EpisodeFile(folder: feed.folder, name: name)
            }
        }
    }

    /// The names that files have or will have, of all episodes that were given one.
    public func fileNames() throws(PodcastError) -> [EpisodeID: String] {
        let rows = try access { (db) throws(PodcastError) in
            try db.rows(
                "SELECT id, file_name FROM episodes WHERE file_name IS NOT NULL", for: "reading file names"
            ) { (EpisodeID($0.int(0)), $0.text(1) ?? "") }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static func fileName(
        _ db: Connection, _ episode: Episode, isOnDisk: (String) -> Bool
    ) throws(PodcastError) -> String {
        let operation = "naming the file of \(episode.id)"
        let (id, feed) = (SQLValue.int(episode.id.rawValue), SQLValue.int(episode.feed.rawValue))
        let named = "SELECT file_name FROM episodes WHERE file_name IS NOT NULL AND "
        let own = try db.rows(named + "id = ?", [id], for: operation) { $0.text(0) }
        if let name = own.first ?? nil { return name }
        guard let url = episode.enclosureURL else {
            throw PodcastError(.someFailed, "there is nothing to download", at: "\(episode.id)")
        }
        let shared = try db.rows(
            named + "feed = ? AND enclosure_url = ? ORDER BY id", [feed, .text(url.absoluteString)],
            for: operation
        ) { $0.text(0) }
        let name: String
        if let known = shared.first ?? nil {
            name = known
        } else {
            let template = try policies(db)[episode.feed].template.limit ?? .standard
            let title = template.name(title: episode.title, date: episode.effectiveDate, id: episode.id)
            name = try freeName(
                db, "SELECT 1 FROM episodes WHERE feed = ? AND file_key = ?", [feed], title: title,
                fileExtension: FileNames.fileExtension(url: url, types: [episode.type]), isOnDisk: isOnDisk)
        }
        try db.run(
            "UPDATE episodes SET file_name = ?, file_key = ? WHERE id = ?",
            [.text(name), .text(FileNames.collisionKey(name)), id], for: operation)
        return name
    }

    /// A candidate whose collision key `taken` does not find; the key is its last parameter.
    ///
    /// - Parameter isOnDisk: Whether something has that name that the library does not know of.
    /// - Complexity: O(log n) queries, of n episodes with one title.
    static func freeName(
        _ db: Connection, _ taken: String, _ values: [SQLValue], title: String, fileExtension: String,
        isOnDisk: (String) -> Bool = { _ in false }
    ) throws(PodcastError) -> String {
        func name(_ attempt: Int) -> String {
            FileNames.candidate(title: title, fileExtension: fileExtension, attempt: attempt)
        }
        func isFree(_ attempt: Int) throws(PodcastError) -> Bool {
            let key = SQLValue.text(FileNames.collisionKey(name(attempt)))
            if isOnDisk(name(attempt)) { return false }
            return try db.rows(taken, values + [key], for: "choosing a name", { _ in }).isEmpty
        }
        // Names are given out in order, so a free one is found by leaps, and the first by halving.
        var (last, free) = (-1, 0)
        while try !isFree(free) { (last, free) = (free, 2 * free + 1) }
        while free - last > 1 {
            let middle = (last + free) / 2
            if try isFree(middle) { free = middle } else { last = middle }
        }
        return name(free)
    }
}
