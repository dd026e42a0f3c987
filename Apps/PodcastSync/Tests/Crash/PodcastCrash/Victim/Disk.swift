import Foundation
import Synchronization

/// What of a library a loss of power leaves: names as they are, and of each file what was synced last.
///
/// That is what file systems do that write names in order and bytes when they like.
final class Disk: Sendable {
    private struct Synced {
        /// By file, whatever it is called: what it held when it was synced, or when the run began.
        var contents: [UInt64: Data] = [:]
    }

    private let library: URL
    private let synced = Mutex(Synced())

    /// Takes what is there as synced.
    init(_ library: URL) {
        self.library = library
        for path in LibraryFolder.files(below: library) { note(path) }
    }

    /// Follows a call that is about to run.
    func note(_ call: TracedCall) {
        switch call.operation {
        case .sync: note(call.path)
        // The number of a file that goes is given to another.
        case .unlink: forget(call.path)
        case .rename: forget(call.target)
        default: break
        }
    }

    private func forget(_ path: String) {
        guard let number = Self.number(of: library.appendingPathComponent(path)) else { return }
        synced.withLock { $0.contents[number] = nil }
    }

    private func note(_ path: String) {
        let file = library.appendingPathComponent(path)
        guard let number = Self.number(of: file), let data = try? Data(contentsOf: file) else { return }
        synced.withLock { $0.contents[number] = data }
    }

    /// Loses what was not synced.
    func loseUnsynced() throws {
        for path in LibraryFolder.files(below: library) {
            let file = library.appendingPathComponent(path)
            guard let number = Self.number(of: file) else { continue }
            let kept = synced.withLock { $0.contents[number] } ?? Data()
            if try Data(contentsOf: file) != kept { try kept.write(to: file) }
        }
    }

    /// A regular file's number; nil for anything else.
    private static func number(of file: URL) -> UInt64? {
        var status = stat()
        guard stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return UInt64(status.st_ino)
    }
}
