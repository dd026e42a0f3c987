import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer
import Synchronization

/// Makes one of two subscriptions that are one podcast, while nothing of a library is running (POD-16).
///
/// The store is first: a process that ends between that and a move leaves the move to the next run.
final class LibraryJoins: Sendable {
    private let store: Store
    private let directory: URL
    private let failed = Mutex<PodcastError?>(nil)

    init(store: Store, directory: URL) {
        self.store = store
        self.directory = directory
    }

    /// Why what a run left could not be finished at its end; the next begins with it.
    var failure: PodcastError? { failed.withLock { $0 } }

    /// Finishes what the run has found, once all that runs has stopped.
    func stop() {
        do throws(PodcastError) { try finish() } catch { failed.withLock { $0 = error } }
    }

    /// - Throws: When a file cannot be moved; the move stays to be done.
    func finish() throws(PodcastError) {
        let gone = try store.mergeJoined()
        for move in try store.fileMoves() {
            try perform(move)
            try store.endFileMove(move.id)
        }
        // One that still holds something stays.
        for feed in gone { _ = LibraryFiles(directory).remains(of: feed) }
    }

    private func perform(_ move: FileMove) throws(PodcastError) {
        let old = move.old.url(in: directory)
        let new = move.new.url(in: directory)
        if mkdir(move.new.folderURL(in: directory).path, 0o777) != 0, errno != EEXIST {
            throw failure("cannot make the feed's folder", move.new.folderURL(in: directory))
        }
        for (from, to) in zip([old] + PartFiles.of(old), [new] + PartFiles.of(new)) {
            if access(from.path, F_OK) != 0 { continue }
            guard access(to.path, F_OK) != 0 else {
                throw PodcastError(
                    .store, "a file is where another belongs that comes from \(move.old.folder)", at: to.path,
                    advice: "move it away and run again")
            }
            if rename(from.path, to.path) != 0 { throw failure("cannot move it to \(to.path)", from) }
        }
    }

    private func failure(_ what: String, _ place: URL) -> PodcastError {
        PodcastError(
            .store, "\(what): \(String(cString: strerror(errno)))", at: place.path,
            advice: "check that the library's folders can be written")
    }
}
