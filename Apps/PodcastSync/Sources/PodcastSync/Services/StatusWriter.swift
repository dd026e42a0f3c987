import Foundation
import PodcastStore
import Synchronization

/// Tells how far the run is: on the terminal, and in a file beside the store for whoever asks meanwhile.
///
/// It is a service: once it has stopped it shows nothing more, and nothing of what it showed is left.
final class StatusWriter: Sendable {
    let terminal: Terminal?
    private let directory: URL
    private let command: String
    private let since: Date
    private let isOver = Mutex(false)

    /// - Parameters:
    ///   - directory: The library's folder, which the process has locked.
    ///   - terminal: Nil shows nothing there.
    ///   - since: When the run began.
    init(directory: URL, command: String, terminal: Terminal?, since: Date) {
        (self.directory, self.command, self.terminal, self.since) = (directory, command, terminal, since)
    }

    /// Shows a line on the terminal.
    func show(_ text: String) {
        isOver.withLock { if !$0 { terminal?.show(text) } }
    }

    /// Notes for other processes how far the run is.
    ///
    /// - Parameter rate: Bytes in a second.
    func note(_ progress: RunProgress, rate: Double?) {
        let work = RunningWork(progress, rate: rate, process: getpid(), command: command, since: since)
        isOver.withLock { if !$0 { work.write(to: directory) } }
    }

    /// Takes back what it showed; twice is once.
    func stop() {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = true
            terminal?.clear()
            unlink(directory.appendingPathComponent(LibraryFile.running).path)
        }
    }
}
