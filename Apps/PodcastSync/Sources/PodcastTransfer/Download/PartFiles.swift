public import Foundation

/// Where the unfinished download of a file lies.
public enum PartFiles {
    /// The part of `destination` and the record of its validator, whether or not they are there.
    public static func of(_ destination: URL) -> [URL] {
        let folder = destination.deletingLastPathComponent()
        let name = PartFile.partName(of: destination.lastPathComponent)
        return [folder.appendingPathComponent(name), folder.appendingPathComponent(name + ".json")]
    }

    /// Removes them; the part last, since a record without one tells of a finished file.
    public static func remove(of destination: URL) {
        for file in of(destination).reversed() { _ = unlink(file.path) }
    }

    /// The length of a file that was finished and whose end nobody confirmed; nil for every other.
    public static func unconfirmedLength(of destination: URL) -> Int64? {
        let files = of(destination)
        guard access(files[0].path, F_OK) != 0, access(files[1].path, F_OK) == 0 else { return nil }
        var status = stat()
        guard stat(destination.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }
}
