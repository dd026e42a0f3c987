import Foundation
import PodcastModel

/// Makes one subscription of two, within a transaction (POD-16).
struct FeedMerge {
    private let db: Connection
    private let former: Feed
    private let survivor: Feed
    private let isOnDisk: (EpisodeFile) -> Bool
    /// What the files of the one that goes are called in the other's folder.
    private var names: [String: String] = [:]

    init(
        _ db: Connection, _ former: Feed, into survivor: Feed, isOnDisk: @escaping (EpisodeFile) -> Bool
    ) {
        self.db = db
        self.former = former
        self.survivor = survivor
        self.isOnDisk = isOnDisk
    }

    mutating func run() throws(PodcastError) {
        let episodes = try Store.episodes(db, "WHERE feed = ?", [.int(survivor.id.rawValue)])
        var named = Dictionary(episodes.map { ($0.identity, $0) }) { first, _ in first }
        var enclosed: [String: [Episode]] = [:]
        for episode in episodes.reversed() {
            if let url = episode.enclosureURL {
                enclosed[EpisodeMatcher.key(url), default: []].append(episode)
            }
        }
        for episode in try Store.episodes(db, "WHERE feed = ?", [.int(former.id.rawValue)]) {
            let twin =
                named.removeValue(forKey: episode.identity)
                ?? episode.enclosureURL.flatMap { enclosed[EpisodeMatcher.key($0)]?.popLast() }
            if let twin { try unite(episode, with: twin) } else { try carry(episode) }
        }
        try unitePolicies()
        try db.run("DELETE FROM feeds WHERE id = ?", [.int(former.id.rawValue)], for: operation)
    }

    private var operation: String { "making one of \(former.id) and \(survivor.id)" }

    /// Takes over an episode that the other subscription does not have.
    private mutating func carry(_ episode: Episode) throws(PodcastError) {
        let id = SQLValue.int(episode.id.rawValue)
        let name = try fileName(episode.id)
        var new: String?
        if let name { new = try move(name, to: nil) }
        try db.run(
            "UPDATE episodes SET feed = ?, absent = 1, file_name = ?, file_key = ? WHERE id = ?",
            [
                .int(survivor.id.rawValue), .text(new), .text(new.map(FileNames.collisionKey)), id,
            ], for: operation)
    }

    /// Gives an episode that both have what stands for the one that goes.
    private mutating func unite(_ old: Episode, with twin: Episode) throws(PodcastError) {
        let sharers = try Store.sharers(db, twin.id)
        for id in sharers {
            try db.run(
                "UPDATE episodes SET kept = max(kept, ?), asked = max(asked, ?) WHERE id = ?",
                [.flag(old.kept), .flag(old.asked), .int(id.rawValue)], for: operation)
        }
        let own = try fileName(twin.id)
        let name = try fileName(old.id)
        let takesState = Self.takes(old, over: twin)
        // A part too: it is not fetched again.
        let takesFile = takesState ? Self.holdsFile(old) : own == nil && twin.download == .none
        var new = own
        // A part of what the twin has begun too: of the two one is gone on with.
        if let name, takesFile || own != nil && !Self.holdsFile(old) { new = try move(name, to: own) }
        for id in sharers {
            if takesState {
                try db.run(
                    """
                    UPDATE episodes SET state = other.state, bytes = other.bytes, reason = other.reason,
                    next_attempt = other.next_attempt, attempts = other.attempts,
                    skip_reason = other.skip_reason, leftover = other.leftover
                    FROM (SELECT * FROM episodes WHERE id = ?) AS other WHERE episodes.id = ?
                    """, [.int(old.id.rawValue), .int(id.rawValue)], for: operation)
            }
            guard takesFile, let new else { continue }
            try db.run(
                "UPDATE episodes SET file_name = ?, file_key = ? WHERE id = ?",
                [.text(new), .text(FileNames.collisionKey(new)), .int(id.rawValue)], for: operation)
        }
    }

    /// Whether the state of an episode that goes is worth more than the one that its twin has: what is here is
    /// not fetched again, and what a user skipped stays so unless the other is asked for or kept.
    private static func takes(_ old: Episode, over twin: Episode) -> Bool {
        switch (twin.download, old.download) {
        case (.downloaded, _), (.downloading, _), (_, .downloading), (_, .none), (_, .failed): false
        case (.none, _), (.failed, _): !(twin.asked && !holdsFile(old))
        case (.skipped(.user, _), .downloaded): old.kept || old.asked
        case (.skipped(.user, _), .skipped): false
        case (.skipped, .downloaded): true
        case (.skipped, .skipped(let reason, _)): reason == .user
        }
    }

    private static func holdsFile(_ episode: Episode) -> Bool {
        switch episode.download {
        case .downloaded: true
        case .skipped(_, let leftover): leftover != nil
        default: false
        }
    }

    private func fileName(_ id: EpisodeID) throws(PodcastError) -> String? {
        try db.rows("SELECT file_name FROM episodes WHERE id = ?", [.int(id.rawValue)], for: operation) {
            $0.text(0)
        }.first ?? nil
    }

    /// Has a file moved into the other's folder, once however many episodes are over it.
    ///
    /// - Parameter taken: The name that its episode has there already.
    /// - Returns: Its name there.
    private mutating func move(
        _ name: String, to taken: String?
    ) throws(PodcastError) -> String {
        if let known = names[name] { return known }
        let end = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        let stem = end.isEmpty ? name : String(name.dropLast(end.count + 1))
        let new = if let taken { taken } else { try freeName(stem, end) }
        names[name] = new
        _ = try Store.noteMove(
            db, EpisodeFile(folder: former.folder, name: name),
            EpisodeFile(folder: survivor.folder, name: new))
        return new
    }

    private func freeName(_ stem: String, _ fileExtension: String) throws(PodcastError) -> String {
        try Store.freeName(
            db, "SELECT 1 FROM episodes WHERE feed = ? AND file_key = ?", [.int(survivor.id.rawValue)],
            title: stem, fileExtension: fileExtension
        ) { isOnDisk(EpisodeFile(folder: survivor.folder, name: $0)) }
    }

    /// Limit by limit: those of the one that stays come first.
    private func unitePolicies() throws(PodcastError) {
        let limits = ["newest", "days", "including", "excluding", "budget", "new_items", "template"]
        let changes = limits.map { "\($0) = coalesce(feed_policies.\($0), excluded.\($0))" }
        try db.run(
            """
            INSERT INTO feed_policies (feed, \(limits.joined(separator: ", ")))
            SELECT ?, \(limits.joined(separator: ", ")) FROM feed_policies WHERE feed = ?
            ON CONFLICT (feed) DO UPDATE SET \(changes.joined(separator: ", "))
            """, [.int(survivor.id.rawValue), .int(former.id.rawValue)], for: operation)
    }
}
