import CogGraph
import CogMechanisms
import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// Drives the engine toward the desired set: the one place that starts transfers.
@MainActor
final class DownloadsMechanism: Mechanism {
    private let store: Store
    private let engine: any DownloadEngine
    private let directory: URL
    private let jobs: Int
    private let now: @MainActor () -> Date
    private var feeds: [FeedID: Feed] = [:]
    private var pending: [Episode] = []
    private var known: Set<EpisodeID> = []
    private var running = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var failures: [String] = []
    private(set) var downloaded = 0

    init(
        store: Store, engine: any DownloadEngine, directory: URL, jobs: Int,
        now: @escaping @MainActor () -> Date
    ) {
        self.store = store
        self.engine = engine
        self.directory = directory
        self.jobs = jobs
        self.now = now
    }

    func operate(_ m: MechanismController) {
        m.watch(episodesToDownloadCog, initial: .run, name: "reconcile") { [weak self, weak m] _, wanted in
            guard let self, let m else { return }
            pending = wanted.filter { !self.known.contains($0.id) }
            startNext(m)
        }
    }

    /// Returns when nothing wanted is left to start or under way.
    func waitUntilIdle() async {
        guard running > 0 || !pending.isEmpty else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    private func startNext(_ m: MechanismController) {
        while running < jobs, !pending.isEmpty {
            let episode = pending.removeFirst()
            known.insert(episode.id)
            running += 1
            m.task(name: "download") { [weak self, weak m] in
                await self?.download(episode, m)
                guard let self else { return }
                running -= 1
                if let m { startNext(m) }
                if running == 0, pending.isEmpty {
                    let done = waiters
                    waiters = []
                    for waiter in done { waiter.resume() }
                }
            }
        }
    }

    private func download(_ episode: Episode, _ m: MechanismController?) async {
        do {
            let receipt = try await fetch(episode)
            try finish(
                episode, .downloaded(fileName: receipt.name, bytes: receipt.bytes), m)
            downloaded += 1
        } catch TransferError.cancelled {
            // Paused: the part is kept, and the next run goes on from it.
        } catch {
            failures.append("\(episode.title): \(error)")
            // Durable, so that a failing download does not spin (POD-10).
            let delay = 60.0 * pow(2, Double(min(episode.attempts, 10)))
            let state = DownloadState.failed(
                reason: "\(error)", nextAttemptAt: now().addingTimeInterval(delay))
            do { try finish(episode, state, m) } catch { failures.append("\(error)") }
        }
    }

    private func fetch(_ episode: Episode) async throws -> (name: String, bytes: Int64) {
        if feeds[episode.feed] == nil {
            feeds = Dictionary(uniqueKeysWithValues: try store.feeds().map { ($0.id, $0) })
        }
        guard let feed = feeds[episode.feed], let url = episode.enclosureURL else {
            throw PodcastError(.someFailed, "the episode is no longer subscribed", at: episode.title)
        }
        let name = try store.assignFileName(episode.id)
        let folder = directory.appendingPathComponent(feed.folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let receipt = try await engine.download(
            DownloadRequest(
                url: url, destination: folder.appendingPathComponent(name),
                feedHost: feed.url.host),
            progress: { _ in })
        return (name, receipt.bytes)
    }

    /// The store first, then the graph: a failed store write changes no cog.
    private func finish(
        _ episode: Episode, _ state: DownloadState, _ m: MechanismController?
    ) throws {
        _ = try store.setDownload(episode.id, state)
        m?.turn(_downloadStateCogs[episode.id], to: state, name: "finishDownload")
    }
}
