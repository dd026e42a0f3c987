public import Foundation
import PodcastStore

/// What a process does with a library right now, as it tells those who ask meanwhile.
public struct RunningWork: Codable, Hashable, Sendable {
    /// The number of the process.
    public let process: Int32
    public let command: String
    public let since: Date
    public let feedsDone: Int
    public let feeds: Int
    public let downloadsDone: Int
    public let downloads: Int
    /// What came over the network.
    public let bytes: Int64
    /// Over the last ten seconds; nil before there is a rate.
    public let bytesPerSecond: Double?
    /// Nil where nobody said how much that is.
    public let bytesLeft: Int64?

    init(_ progress: RunProgress, rate: Double?, process: Int32, command: String, since: Date) {
        (self.process, self.command, self.since) = (process, command, since)
        (feedsDone, feeds) = (progress.feedsDone, progress.feeds)
        (downloadsDone, downloads) = (progress.downloadsDone, progress.downloads)
        (bytes, bytesPerSecond, bytesLeft) = (progress.bytes, rate, progress.bytesLeft)
    }

    /// What the holder of the library in `directory` told last, a second ago at most while it gets on.
    ///
    /// A process that was killed leaves its last word behind; it counts no longer once the library is free
    /// or another's.
    ///
    /// - Returns: Nil while nobody runs there.
    public init?(in directory: URL) {
        guard let holder = LibraryLock.holder(in: directory),
            let data = try? Data(contentsOf: directory.appendingPathComponent(LibraryFile.running)),
            let told = try? JSONDecoder().decode(RunningWork.self, from: data),
            holder.hasPrefix("process \(told.process) ")
        else { return nil }
        self = told
    }

    /// One line for people.
    public var text: String {
        RunProgress(
            feedsDone: feedsDone, feeds: feeds, downloadsDone: downloadsDone, downloads: downloads,
            bytes: bytes, bytesLeft: bytesLeft
        ).text(rate: bytesPerSecond)
    }

    func write(to directory: URL) {
        let next = directory.appendingPathComponent(LibraryFile.nextRunning).path
        // It is for looking only: a disk without room for it ends no run. Nor does it wait for the disk, as
        // Foundation does for a file that is written whole: it means nothing once the process has ended.
        let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? JSONEncoder().encode(self), (try? handle.write(contentsOf: data)) != nil
        else { return }
        rename(next, directory.appendingPathComponent(LibraryFile.running).path)
    }
}
