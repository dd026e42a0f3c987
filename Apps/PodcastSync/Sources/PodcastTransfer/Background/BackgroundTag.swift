import Foundation

/// What a background session knows a transfer by, in this process and in those after it: the description of its
/// task.
public struct BackgroundTag: Hashable, Sendable, Codable {
    public let id: DownloadID
    /// Where the file goes, below the library: the library itself may move from one start of the app to the next.
    public let path: String
    /// The host of the feed the URL came from, allowed even when private (POD-7).
    public let feedHost: String?

    /// - Returns: Nil for a destination that is not in the library.
    init?(_ request: DownloadRequest, library: URL) {
        let (folder, file) = (
            library.standardizedFileURL.pathComponents, request.destination.standardizedFileURL.pathComponents
        )
        guard file.count > folder.count, file.starts(with: folder) else { return nil }
        id = request.id
        path = file.dropFirst(folder.count).joined(separator: "/")
        feedHost = request.feedHost
    }

    /// Reads what ``taskDescription`` wrote.
    ///
    /// - Returns: Nil for what is none, as a task of another version of the app may have.
    public init?(taskDescription: String?) {
        guard let taskDescription,
            let tag = try? JSONDecoder().decode(BackgroundTag.self, from: Data(taskDescription.utf8)),
            !tag.path.hasPrefix("/"), !tag.path.split(separator: "/").contains("..")
        else { return nil }
        self = tag
    }

    public var taskDescription: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func destination(in library: URL) -> URL { library.appendingPathComponent(path) }
}
