import Foundation

/// The files of a library's folder, as they are on disk.
enum LibraryFolder {
    static let store = "library.sqlite"

    /// The paths of all files below a folder, without those that the library keeps for itself as memory.
    static func files(below folder: URL) -> [String] {
        guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        return found.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            let file = folder.appendingPathComponent(path).path
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// The paths of all folders below a folder.
    static func folders(below folder: URL) -> [String] {
        let files = Set(files(below: folder))
        return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { !files.contains($0) }.sorted()
    }

    /// Makes another library of the same files: those of the store copied, so that looking at one recovers
    /// nothing of the other, and the rest, which nobody writes to by looking, linked.
    static func duplicate(_ folder: URL, to copy: URL, linking: Bool = true) throws {
        let files = FileManager.default
        try? files.removeItem(at: copy)
        try files.createDirectory(at: copy, withIntermediateDirectories: true)
        for path in folders(below: folder) where path != Daemon.folder {
            try files.createDirectory(
                at: copy.appendingPathComponent(path), withIntermediateDirectories: true)
        }
        for path in self.files(below: folder) where !path.hasSuffix("-shm") && !path.hasPrefix(Daemon.folder)
        {
            let (from, to) = (folder.appendingPathComponent(path), copy.appendingPathComponent(path))
            do {
                if linking, !path.hasPrefix("library.") {
                    try files.linkItem(at: from, to: to)
                } else {
                    try files.copyItem(at: from, to: to)
                }
            } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
                // What an engine beside the program writes comes and goes.
            }
        }
    }

    /// Whether a path is that of a part or of what lies beside it.
    static func isPart(_ path: String) -> Bool {
        path.hasSuffix(".part") || path.hasSuffix(".part.json") || isControlFile(path)
    }

    /// Whether a path is that of what an engine keeps of a part for itself.
    static func isControlFile(_ path: String) -> Bool { path.contains(".part.aria2") }
}
