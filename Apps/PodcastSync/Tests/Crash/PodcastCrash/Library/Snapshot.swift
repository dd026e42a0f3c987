import CogGraph
import CogTesting
import Foundation
import PodcastSync

/// A library as it lies on disk at one time, read from a copy of it.
@MainActor
struct Snapshot {
    /// The tables' version; nil where there is no store yet.
    private(set) var version: Int?
    private(set) var feeds: [String: RawStore.Row] = [:]
    private(set) var episodes: [String: RawStore.Row] = [:]
    private(set) var problems: [String] = []
    private(set) var findings: [Finding] = []
    /// Where files lie that are still to be moved, by where they belong.
    private(set) var moves: [String: String] = [:]
    /// What is in the feeds' folders.
    private(set) var files: [String: Data] = [:]
    /// Everything that two libraries have to have in common, a line each.
    private(set) var image: [String] = []

    /// What a library holds before there is one.
    static let nothing = Snapshot()

    private init() {}

    /// - Parameters:
    ///   - room: Where the copy is made, and then removed.
    ///   - site: Whose files they are.
    init(of library: URL, in room: URL, _ site: CrashSite) throws {
        guard FileManager.default.fileExists(atPath: library.path) else { return }
        let copy = room.appendingPathComponent("copy", isDirectory: true)
        try LibraryFolder.duplicate(library, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        for path in LibraryFolder.files(below: copy) where !path.hasPrefix("library.") {
            files[path] = try Data(contentsOf: copy.appendingPathComponent(path))
        }
        guard FileManager.default.fileExists(atPath: copy.appendingPathComponent(LibraryFolder.store).path)
        else { return }
        let isLibrary = try readStore(copy)
        // One that was killed before it made its tables is made by the next process.
        guard isLibrary else { return }
        do {
            findings =
                try LibraryDoctor(directory: copy, now: Date(), assemble: { Cogs.forTesting() }).findings
        } catch {
            problems.append("the doctor cannot look at it: \(error)")
            return
        }
        try drawImage(copy, site)
    }

    private mutating func readStore(_ copy: URL) throws(CrashError) -> Bool {
        let store = try RawStore(copy)
        problems = try store.problems()
        version = try store.version
        guard problems.isEmpty, version != 0 else { return false }
        for row in try store.rows("SELECT * FROM feeds") { feeds[row["id"] ?? ""] = row }
        for row in try store.rows("SELECT * FROM episodes") { episodes[row["id"] ?? ""] = row }
        guard try !store.texts("SELECT 1 FROM sqlite_master WHERE name = 'file_moves'").isEmpty else {
            return true
        }
        for row in try store.rows("SELECT * FROM file_moves") {
            moves["\(row["new_folder"] ?? "")/\(row["new_name"] ?? "")"] =
                "\(row["old_folder"] ?? "")/\(row["old_name"] ?? "")"
        }
        return true
    }

    /// Draws it once the doctor has brought the copy to the newest tables.
    private mutating func drawImage(_ copy: URL, _ site: CrashSite) throws(CrashError) {
        let store = try RawStore(copy)
        let feeds = try store.rows("SELECT * FROM feeds")
        let addresses = Dictionary(
            feeds.map { ($0["id"] ?? "", $0["url"] ?? "") }, uniquingKeysWith: { a, _ in a })
        let tables = try store.texts("SELECT name FROM sqlite_master WHERE type = 'table'").sorted()
        image = try store.texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").sorted()
        image.append("version \(try store.version)")
        for table in tables where !table.hasPrefix("sqlite_") {
            for var row in try store.rows("SELECT * FROM \(table)") {
                if let feed = row["feed"] { row["feed"] = addresses[feed] ?? "no feed" }
                for column in Self.times { row[column] = nil }
                let values = row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                image.append("\(table): " + values.joined(separator: ", "))
            }
        }
        for (path, data) in files {
            // How far an unfinished download came is the connection's affair.
            let whole = site.medium(ofFile: path)?.versions.first { Data($0.bytes) == data }
            image.append(
                LibraryFolder.isPart(path) ? "part \(path)" : "file \(path): \(whole?.etag ?? "what?")")
        }
        image += findings.map(\.line)
        image.sort()
    }

    /// Numbers that are given out in the order of arrival, times, and how often something was tried.
    private static let times = [
        "id", "first_seen", "last_refreshed", "next_attempt", "attempts", "until", "host_time",
    ]

    /// What `other` has more, and what it lacks.
    func differences(from other: Snapshot) -> [String] {
        let (own, others) = (Set(image), Set(other.image))
        return other.image.filter { !own.contains($0) }.map { "- \($0)" }
            + image.filter { !others.contains($0) }.map { "+ \($0)" }
    }
}

extension Finding {
    var line: String { "finding \(kind.rawValue) \(place): \(what)" }
}
