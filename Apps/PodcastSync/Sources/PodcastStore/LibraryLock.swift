public import Foundation
public import PodcastModel
import Synchronization

/// One process at a time on a library; the system frees it when its process ends, however it ends.
public final class LibraryLock: Sendable {
    private let descriptor: Mutex<Int32>

    /// Makes the folder where it is missing and takes the lock, or says who holds it.
    ///
    /// - Parameter command: What the next one is told that this process is doing.
    /// - Throws: A ``PodcastError`` with the store's exit code.
    public init(directory: URL, command: String) throws(PodcastError) {
        guard let file = try Self.taken(directory, command) else {
            throw PodcastError(
                .store, "the library is in use by \(Self.holder(in: directory) ?? "another process")",
                at: directory.path, advice: "try again when it has ended, or wait for it with --wait")
        }
        descriptor = Mutex(file)
    }

    /// Takes the lock where it is free.
    ///
    /// - Returns: Nil where another holds it.
    public init?(ifFreeIn directory: URL, command: String) throws(PodcastError) {
        guard let file = try Self.taken(directory, command) else { return nil }
        descriptor = Mutex(file)
    }

    /// The locked file; nil where another has it.
    private static func taken(_ directory: URL, _ command: String) throws(PodcastError) -> Int32? {
        try LibraryFolder.prepare(directory)
        let path = directory.appendingPathComponent("library.lock").path
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .system("cannot open the lock", errno, at: path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return nil
        }
        let text = Array("process \(getpid()) (\(command))\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else {
            let code = errno
            close(file)
            throw .system("cannot write the lock", code, at: path)
        }
        return file
    }

    /// Who holds the library in `directory`, in words; nil when nobody does.
    public static func holder(in directory: URL) -> String? {
        let path = directory.appendingPathComponent("library.lock").path
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else {
            flock(file, LOCK_UN)
            return nil
        }
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.isEmpty ? "another process" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { release() }

    /// Gives the library to the next; twice is once.
    public func release() {
        descriptor.withLock { file in
            guard file >= 0 else { return }
            // By hand: a process that is just being started has the descriptor too, for a moment.
            flock(file, LOCK_UN)
            close(file)
            file = -1
        }
    }
}
