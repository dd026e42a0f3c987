import CTracer

/// A system call on a file of the library, or a write to standard output.
struct TracedCall: Sendable, CustomStringConvertible {
    enum Operation: String, Sendable {
        case write, sync, truncate, create, rename, unlink, mkdir, rmdir
    }

    let operation: Operation
    /// Below the library; nothing for standard output.
    let path: String
    /// Where a rename leads, below the library too; nothing for every other call.
    let target: String

    /// Nil for a call that is none of the library's.
    ///
    /// - Parameter library: Its path without links.
    init?(_ call: traced_call, library: String) {
        operation =
            switch call.operation {
            case TRACED_WRITE: .write
            case TRACED_SYNC: .sync
            case TRACED_TRUNCATE: .truncate
            case TRACED_OPEN: .create
            case TRACED_RENAME: .rename
            case TRACED_UNLINK: .unlink
            case TRACED_MAKE_FOLDER: .mkdir
            default: .rmdir
            }
        let path = String(cString: call.path)
        target = call.target.map { String(String(cString: $0).dropFirst(library.count + 1)) } ?? ""
        if path == library {
            self.path = "."
        } else if path.hasPrefix(library + "/") {
            self.path = String(path.dropFirst(library.count + 1))
        } else if call.operation == TRACED_WRITE, call.descriptor == 1 {
            self.path = ""
        } else {
            return nil
        }
    }

    /// Whether a kill can name it by its number.
    ///
    /// In how many pieces bytes come is the system's affair, what SQLite shares between processes is memory,
    /// and how far a run is gets told as time goes by: none has a number that is the same in every run.
    var isCounted: Bool {
        if path.hasSuffix("-shm") || path.hasPrefix("library.running") || path.hasPrefix(Daemon.folder) {
            return false
        }
        return !(operation == .write && path.hasSuffix(".part"))
    }

    var description: String { "\(operation.rawValue) \(path.isEmpty ? "standard output" : path)" }
}
