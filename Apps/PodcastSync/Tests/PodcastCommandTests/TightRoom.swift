import Foundation
import Testing

/// A place for a library that has as much room as a test says.
protocol TightRoom: AnyObject {
    /// The library's folder, as the program sees it.
    var library: String { get }
    /// What the program is called by, so that it is in that place.
    var launcher: [String] { get }
    /// The system's word for what is missing.
    var reason: String { get }
    /// Where the test sees a path of ``library``.
    func seen(_ path: String) -> URL
    /// Leaves room for so many bytes more in a file.
    func leave(_ bytes: Int, in file: String) throws
    /// Gives room.
    func widen() throws
}

extension Program {
    /// Every kind of tight room that this machine can make.
    ///
    /// Where it lets nobody have a file system of their own, the limit that every process may set itself has
    /// to do.
    static let tightRooms: [RoomKind] = SmallDisk.canBeMade ? [.fileLimit, .smallDisk] : [.fileLimit]

    enum RoomKind: CustomTestStringConvertible {
        case fileLimit, smallDisk
        var testDescription: String { self == .fileLimit ? "a limit of files" : "a small disk" }
    }

    func room(_ kind: RoomKind) throws -> any TightRoom {
        switch kind {
        case .fileLimit: FileLimit(folder.appendingPathComponent("limited"))
        case .smallDisk: try SmallDisk(in: folder, bytes: 8 << 20)
        }
    }
}

/// The limit of how long a process's files may become.
private final class FileLimit: TightRoom {
    let library: String
    let reason = "File too large"
    private(set) var launcher: [String] = []

    init(_ library: URL) { self.library = library.path }

    func seen(_ path: String) -> URL { URL(fileURLWithPath: library).appendingPathComponent(path) }

    func leave(_ bytes: Int, in file: String) throws {
        let now = try? FileManager.default.attributesOfItem(atPath: seen(file).path)[.size] as? Int
        // In blocks of 512 bytes, as a shell of the standard counts.
        launcher = ["/bin/sh", "-c", "ulimit -f \(((now ?? 0) + bytes) / 512); exec \"$@\"", "sh"]
        #if os(Linux)
            // Whoever runs the tests may have it ignored, and the program would inherit that.
            launcher += ["/usr/bin/env", "--default-signal=XFSZ"]
        #endif
    }

    func widen() { launcher = [] }
}

/// A file system of memory, in a name space of its own that ends with the shell that holds it.
final class SmallDisk: TightRoom {
    static let canBeMade: Bool = {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return (try? SmallDisk(in: folder, bytes: 1 << 20)) != nil
    }()

    let library: String
    let reason = "No space left on device"
    private let bytes: Int
    private let place: String
    private let shell = Process()
    private let (commands, answers) = (Pipe(), Pipe())

    init(in folder: URL, bytes: Int) throws {
        place = folder.appendingPathComponent("disk").path
        library = place + "/library"
        self.bytes = bytes
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        let loop = "while read line; do eval \"$line\" && echo done || echo failed; done"
        shell.arguments = ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", loop]
        shell.standardInput = commands
        shell.standardOutput = answers
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        try perform("mount -t tmpfs -o size=\(bytes) tmpfs '\(place)'")
    }

    deinit {
        // By a word: the end of its input may be a long time coming, while a process that was just being
        // started has the pipe too.
        try? commands.fileHandleForWriting.write(contentsOf: Data("exit\n".utf8))
    }

    var launcher: [String] {
        [
            "/usr/bin/nsenter", "--target", "\(shell.processIdentifier)", "--user", "--mount",
            "--preserve-credentials",
        ]
    }

    func seen(_ path: String) -> URL {
        URL(fileURLWithPath: "/proc/\(shell.processIdentifier)/root\(library)/\(path)")
    }

    func leave(_ bytes: Int, in file: String) throws {
        try perform("rm -f '\(place)/ballast'; sync")
        // What is free is what a write of zeros takes until it fails.
        try perform("dd if=/dev/zero of='\(place)/ballast' bs=4096 2>/dev/null || true")
        try perform("truncate -s -\(bytes) '\(place)/ballast'")
    }

    func widen() throws { try perform("rm -f '\(place)/ballast'") }

    /// Lets nobody write, or everybody again.
    func setReadOnly(_ flag: Bool) throws { try perform("mount -o remount,\(flag ? "ro" : "rw") '\(place)'") }

    private func perform(_ command: String) throws {
        try commands.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        // The end of the shell is an end of its answers.
        let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
        guard answer == "done\n" else { throw CocoaError(.fileWriteUnknown) }
    }
}
