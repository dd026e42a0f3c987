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

    /// Opens the library in `directory` to read it, also where nothing can be written.
    ///
    /// - Throws: A ``PodcastError`` with the store's exit code when it cannot be read; also when it is an
    ///   older program's and cannot be migrated there.
    public convenience init(reading directory: URL) throws(PodcastError) {
        let path = directory.appendingPathComponent("library.sqlite").path
        if Foundation.access(directory.path, W_OK | X_OK) == 0, Foundation.access(path, W_OK) == 0 {
            try self.init(directory: directory)
        } else {
            try self.init(connection: Self.readOnly(path))
        }
    }

    /// What a library keeps beside its feeds' folders.
    public static var ownFiles: [String] { LibraryFolder.ownNames }

    private init(connection: sending Connection) { self.connection = Mutex(connection) }

    /// A library that was closed has no log beside it, which SQLite would make; then it is read as it is.
    private static func readOnly(_ path: String) throws(PodcastError) -> Connection {
        let isClosed = Foundation.access(path + "-wal", F_OK) != 0
        let opened = try Connection(path: path, isClosed ? .readUnchanging : .read)
        try Schema.check(opened, path: path)
        return opened
    }

    @discardableResult
    func access<T: Sendable>(_ body: (Connection) throws(PodcastError) -> T) throws(PodcastError) -> T {
        try connection.withLock { (connection) throws(PodcastError) in try body(connection) }
    }
}
