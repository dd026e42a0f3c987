import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer
import Synchronization

/// Makes one of two subscriptions that are one podcast, while a run has nothing at work in the library (POD-16).
///
/// The store is first: a process that ends between that and a move leaves the move to the next run. What an
/// engine goes on with outside of the app it gives up before the file is moved: it would go on where that was,
/// under the name of an episode that is not there any more. The part goes along, and is gone on with.
final class LibraryJoins: Sendable {
    private let store: Store
    private let engine: any DownloadEngine
    private let directory: URL
    private let failed = Mutex<PodcastError?>(nil)

    init(store: Store, engine: any DownloadEngine, directory: URL) {
        self.store = store
        self.engine = engine
        self.directory = directory
    }

    /// Why what a run left could not be finished at its end; the next begins with it.
    var failure: PodcastError? { failed.withLock { $0 } }

    /// Finishes what the run has found, once all that runs has stopped.
    func stop() async {
        do throws(PodcastError) { try await finish() } catch { failed.withLock { $0 = error } }
    }

    /// - Throws: When a file cannot be moved, or it cannot be told who writes to it; the move stays to be done.
    func finish() async throws(PodcastError) {
        let gone = try store.mergeJoined { [directory] in $0.isThere(in: directory) }
        let moves = try store.fileMoves()
        if !moves.isEmpty { try await giveUp(moves) }
        try FileMoves(store: store, directory: directory).finish()
        // One that still holds something stays.
        for feed in gone { _ = LibraryFiles(directory).remains(of: feed) }
    }

    /// Has the engine give up what it goes on with of files that are to be moved, and of those in their way.
    private func giveUp(_ moves: [FileMove]) async throws(PodcastError) {
        let outstanding: [OutstandingDownload]
        do throws(EngineFailure) { outstanding = try await engine.outstanding() } catch {
            throw PodcastError(error)
        }
        // By the parts: a name that is long is not told by its part.
        let files = moves.flatMap { [$0.old.url(in: directory), $0.new.url(in: directory)] }
        let parts = Set(files.map { PartFiles.of($0)[0].path })
        for download in outstanding where parts.contains(PartFiles.of(download.destination)[0].path) {
            await engine.withdraw(download.id, at: download.destination, keepingPart: true)
        }
    }
}
