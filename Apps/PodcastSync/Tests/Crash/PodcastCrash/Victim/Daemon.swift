import Foundation

/// What an engine of the program leaves at work when the program is gone.
enum Daemon {
    /// What such an engine has in a library of its own.
    static let folder = "library.aria2"

    /// Kills all there are below a folder, and returns when they are gone.
    ///
    /// - Returns: How many there were.
    @discardableResult
    static func kill(below folder: URL) -> Int {
        let found = all(below: folder)
        for process in found { _ = Foundation.kill(process, SIGKILL) }
        if !found.isEmpty { waitForEnd(of: folder) }
        return found.count
    }

    /// All that work below a folder.
    static func all(below folder: URL) -> [pid_t] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { place(of: $0).hasPrefix(folder.path + "/") }
    }

    /// The folder it works in.
    private static func place(of process: pid_t) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) ?? ""
    }

    /// It has a lock for as long as it lives.
    private static func waitForEnd(of folder: URL) {
        let locks = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in locks where path.hasSuffix(Self.folder + "/lock") {
            let lock = open(folder.appendingPathComponent(path).path, O_RDONLY | O_CLOEXEC)
            guard lock >= 0 else { continue }
            while flock(lock, LOCK_SH) != 0, errno == EINTR {}
            close(lock)
        }
    }
}
