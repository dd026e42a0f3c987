import Foundation
public import PodcastModel

extension Store {
    /// Writes where an episode's file stands, for every episode over that file (POD-1).
    ///
    /// A running download is not written: after a crash it is what it was before.
    ///
    /// - Returns: False for an episode that is not there (POD-13).
    @discardableResult
    public func setDownload(_ id: EpisodeID, _ state: DownloadState) throws(PodcastError) -> Bool {
        try access { (db) throws(PodcastError) in
            try db.transaction("writing the download state of \(id)") { () throws(PodcastError) in
                try Self.setDownload(db, id, state)
            }
        }
    }

    /// Writes where the files of several episodes stand, all or none, and waits for the disk once; see
    /// ``setDownload(_:_:)``.
    public func setDownloads(_ states: [(id: EpisodeID, state: DownloadState)]) throws(PodcastError) {
        guard let first = states.first else { return }
        try access { (db) throws(PodcastError) in
            try db.transaction("writing the download state of \(first.id) and others") {
                () throws(PodcastError) in
                for (id, state) in states { try Self.setDownload(db, id, state) }
            }
        }
    }

    @discardableResult
    private static func setDownload(
        _ db: Connection, _ id: EpisodeID, _ state: DownloadState
    ) throws(PodcastError) -> Bool {
        let sharers = try sharers(db, id)
        guard let change = change(to: state) else { return !sharers.isEmpty }
        for sharer in sharers {
            try db.run(
                "UPDATE episodes SET \(change.sql) WHERE id = ?",
                change.values + [.int(sharer.rawValue)], for: "writing the download state of \(sharer)")
        }
        return !sharers.isEmpty
    }

    /// Writes that an episode's file came, for every episode over that file (POD-1), where it is still to come.
    ///
    /// - Parameters:
    ///   - fileName: What it is called in its feed's folder.
    ///   - bytes: Its length.
    ///   - type: What the response said that it is: it gets the extension of that where neither its address
    ///     nor its feed tells one (POD-6).
    ///   - owesNotice: Whether somebody has to be told, which is noted with it; see ``notices()``.
    ///   - isOnDisk: Whether the folder holds something by that name.
    /// - Returns: What it is called then, or why nothing was written (POD-13).
    public func finishDownload(
        _ id: EpisodeID, fileName: String, bytes: Int64, type: String? = nil, owesNotice: Bool = false,
        isOnDisk: (String) -> Bool = { _ in false }
    ) throws(PodcastError) -> Arrival {
        let operation = "writing that the file of \(id) came"
        return try access { (db) throws(PodcastError) in
            try db.transaction(operation) { () throws(PodcastError) -> Arrival in
                let states = try db.rows(
                    "SELECT state FROM episodes WHERE id = ?", [.int(id.rawValue)], for: operation
                ) { $0.text(0) }
                guard let state = states.first else { return .unclaimed(.unknown) }
                if state == "downloaded" { return .unclaimed(.here) }
                if state == "skipped" { return .unclaimed(.unwanted) }
                let move = try Self.typeFile(db, id, fileName, type, isOnDisk)
                let name = move?.new.name ?? fileName
                guard let change = Self.change(to: .downloaded(fileName: name, bytes: bytes)) else {
                    return .noted(name: name)
                }
                for sharer in try Self.sharers(db, id) {
                    try db.run(
                        "UPDATE episodes SET \(change.sql) WHERE id = ?",
                        change.values + [.int(sharer.rawValue)], for: operation)
                }
                if owesNotice { try Self.oweNotice(db, id) }
                return .noted(name: name, move: move)
            }
        }
    }

    /// The episodes whose state ``setDownload(_:_:)`` writes with that of `id`: those of its feed over the
    /// same file or, where none is named yet, the same enclosure (POD-1).
    ///
    /// - Returns: Usually `id` alone; nothing for an episode that is not there.
    public func sharers(of id: EpisodeID) throws(PodcastError) -> [EpisodeID] {
        try access { (db) throws(PodcastError) in try Self.sharers(db, id) }
    }

    static func sharers(_ db: Connection, _ id: EpisodeID) throws(PodcastError) -> [EpisodeID] {
        try db.rows(
            """
            SELECT id FROM episodes WHERE id = ?1
            UNION
            SELECT other.id FROM episodes AS own
            JOIN episodes AS other ON other.feed = own.feed AND other.file_key = own.file_key
            WHERE own.id = ?1
            UNION
            SELECT other.id FROM episodes AS own
            JOIN episodes AS other ON other.feed = own.feed AND other.enclosure_url = own.enclosure_url
            WHERE own.id = ?1 AND (own.file_key IS NULL OR other.file_key IS NULL)
            ORDER BY 1
            """, [.int(id.rawValue)], for: "reading what shares the file of \(id)"
        ) { EpisodeID($0.int(0)) }
    }

    /// What a state sets; nil for one that is not durable.
    private static func change(to state: DownloadState) -> (sql: String, values: [SQLValue])? {
        switch state {
        case .downloading: nil
        case .none: (cleared, [.text("none"), .null, .flag(false)])
        case .skipped(let reason, let leftover):
            (cleared, [.text("skipped"), .text(reason.rawValue), .flag(leftover != nil)])
        case .downloaded(let fileName, let bytes):
            (
                """
                state = 'downloaded', file_name = ?, file_key = ?, bytes = ?, reason = NULL,
                next_attempt = NULL, attempts = 0, skip_reason = NULL, leftover = 0
                """, [.text(fileName), .text(FileNames.collisionKey(fileName)), .int(bytes)]
            )
        case .failed(let reason, let next):
            (
                """
                state = 'failed', reason = ?, next_attempt = ?, attempts = attempts + 1, skip_reason = NULL,
                leftover = 0
                """,
                [.text(reason), .date(next)]
            )
        }
    }

    private static let cleared = """
        state = ?, skip_reason = ?, leftover = ?, bytes = NULL, reason = NULL, next_attempt = NULL, attempts = 0
        """
}
