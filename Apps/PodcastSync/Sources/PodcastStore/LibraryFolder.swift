import Foundation
import PodcastModel

/// What the program keeps in a library's folder beside the store.
public enum LibraryFile {
    /// How far the run is that holds the library.
    public static let running = "library.running.json"
    /// The same while it is written.
    public static let nextRunning = "library.running.next"
    /// The folder of an aria2 that downloads for the library.
    public static let aria2 = "library.aria2"
}

/// The folder of a library, made where it is missing.
enum LibraryFolder {
    /// What the library keeps beside its feeds' folders, by collision key.
    static let ownNames = [
        "library.lock", "library.sqlite", "library.sqlite-journal", "library.sqlite-shm",
        "library.sqlite-wal", LibraryFile.running, LibraryFile.nextRunning,
        LibraryFile.aria2,
    ]

    /// Makes `directory` with the folders above it, and checks that it can be written.
    ///
    /// The system calls are used bare: what they say is what the user has to hear.
    ///
    /// - Throws: A ``PodcastError`` with the store's exit code that says which folder, why, and what to do.
    static func prepare(_ directory: URL) throws(PodcastError) {
        let path = directory.standardizedFileURL.path
        var missing: [String] = []
        var parent = path
        while let kind = try kind(of: parent), kind == .none, parent != "/" {
            missing.append(parent)
            parent = (parent as NSString).deletingLastPathComponent
        }
        if missing.isEmpty, try kind(of: path) == .other {
            throw .system("cannot use the library folder", ENOTDIR, at: path)
        }
        for folder in missing.reversed() where mkdir(folder, 0o755) != 0 && errno != EEXIST {
            throw .system("cannot make the library folder", errno, at: folder)
        }
        // Asked here, since SQLite says of a read-only folder only that some file is not there.
        guard access(path, W_OK | X_OK) == 0 else {
            throw .system("cannot write to the library folder", errno, at: path)
        }
    }

    /// Does `body` while nobody else does theirs in `directory`, in this process or another.
    ///
    /// Where two make one library at once SQLite does not wait: it says at once that it is locked.
    ///
    /// - Parameter patience: The seconds after which it is done all the same. Whoever has the folder locked for
    ///   longer is none of ours: as `flock FOLDER podcast-sync sync`, which would wait for itself.
    static func oneAtATime<T>(
        in directory: URL, patience: Double = 10, _ body: () throws(PodcastError) -> T
    ) throws(PodcastError) -> T {
        let folder = open(directory.path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw .system("cannot open the library folder", errno, at: directory.path) }
        let lock = FolderLock(descriptor: folder)
        defer { lock.leave() }
        // Without it, as on a file system that has no such locks, SQLite has a worded error.
        lock.enter(within: patience)
        return try body()
    }

    private enum Kind { case folder, other, none }

    private static func kind(of path: String) throws(PodcastError) -> Kind? {
        var status = stat()
        guard stat(path, &status) != 0 else { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other }
        if errno == ENOENT { return Kind.none }
        throw .system("cannot use the library folder", errno, at: path)
    }
}
