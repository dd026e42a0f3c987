public import Foundation

/// Where an episode's file lies below its library: two safe components (POD-11).
public struct EpisodeFile: Hashable, Sendable {
    public var folder: String
    public var name: String

    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The file's place in the library at `library`.
    public func url(in library: URL) -> URL { folderURL(in: library).appendingPathComponent(name) }

    /// Whether something lies at its place in the library at `library`: also a link that leads nowhere, which is
    /// in the way.
    public func isThere(in library: URL) -> Bool {
        var status = stat()
        return lstat(url(in: library).path, &status) == 0
    }

    /// The folder's place in the library at `library`.
    public func folderURL(in library: URL) -> URL {
        library.appendingPathComponent(folder, isDirectory: true)
    }
}
