public import Foundation

/// Where the unfinished download of a file lies.
public enum PartFiles {
    /// The part of `destination` and the record of its validator, whether or not they are there.
    public static func of(_ destination: URL) -> [URL] {
        let folder = destination.deletingLastPathComponent()
        let name = PartFile.partName(of: destination.lastPathComponent)
        return [folder.appendingPathComponent(name), folder.appendingPathComponent(name + ".json")]
    }
}
