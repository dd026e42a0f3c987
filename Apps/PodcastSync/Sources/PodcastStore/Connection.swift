import CSQLite
import Foundation
import PodcastModel

/// One SQLite connection with its prepared statements.
///
/// Sendable by hand: only `Store` has it, behind its mutex.
final class Connection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: OpaquePointer] = [:]

    /// What a connection may do with its file.
    enum Access {
        /// Also make it.
        case write
        case read
        /// And nobody else may write it either: nothing beside it is looked at or made.
        case readUnchanging
    }

    init(path: String, _ access: Access = .write) throws(PodcastError) {
        var opened: OpaquePointer?
        var name = path
        let flags: Int32
        switch access {
        case .write: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .read: flags = SQLITE_OPEN_READONLY
        case .readUnchanging:
            flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            let special = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            name = "file:\(special)?immutable=1"
        }
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let failure =
                opened.map { ConnectionFailure($0) }
                ?? ConnectionFailure(code: SQLITE_NOMEM, system: 0, text: "out of memory")
            sqlite3_close_v2(opened)
            throw failure.error("opening the library", at: path)
        }
        handle = opened
        self.path = path
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    func script(_ sql: String, for operation: String) throws(PodcastError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(operation) }
    }

    /// Runs one statement and maps its rows.
    @discardableResult
    func rows<T>(
        _ sql: String, _ values: [SQLValue] = [], for operation: String, _ map: (Row) -> T
    ) throws(PodcastError) -> [T] {
        let statement = try prepared(sql, operation)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw error(operation) }
        }
        var result: [T] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: result.append(map(Row(statement: statement)))
            case SQLITE_DONE: return result
            default: throw error(operation)
            }
        }
    }

    /// Runs one statement and returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = [], for operation: String) throws(PodcastError) -> Int {
        if sqlite3_get_autocommit(handle) != 0 { try checkPlace() }
        try rows(sql, values, for: operation) { _ in }
        return Int(sqlite3_changes(handle))
    }

    /// All of `body` or nothing of it.
    func transaction<T>(_ operation: String, _ body: () throws(PodcastError) -> T) throws(PodcastError) -> T {
        try checkPlace()
        try script("BEGIN IMMEDIATE", for: operation)
        do {
            let result = try body()
            try script("COMMIT", for: operation)
            return result
        } catch {
            // The first error is the one to tell; SQLite may have rolled back by itself already.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Does `body` without waiting for the disk: what it commits is whole or not there after a loss of power, and
    /// there after everything else, and is on the disk with the next commit that waits.
    func withoutWaiting<T>(
        _ operation: String, _ body: () throws(PodcastError) -> T
    ) throws(PodcastError) -> T {
        try script("PRAGMA synchronous = NORMAL", for: operation)
        // It is a setting of the connection alone, which cannot fail.
        defer { sqlite3_exec(handle, "PRAGMA synchronous = FULL", nil, nil, nil) }
        return try body()
    }

    /// Checks that the file is still where it was opened.
    ///
    /// SQLite goes on writing to one that was removed, and says that all is well.
    private func checkPlace() throws(PodcastError) {
        var hasMoved: Int32 = 0
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
            hasMoved != 0
        else { return }
        throw PodcastError(
            .store, "the library is not there any more", at: path,
            advice: "see whether its disk is, and run again")
    }

    private func prepared(_ sql: String, _ operation: String) throws(PodcastError) -> OpaquePointer {
        if let known = statements[sql] { return known }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(operation) }
        statements[sql] = statement
        return statement
    }

    private func error(_ operation: String) -> PodcastError {
        ConnectionFailure(handle).error(operation, at: path)
    }
}
