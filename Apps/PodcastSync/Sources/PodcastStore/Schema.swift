import PodcastModel

/// The library's tables, version by version; a migration that was shipped never changes.
package enum Schema {
    package static let migrations: [String] = [
        """
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
            folder TEXT NOT NULL, folder_key TEXT NOT NULL UNIQUE, etag TEXT, last_modified TEXT,
            last_refreshed REAL, last_error TEXT, gone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE episodes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            identity TEXT NOT NULL, title TEXT NOT NULL, published REAL, first_seen REAL NOT NULL,
            enclosure_url TEXT, type TEXT, length_hint INTEGER, absent INTEGER NOT NULL DEFAULT 0,
            kept INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'none', bytes INTEGER,
            reason TEXT, next_attempt REAL, attempts INTEGER NOT NULL DEFAULT 0, file_name TEXT,
            file_key TEXT, UNIQUE (feed, identity)
        ) STRICT;
        CREATE INDEX episodes_by_file ON episodes (feed, file_key);
        CREATE INDEX episodes_by_enclosure ON episodes (feed, enclosure_url);
        CREATE TABLE policies (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE, newest INTEGER
        ) STRICT;
        CREATE TABLE global_policy (one INTEGER PRIMARY KEY CHECK (one = 1), newest INTEGER) STRICT;
        CREATE TABLE host_pauses (host TEXT PRIMARY KEY, until REAL NOT NULL) STRICT;
        """,
        // A folder that holds files keeps its name; one that only took its host's gives it up (POD-11).
        """
        ALTER TABLE feeds ADD COLUMN folder_named INTEGER NOT NULL DEFAULT 0;
        UPDATE feeds SET folder_named = 1
        WHERE EXISTS (SELECT 1 FROM episodes WHERE feed = feeds.id AND file_name IS NOT NULL);
        """,
        // What the user asked for outlives a failure; tombstones say whose they are, and name a file until
        // it is gone. Of a policy, nothing is what was not set, and -1 or '' that there is no limit.
        """
        ALTER TABLE episodes ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE episodes ADD COLUMN skip_reason TEXT;
        ALTER TABLE episodes ADD COLUMN leftover INTEGER NOT NULL DEFAULT 0;
        UPDATE episodes SET asked = 1, state = 'none' WHERE state = 'wanted';
        UPDATE episodes SET skip_reason = 'user' WHERE state = 'skipped';
        CREATE TABLE feed_policies (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE, newest INTEGER, days INTEGER,
            including TEXT, excluding TEXT, budget INTEGER, new_items INTEGER
        ) STRICT;
        INSERT INTO feed_policies (feed, newest) SELECT feed, coalesce(newest, -1) FROM policies;
        DROP TABLE policies;
        CREATE TABLE policy_of_all (
            one INTEGER PRIMARY KEY CHECK (one = 1), newest INTEGER, days INTEGER,
            including TEXT, excluding TEXT, budget INTEGER, new_items INTEGER
        ) STRICT;
        INSERT INTO policy_of_all (one, newest) SELECT 1, coalesce(newest, -1) FROM global_policy;
        DROP TABLE global_policy;
        """,
        // A feed that fails rests, longer each time (POD-9).
        """
        ALTER TABLE feeds ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feeds ADD COLUMN next_attempt REAL;
        """,
        // A publisher may ask for longer intervals than the user does (POD-16).
        "ALTER TABLE feeds ADD COLUMN refresh_floor REAL NOT NULL DEFAULT 0;",
        // An archive is read once, page by page (POD-16).
        """
        ALTER TABLE feeds ADD COLUMN next_page TEXT;
        ALTER TABLE feeds ADD COLUMN podcast_guid TEXT;
        """,
        // Files are called as the user likes (POD-11).
        """
        ALTER TABLE feed_policies ADD COLUMN template TEXT;
        ALTER TABLE policy_of_all ADD COLUMN template TEXT;
        """,
        // What came and was not told of yet, in the order it came.
        """
        CREATE TABLE notices (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            episode INTEGER NOT NULL UNIQUE REFERENCES episodes(id) ON DELETE CASCADE
        ) STRICT;
        """,
        // What goes for its age goes only by a clock that the feed's host confirms (POD-12).
        "ALTER TABLE feeds ADD COLUMN host_time REAL;",
        // Two subscriptions that are one podcast become one when nothing of them runs, their files after that
        // (POD-16).
        """
        ALTER TABLE feeds ADD COLUMN joins INTEGER REFERENCES feeds(id) ON DELETE SET NULL;
        CREATE TABLE file_moves (
            id INTEGER PRIMARY KEY AUTOINCREMENT, old_folder TEXT NOT NULL, old_name TEXT NOT NULL,
            new_folder TEXT NOT NULL, new_name TEXT NOT NULL
        ) STRICT;
        """,
        // What was wrong with the last document that was read all the same, a line each (POD-5).
        "ALTER TABLE feeds ADD COLUMN warnings TEXT;",
    ]

    /// Checks that a library which cannot be migrated needs no migration.
    static func check(_ connection: Connection, path: String) throws(PodcastError) {
        let version = try known(connection, path: path)
        guard version == migrations.count else {
            throw PodcastError(
                .store,
                "the library has schema \(version) and cannot be brought to \(migrations.count) there",
                at: path, advice: "use it once where it can be written")
        }
    }

    static func migrate(_ connection: Connection, path: String) throws(PodcastError) {
        let version = try known(connection, path: path)
        for next in version..<migrations.count {
            try connection.transaction("migrating the library to schema \(next + 1)") {
                () throws(PodcastError) in
                // Another process may have done it while this one waited for its turn.
                guard try state(connection).version == next else { return }
                try connection.script(migrations[next], for: "migrating the library to schema \(next + 1)")
                try connection.script("PRAGMA user_version = \(next + 1)", for: "migrating the library")
            }
        }
    }

    /// The version of a library that this program knows.
    private static func known(_ connection: Connection, path: String) throws(PodcastError) -> Int {
        let (version, holdsTables) = try state(connection)
        guard version <= migrations.count else {
            throw PodcastError(
                .store, "the library has schema \(version), this program knows up to \(migrations.count)",
                at: path,
                advice: "use the newer program that made it")
        }
        guard version > 0 || !holdsTables else {
            throw PodcastError(
                .store, "the file holds another program's data", at: path,
                advice: "move that file away, or choose another folder")
        }
        return version
    }

    /// Read by one statement: what another process commits between two would not fit together.
    private static func state(
        _ connection: Connection
    ) throws(PodcastError) -> (version: Int, holdsTables: Bool) {
        try connection.rows(
            "SELECT user_version, EXISTS (SELECT 1 FROM sqlite_master) FROM pragma_user_version",
            for: "reading the schema version"
        ) { (Int($0.int(0)), $0.flag(1)) }.first ?? (0, false)
    }
}
