public import Foundation

/// Where the unfinished download of a file lies.
public enum PartFiles {
    /// The part of `destination`, the record of its validator, aria2's map of what is there, and what a
    /// background session goes on from, whether or not they are there.
    public static func of(_ destination: URL) -> [URL] {
        let folder = destination.deletingLastPathComponent()
        let name = PartFile.partName(of: destination.lastPathComponent)
        return ["", ".json", controlSuffix, resumeSuffix].map { folder.appendingPathComponent(name + $0) }
    }

    private static let controlSuffix = ".aria2"
    /// Of all that names beside a part end with.
    static let longestSuffix = controlSuffix + "__temp"

    /// Removes aria2's map of a part, which counts more for it than the part's length.
    static func removeControlFile(of part: URL) {
        _ = unlink(part.path + controlSuffix)
    }

    /// Removes them; the part last, since a record without one tells of a finished file.
    public static func remove(of destination: URL) {
        for file in of(destination).reversed() { _ = unlink(file.path) }
    }

    /// Removes them where the part is empty: it holds nothing to go on with.
    static func removeIfEmpty(of destination: URL) {
        var status = stat()
        if stat(of(destination)[0].path, &status) == 0, status.st_size == 0 { remove(of: destination) }
    }

    /// The length of a file that was finished and whose end nobody confirmed; nil for every other.
    public static func unconfirmedLength(of destination: URL) -> Int64? {
        let files = of(destination)
        guard access(files[0].path, F_OK) != 0, access(files[1].path, F_OK) == 0 else { return nil }
        var status = stat()
        guard stat(destination.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// What the first answer said that the bytes of a destination are; nil where nothing tells.
    static func recordedType(of destination: URL) -> String? {
        guard let data = try? Data(contentsOf: of(destination)[1]) else { return nil }
        return (try? JSONDecoder().decode(PartValidator.self, from: data))?.type
    }
}
