public import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// A download that goes on beside the app.
public struct OutsideDownload: Codable, Hashable, Sendable {
    /// Below the library.
    public let path: String
    public let receivedBytes: Int64
    /// Nil while it is not known.
    public let totalBytes: Int64?

    /// What goes on for the library in `directory`, whether or not a run is at work there.
    public static func all(in directory: URL) async -> [OutsideDownload] {
        await Aria2Folder(library: directory).carried().map { download in
            OutsideDownload(
                path: download.destination.pathComponents.suffix(2).joined(separator: "/"),
                receivedBytes: download.receivedBytes, totalBytes: download.totalBytes)
        }
    }

    /// One line for people.
    public var text: String {
        let received = receivedBytes.formatted(.byteCount(style: .file))
        let total = totalBytes.map { " of \($0.formatted(.byteCount(style: .file)))" } ?? ""
        return "aria2 goes on with \(path), \(received)\(total)"
    }
}

extension Aria2Folder {
    /// The one of a library.
    init(library: URL) {
        self.init(library.appendingPathComponent(LibraryFile.aria2, isDirectory: true))
    }
}
