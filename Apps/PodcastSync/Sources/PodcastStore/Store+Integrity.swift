import PodcastModel

extension Store {
    /// What is wrong within the store itself, in words; nothing for a sound one.
    ///
    /// SQLite checks its pages, indexes and references; the rest is what this program relies upon.
    public func problems() -> [String] {
        var problems: [String] = []
        for check in Self.checks {
            do {
                let found = try access { (db) throws(PodcastError) in
                    try db.rows(check.sql, for: "checking the library") { $0.text(0) ?? "" }
                }
                problems += found.filter { $0 != "ok" }.map { check.what + $0 }
            } catch {
                problems.append(error.what)
                // What cannot be read cannot be checked either.
                return problems
            }
        }
        return problems
    }

    private static let checks: [(what: String, sql: String)] = [
        ("", "PRAGMA integrity_check"),
        (
            "a reference leads nowhere: ",
            "SELECT \"table\" || ' ' || rowid || ' to ' || parent FROM pragma_foreign_key_check"
        ),
        (
            "an unknown state: ",
            """
            SELECT 'episode ' || id || ' is ' || state FROM episodes
            WHERE state NOT IN ('none', 'downloaded', 'failed', 'skipped')
            """
        ),
        (
            "a file without a name: ",
            "SELECT 'episode ' || id FROM episodes WHERE state = 'downloaded' AND file_name IS NULL"
        ),
        (
            "one file in two states: ",
            """
            SELECT 'episodes ' || a.id || ' and ' || b.id FROM episodes AS a JOIN episodes AS b
            ON a.feed = b.feed AND a.file_key = b.file_key AND a.id < b.id WHERE a.state <> b.state
            """
        ),
    ]
}
