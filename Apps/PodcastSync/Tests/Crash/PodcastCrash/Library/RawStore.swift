import CSQLite
import Foundation

/// A library's tables as they are, read by nothing of the program under test.
///
/// It may recover and write what a killed process left, so it is given copies only.
struct RawStore: ~Copyable {
    typealias Row = [String: String]

    private let handle: OpaquePointer

    init(_ library: URL) throws(CrashError) {
        var opened: OpaquePointer?
        let path = library.appendingPathComponent(LibraryFolder.store).path
        guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw CrashError("cannot open \(path)")
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    /// The rows of a query by the names of its columns; what is NULL is left out.
    func rows(_ sql: String) throws(CrashError) -> [Row] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw error(sql) }
        defer { sqlite3_finalize(statement) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                var row: Row = [:]
                for column in 0..<sqlite3_column_count(statement) {
                    guard let name = sqlite3_column_name(statement, column),
                        let text = sqlite3_column_text(statement, column)
                    else { continue }
                    row[String(cString: name)] = String(cString: text)
                }
                rows.append(row)
            case SQLITE_DONE: return rows
            default: throw error(sql)
            }
        }
    }

    /// The first column of a query that has one.
    func texts(_ sql: String) throws(CrashError) -> [String] {
        try rows(sql).flatMap { $0.values.sorted().prefix(1) }
    }

    private func error(_ sql: String) -> CrashError {
        CrashError("\(String(cString: sqlite3_errmsg(handle))), at: \(sql)")
    }

    var version: Int { get throws(CrashError) { Int(try texts("PRAGMA user_version").first ?? "") ?? 0 } }

    /// What SQLite finds wrong; nothing for a sound library.
    func problems() throws(CrashError) -> [String] {
        let pages = try texts("PRAGMA integrity_check").filter { $0 != "ok" }
        let references = try rows("PRAGMA foreign_key_check").map { "a reference leads nowhere: \($0)" }
        return pages + references
    }
}
