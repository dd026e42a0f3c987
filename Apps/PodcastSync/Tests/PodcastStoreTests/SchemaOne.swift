/// A library as the first program made it: one feed with a file, one without.
enum SchemaOne {
    static let script = """
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
        INSERT INTO feeds (url, title, folder, folder_key)
        VALUES ('https://a.org/', 'a.org', 'a.org', 'a.org'), ('https://b.org/', 'b.org', 'b.org', 'b.org');
        INSERT INTO episodes (
            feed, identity, title, first_seen, enclosure_url, state, bytes, file_name, file_key)
        VALUES (1, 'guid:1', 'Same', 0, 'https://e.org/1.mp3', 'downloaded', 7, 'Same.mp3', 'same.mp3'),
            (2, 'guid:1', 'Same', 0, 'https://e.org/1.mp3', 'none', NULL, NULL, NULL);
        PRAGMA user_version = 1;
        """
}
