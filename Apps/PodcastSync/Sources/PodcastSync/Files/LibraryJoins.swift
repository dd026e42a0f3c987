import Foundation
import PodcastModel
import PodcastStore
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
        try FileMoves(store: store, directory: directory).finish()
        // One that still holds something stays.
        for feed in gone { _ = LibraryFiles(directory).remains(of: feed) }
    }
}
