public import Foundation

/// A download that an engine has from an earlier process: it went on while nobody was there.
public struct OutstandingDownload: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        /// It is not over yet.
        case running
        /// It came whole, and nobody was told.
        case ended
    }

    public let id: DownloadID
    public let destination: URL
    public let phase: Phase

    public init(id: DownloadID, destination: URL, phase: Phase) {
        self.id = id
        self.destination = destination
        self.phase = phase
    }
}
