import Foundation
import PodcastStore

/// The program under test, run as its users run it.
struct Program {
    /// What one run came to.
    struct Result {
        let code: Int32
        let output: String
        let complaints: String

        /// The lines on standard output.
        var lines: [Substring] { output.split(separator: "\n") }
        /// The lines on standard error.
        var complaintLines: [Substring] { complaints.split(separator: "\n") }

        /// The one JSON object on standard output.
        func json() throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
            guard lines.count == 1, let json = object as? [String: Any] else {
                throw CocoaError(.coderInvalidValue)
            }
            return json
        }
    }

    let folder: URL
    /// Where it looks for other programs.
    private let programs: String

    init(programs: String = ProcessInfo.processInfo.environment["PATH"] ?? "") throws {
        self.programs = programs
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-command-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Removes everything, after it ended the aria2 that a run left at work.
    func remove() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            if let aria2 = Self.aria2(of: folder.appendingPathComponent(name)) { kill(aria2, SIGKILL) }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The aria2 that works for the library; nil when there is none.
    var aria2: Int32? { Self.aria2(of: library) }

    private static func aria2(of library: URL) -> Int32? {
        let lock = library.appendingPathComponent("library.aria2/lock")
        let descriptor = open(lock.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        let text = (try? String(contentsOf: lock, encoding: .utf8)) ?? ""
        return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Where a test keeps its library.
    var library: URL { folder.appendingPathComponent("library", isDirectory: true) }

    /// Has what failed rest for an hour more. The first rest may be half a minute, which can be over where
    /// programs start slowly.
    func prolongRests() throws {
        let store = try Store(directory: library)
        for episode in try store.episodes() {
            guard case .failed(let reason, let end) = episode.download else { continue }
            _ = try store.setDownload(
                episode.id, .failed(reason: reason, nextAttemptAt: end.addingTimeInterval(3600)))
        }
        for feed in try store.feeds() {
            guard let message = feed.lastError, let end = feed.nextAttemptAt else { continue }
            try store.recordRefreshFailure(
                feed.id, message: message, nextAttemptAt: end.addingTimeInterval(3600))
        }
    }

    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appendingPathComponent(name)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    /// Runs the program to its end.
    ///
    /// - Parameter during: Called with the process once it runs; its end is waited for after that.
    func run(
        _ arguments: String..., during: (Process) async throws -> Void = { _ in }
    ) async throws -> Result {
        try await run(arguments, during: during)
    }

    /// - Parameters:
    ///   - room: Where its library is.
    ///   - launcher: What starts it, and as which it runs on.
    ///   - output: Where standard output goes instead of the result.
    ///   - errors: Where standard error goes instead.
    func run(
        _ arguments: [String], in room: (any TightRoom)? = nil, by launcher: [String] = [],
        writingTo output: String? = nil, complainingTo errors: String? = nil,
        during: (Process) async throws -> Void = { _ in }
    ) async throws -> Result {
        let process = Process()
        let words = (room?.launcher ?? launcher) + [Self.executable.path] + arguments
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = [
            "XDG_DATA_HOME": folder.path + "/data", "TZ": "UTC", "PATH": programs,
        ]
        process.standardInput = FileHandle.nullDevice
        let run = UUID().uuidString
        let (answer, complaints) = (try sink(run + ".out"), try sink(run + ".err"))
        let sinks = [
            output.flatMap { FileHandle(forWritingAtPath: $0) } ?? answer.handle,
            errors.flatMap { FileHandle(forWritingAtPath: $0) } ?? complaints.handle,
        ]
        // A process that has ended keeps what it was given open.
        defer { for sink in sinks { try? sink.close() } }
        process.standardOutput = sinks[0]
        process.standardError = sinks[1]
        let (ends, end) = AsyncStream<Never>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        // Whether the process has ended is asked also where the time of the test is over.
        let ended = Task { for await _ in ends {} }
        try await withTaskCancellationHandler {
            do {
                try await during(process)
            } catch {
                kill(process.processIdentifier, SIGKILL)
                await ended.value
                throw error
            }
            await ended.value
        } onCancel: { [id = process.processIdentifier] in
            kill(id, SIGKILL)
        }
        return Result(
            code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: try String(contentsOf: answer.url, encoding: .utf8),
            complaints: try String(contentsOf: complaints.url, encoding: .utf8))
    }

    private func sink(_ name: String) throws -> (url: URL, handle: FileHandle) {
        let url = folder.appendingPathComponent(name)
        try Data().write(to: url)
        return (url, try FileHandle(forWritingTo: url))
    }

    /// Built beside the tests, since they depend on it.
    private static let executable: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("podcast-sync")
    }()
}
