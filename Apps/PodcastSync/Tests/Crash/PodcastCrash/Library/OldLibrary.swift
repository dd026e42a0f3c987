import CSQLite
import Foundation
import PodcastStore

/// A library that an older program left: one feed, of whose episodes one is here, one was asked for, one
/// skipped, and one kept.
struct OldLibrary {
    /// The versions there were before today's.
    static let versions = 1..<Schema.migrations.count

    /// Makes it.
    ///
    /// - Parameters:
    ///   - version: Of its tables.
    ///   - origin: The host of `site`, as it begins.
    static func make(_ version: Int, in library: URL, of site: CrashSite, at origin: String) throws {
        guard let show = site.shows[CrashSite.names[0]], let first = show.items.first,
            let medium = site.media[first.mediaPath]
        else { throw CrashError("the site has no feed") }
        let folder = library.appendingPathComponent(show.name, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = first.title + ".mp3"
        try Data(medium.bytes).write(to: folder.appendingPathComponent(name))
        var script = Schema.migrations[0]
        script += """
            INSERT INTO feeds (url, title, folder, folder_key, etag, last_refreshed)
            VALUES ('\(origin + show.path)', '\(show.name)', '\(show.name)', '\(show.name.lowercased())',
                '\(show.etag)', 1700000000.0);
            INSERT INTO global_policy VALUES (1, 3);
            INSERT INTO policies VALUES (1, 2);
            """
        for (index, item) in show.items.enumerated() {
            let isHere = index == 0
            let state = isHere ? "downloaded" : ["none", "wanted", "skipped"][index % 3]
            script += """
                INSERT INTO episodes (feed, identity, title, published, first_seen, enclosure_url, type, state,
                    kept, bytes, file_name, file_key)
                VALUES (1, 'guid:\(item.guid)', '\(item.title)', \(1_704_000_000 + index * 86_400).0,
                    1700000000.0, '\(origin + item.mediaPath)', 'audio/mpeg', '\(state)', \(index == 3 ? 1 : 0),
                    \(isHere ? "\(medium.length)" : "NULL"), \(isHere ? "'\(name)'" : "NULL"),
                    \(isHere ? "'\(name.lowercased())'" : "NULL"));
                """
        }
        for next in 1..<version { script += Schema.migrations[next] }
        script += "PRAGMA user_version = \(version); PRAGMA journal_mode = WAL;"
        try run(script, in: library)
    }

    private static func run(_ script: String, in library: URL) throws(CrashError) {
        var handle: OpaquePointer?
        let path = library.appendingPathComponent(LibraryFolder.store).path
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK,
            sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK
        else { throw CrashError("cannot make an old library: \(String(cString: sqlite3_errmsg(handle)))") }
    }
}
