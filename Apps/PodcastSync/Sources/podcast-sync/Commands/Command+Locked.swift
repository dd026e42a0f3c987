import Foundation
import PodcastModel
import PodcastStore
import PodcastSync
import StoicServices

extension Command {
    /// Does one thing to the store with the library locked.
    static func locked<T>(_ arguments: Arguments, _ body: (Store) throws -> T) async throws -> T {
        let directory = try arguments.library()
        let lock = try await lock(directory, arguments)
        defer { lock.release() }
        return try body(try Store(directory: directory))
    }

    private static func lock(_ directory: URL, _ arguments: Arguments) async throws -> LibraryLock {
        let command = arguments.command
        guard arguments.has(.wait) else { return try LibraryLock(directory: directory, command: command) }
        guard let left = try arguments.timeLeft() else {
            return try LibraryLock.blocking(in: directory, command: command) { tellWait(directory, $0) }
        }
        do {
            return try await ExpiringWork(granted: left) {}.run {
                try await LibraryLock.whenFree(in: directory, command: command) { tellWait(directory, $0) }
            }
        } catch let error as WorkCancelled where error.cause == .deadline {
            throw LibraryRun.tooLate(directory)
        }
    }

    static func tellWait(_ directory: URL, _ holder: String) {
        Output.complain("\(directory.path): waiting for \(holder)")
    }
}
