import CSQLite
import Foundation
import PodcastModel
import Testing

@testable import PodcastStore

/// From each older schema to the newest.
@Suite struct MigrationTests {
    private let bench = Bench()

    private static let olderSchemas = 1..<Schema.migrations.count

    /// A library of an older program, in which the user chose as much as it let them.
    private func makeOld(_ version: Int) throws {
        try bench.sql(SchemaOne.script)
        try bench.sql(
            """
            INSERT INTO episodes (feed, identity, title, first_seen, enclosure_url, state, kept)
            VALUES (1, 'guid:2', 'Asked', 0, 'https://e.org/2.mp3', 'wanted', 0),
                (1, 'guid:3', 'Skipped', 0, 'https://e.org/3.mp3', 'skipped', 1);
            INSERT INTO policies VALUES (1, NULL), (2, 7);
            INSERT INTO global_policy VALUES (1, 5);
            INSERT INTO host_pauses VALUES ('e.org:443', 9);
            """)
        for next in 1..<version {
            try bench.sql(Schema.migrations[next] + "PRAGMA user_version = \(next + 1);")
        }
    }

    private func expectMigrated(_ store: Store) throws {
        let episodes = try store.episodes()
        #expect(
            episodes.map(\.download) == [
                .downloaded(fileName: "Same.mp3", bytes: 7), .none, .none, .skipped(.user),
            ])
        #expect(episodes.map(\.asked) == [false, false, true, false])
        #expect(episodes.map(\.kept) == [false, false, false, true])
        #expect(try store.feeds().map(\.folder) == ["a.org", "b.org"])
        #expect(
            try store.policies()
                == Policies(
                    global: Policy(newest: .limited(5)),
                    perFeed: [
                        FeedID(1): Policy(newest: .unlimited), FeedID(2): Policy(newest: .limited(7)),
                    ]))
        #expect(try store.hostPauses() == ["e.org:443": Date(timeIntervalSince1970: 9)])
    }

    @Test("Each older library is migrated with all that was chosen in it, once", arguments: olderSchemas)
    func migrates(version: Int) throws {
        try makeOld(version)
        try expectMigrated(try bench.store())
        try expectMigrated(try bench.store())
    }

    @Test("A migration that fails has not happened, and happens once nothing is in its way")
    func fails() throws {
        try makeOld(1)
        // In the way of the last statements of the last migration that makes tables.
        try bench.sql("CREATE TABLE policy_of_all (x)")
        let text = storeError { _ = try bench.store() }
        #expect(text?.contains("table policy_of_all already exists") == true)
        try bench.sql("DROP TABLE policy_of_all; SELECT newest FROM policies")
        try expectMigrated(try bench.store())
    }

    /// What is on disk after any statement of a migration, its transaction still open, is what a crash at
    /// that moment leaves.
    @Test(
        "A migration that is cut off after any of its statements has not happened, and happens at the next start",
        arguments: olderSchemas)
    func cutOff(version: Int) throws {
        try makeOld(version)
        let statements = Schema.migrations[version].split(separator: ";").map(String.init)
        for count in 1...statements.count {
            let after = Bench()
            try FileManager.default.createDirectory(
                at: after.directory, withIntermediateDirectories: true)
            var handle: OpaquePointer?
            try #require(sqlite3_open(bench.database.path, &handle) == SQLITE_OK)
            // Without room for pages in memory each change goes to disk before it is committed.
            let begin = "PRAGMA journal_mode = WAL; PRAGMA cache_size = 1; BEGIN IMMEDIATE;"
            let script = begin + statements.prefix(count).joined(separator: ";")
            #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
            for file in try FileManager.default.contentsOfDirectory(atPath: bench.directory.path) {
                try FileManager.default.copyItem(
                    at: bench.directory.appendingPathComponent(file),
                    to: after.directory.appendingPathComponent(file))
            }
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            sqlite3_close(handle)
            try expectMigrated(try after.store())
        }
    }
}
