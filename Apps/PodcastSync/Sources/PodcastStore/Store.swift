public import Foundation
public import PodcastModel
import Synchronization

/// The durable library: every answer comes from it and every change is in it before it is believed.
///
/// Calls are synchronous and may come from any thread; they wait for each other. A call that
/// returned is on disk, whatever happens to the process next.
public final class Store: Sendable {
    private let connection: Mutex<Connection>

    /// Opens `library.sqlite` in `directory`, makes it where there is none, and migrates it.
    ///
    /// - Throws: A ``PodcastError`` with the store's exit code when the folder cannot be made or written,
    ///   the file is no library, or a newer program made it.
    public init(directory: URL) throws(PodcastError) {
        try LibraryFolder.prepare(directory)
        let path = directory.appendingPathComponent("library.sqlite").path
        connection = Mutex(
            try LibraryFolder.oneAtATime(in: directory) { () throws(PodcastError) in
                let opened = try Connection(path: path)
                try opened.script(
                    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
                    for: "preparing the library")
                try Schema.migrate(opened, path: path)
                return opened
            })
    }

    @discardableResult
    func access<T: Sendable>(_ body: (Connection) throws(PodcastError) -> T) throws(PodcastError) -> T {
        try connection.withLock { (connection) throws(PodcastError) in try body(connection) }
    }
}
