public import PodcastModel

/// A file that is to lie elsewhere in its library, with its unfinished download: in another subscription's folder
/// (POD-16), or under the name that it got when its type was told (POD-6).
public struct FileMove: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let old: EpisodeFile
    public let new: EpisodeFile

    public init(id: Int64, old: EpisodeFile, new: EpisodeFile) {
        (self.id, self.old, self.new) = (id, old, new)
    }
}

extension Store {
    /// What is still to be moved on disk, oldest first. The names of episodes are those after it.
    public func fileMoves() throws(PodcastError) -> [FileMove] {
        try access { (db) throws(PodcastError) in
            try db.rows(
                "SELECT id, old_folder, old_name, new_folder, new_name FROM file_moves ORDER BY id",
                for: "reading what is to be moved"
            ) { row in
                FileMove(
                    id: row.int(0), old: EpisodeFile(folder: row.text(1) ?? "", name: row.text(2) ?? ""),
                    new: EpisodeFile(folder: row.text(3) ?? "", name: row.text(4) ?? ""))
            }
        }
    }

    /// Notes that a file is where it belongs.
    public func endFileMove(_ id: Int64) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.run("DELETE FROM file_moves WHERE id = ?", [.int(id)], for: "noting that a file was moved")
        }
    }

    static func noteMove(
        _ db: Connection, _ old: EpisodeFile, _ new: EpisodeFile
    ) throws(PodcastError) -> FileMove {
        try db.run(
            "INSERT INTO file_moves (old_folder, old_name, new_folder, new_name) VALUES (?, ?, ?, ?)",
            [.text(old.folder), .text(old.name), .text(new.folder), .text(new.name)],
            for: "noting that a file is to be moved")
        return FileMove(id: db.lastInsertedRow, old: old, new: new)
    }
}
