public import Foundation
public import PodcastModel
import Synchronization

extension LibraryLock {
    /// Takes the lock as soon as it is free.
    ///
    /// - Parameter onWait: Told once, before waiting, who holds it.
    /// - Throws: `CancellationError` when the calling task is cancelled while it waits; otherwise as
    ///   ``init(directory:command:)``.
    public static func whenFree(
        in directory: URL, command: String, onWait: @Sendable (String) -> Void
    ) async throws -> LibraryLock {
        var isTold = false
        while true {
            try Task.checkCancellation()
            if let lock = try LibraryLock(ifFreeIn: directory, command: command) { return lock }
            if !isTold { onWait(holder(in: directory) ?? "another process") }
            isTold = true
            await untilFree(directory)
        }
    }

    /// Takes the lock as soon as it is free, and blocks the calling thread meanwhile.
    public static func blocking(
        in directory: URL, command: String, onWait: (String) -> Void
    ) throws(PodcastError) -> LibraryLock {
        var isTold = false
        while true {
            if let lock = try LibraryLock(ifFreeIn: directory, command: command) { return lock }
            if !isTold { onWait(holder(in: directory) ?? "another process") }
            isTold = true
            blockUntilFree(directory)
        }
    }

    /// Returns once the lock was free for a moment, or as soon as the calling task is cancelled.
    private static func untilFree(_ directory: URL) async {
        let (moments, moment) = AsyncStream.makeStream(of: Never.self)
        // The system has no wait that can be cancelled: a thread that nobody waits for ends with its turn.
        Thread.detachNewThread {
            blockUntilFree(directory)
            moment.finish()
        }
        for await _ in moments {}
    }

    private static func blockUntilFree(_ directory: URL) {
        let file = open(directory.appendingPathComponent("library.lock").path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        while flock(file, LOCK_EX) != 0, errno == EINTR {}
        flock(file, LOCK_UN)
        close(file)
    }
}
