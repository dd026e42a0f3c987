public import Foundation

/// The private folder of a library's aria2: how it is reached, what it has to do, and who it is.
///
/// Nobody but the owner can look inside. The folder is there exactly as long as something may be outstanding.
public struct Aria2Folder: Sendable {
    let url: URL

    /// - Parameter url: Its place in the library.
    public init(_ url: URL) { self.url = url }

    /// Whether there may be anything of it.
    public var exists: Bool { access(url.path, F_OK) == 0 }

    var configuration: URL { url.appendingPathComponent("aria2.conf") }
    var session: URL { url.appendingPathComponent("session") }
    var output: URL { url.appendingPathComponent("output") }
    var lock: URL { url.appendingPathComponent("lock") }

    func make() throws(EngineFailure) {
        guard mkdir(url.path, 0o700) == 0 || errno == EEXIST, chmod(url.path, 0o700) == 0 else {
            throw failure("cannot make aria2's folder", errno)
        }
    }

    /// Removes it with everything in it; for whoever has its lock.
    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Takes the lock that aria2 has for as long as it lives.
    ///
    /// - Returns: An open descriptor of the lock, which says no more who had it; nil while there is an aria2.
    ///   Closed without unlocking, it leaves the lock to a process that inherited it.
    func takeLock() throws(EngineFailure) -> Int32? {
        let descriptor = open(lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot open aria2's lock", errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        guard ftruncate(descriptor, 0) == 0 else {
            let code = errno
            close(descriptor)
            throw failure("cannot write aria2's lock", code)
        }
        return descriptor
    }

    /// Whether there is an aria2 that works here.
    public var isInUse: Bool {
        let descriptor = open(lock.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return true }
        flock(descriptor, LOCK_UN)
        return false
    }

    /// Who an aria2 is that works here, which it wrote itself; nil when there is none.
    public var process: Int32? {
        guard isInUse, let text = try? String(contentsOf: lock, encoding: .utf8) else { return nil }
        return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Writes how aria2 is to be reached, durably, before there is one: whatever happens then, it is found.
    func write(_ endpoint: Aria2Endpoint, jobs: Int, lifetime: Duration) throws(EngineFailure) {
        let text = Aria2Configuration.text(endpoint, jobs: jobs, lifetime: lifetime)
        try write(text, to: configuration)
        if access(session.path, F_OK) != 0 { try write("", to: session) }
        let folder = open(url.path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard folder >= 0, fsync(folder) == 0 else { throw failure("cannot write aria2's folder", errno) }
    }

    /// How the aria2 that was started last is reached; nil when that was never written.
    var endpoint: Aria2Endpoint? {
        (try? String(contentsOf: configuration, encoding: .utf8)).flatMap(Aria2Configuration.endpoint)
    }

    /// Where the files of the downloads lie that the session has.
    var sessionFiles: [URL] {
        let text = (try? String(contentsOf: session, encoding: .utf8)) ?? ""
        var (files, folder): ([URL], String?) = ([], nil)
        for line in text.split(separator: "\n") {
            if line.hasPrefix(" dir=") { folder = String(line.dropFirst(5)) }
            if line.hasPrefix(" out="), let folder {
                files.append(URL(fileURLWithPath: folder).appendingPathComponent(String(line.dropFirst(5))))
            }
        }
        return files
    }

    private func write(_ text: String, to file: URL) throws(EngineFailure) {
        let next = file.appendingPathExtension("next")
        let descriptor = open(next.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot write aria2's folder", errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            rename(next.path, file.path) == 0
        else { throw failure("cannot write aria2's folder", errno) }
    }

    private func failure(_ what: String, _ code: Int32) -> EngineFailure {
        EngineFailure(
            "\(what): \(String(cString: strerror(code)))", at: url.path,
            advice: "check that the library's folder can be written and has room")
    }
}
