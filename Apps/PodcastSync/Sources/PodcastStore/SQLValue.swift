import CSQLite
import Foundation
import PodcastModel

/// A value on its way into a statement.
enum SQLValue {
    case null
    case int(Int64)
    case real(Double)
    case text(String)

    static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    static func int(_ value: Int64?) -> SQLValue { value.map { .int($0) } ?? .null }
    static func date(_ date: Date?) -> SQLValue { date.map { .real($0.timeIntervalSince1970) } ?? .null }
    static func flag(_ flag: Bool) -> SQLValue { .int(flag ? 1 : 0) }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .int(let value): return sqlite3_bind_int64(statement, index, value)
        case .real(let value): return sqlite3_bind_double(statement, index, value)
        case .text(let value):
            // SQLITE_TRANSIENT: SQLite copies before the string may go.
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return sqlite3_bind_text(statement, index, value, Int32(value.utf8.count), copies)
        }
    }
}

/// A row, valid while it is mapped.
struct Row {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
    func flag(_ column: Int32) -> Bool { int(column) != 0 }
    func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }
    func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }
    func url(_ column: Int32) -> URL? {
        text(column).flatMap { URL(string: $0) }.map { $0.withPlainHost ?? $0 }
    }

    func date(_ column: Int32) -> Date? {
        isNull(column) ? nil : Date(timeIntervalSince1970: sqlite3_column_double(statement, column))
    }
}
