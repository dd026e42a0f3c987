import CSQLite
import Foundation
import PodcastModel

/// What went wrong on a connection: SQLite's code, the system's below it, and SQLite's text.
struct ConnectionFailure {
    let code: Int32
    let system: Int32
    let text: String

    init(code: Int32, system: Int32, text: String) {
        self.code = code
        self.system = system
        self.text = text
    }

    /// Read at once after the call that failed; any later call on the handle overwrites it.
    init(_ handle: OpaquePointer) {
        // SQLite keeps the system's code only for some of its failures; after the others it is still there.
        let last = errno
        let kept = sqlite3_system_errno(handle)
        code = sqlite3_errcode(handle) & 0xFF
        system = kept != 0 || code != SQLITE_IOERR ? kept : last
        text = String(cString: sqlite3_errmsg(handle))
    }

    /// The failure as the user hears it: the system's own words where it was the system.
    func error(_ operation: String, at path: String) -> PodcastError {
        switch code {
        case SQLITE_FULL: return .system(operation, system == 0 ? ENOSPC : system, at: path)
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH:
            if system != 0 { return .system(operation, system, at: path) }
            return failure(operation, at: path, advice: "check that the folder can be written")
        case SQLITE_READONLY:
            return failure(
                operation, at: path, advice: "make the file and its folder writable, or choose another folder"
            )
        case SQLITE_NOTADB:
            return failure(operation, at: path, advice: "move that file away, or choose another folder")
        case SQLITE_CORRUPT:
            return failure(operation, at: path, advice: "the library is damaged; restore it from a copy")
        case SQLITE_BUSY, SQLITE_LOCKED:
            return failure(operation, at: path, advice: "another program has the library open")
        default: return failure(operation, at: path, advice: nil)
        }
    }

    private func failure(_ operation: String, at path: String, advice: String?) -> PodcastError {
        PodcastError(.store, "\(operation): \(text)", at: path, advice: advice)
    }
}
