import CogGraph
import CogMechanisms
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastTransfer
import StoicServices

/// What one sync did.
public struct SyncSummary: Sendable {
    public var feeds = 0
    public var episodes = 0
    public var downloaded = 0
    /// One line for each feed or download that failed, saying what and where.
    public var failures: [String] = []
}

/// One whole sync of one library: refresh every feed, then download what is wanted.
public struct SyncRun: Sendable {
    private let directory: URL
    private let allowsPrivateHosts: Bool

    /// - Parameters:
    ///   - directory: The library's folder, made if it is missing.
    ///   - allowsPrivateHosts: Whether feeds may point at loopback and private hosts (POD-7).
    public init(directory: URL, allowsPrivateHosts: Bool) {
        self.directory = directory
        self.allowsPrivateHosts = allowsPrivateHosts
    }

    /// Runs with the library locked and its services started in order and stopped in reverse.
    ///
    /// - Parameter assemble: Makes the run's context with its mechanisms; an app passes
    ///   `Cogs.assemble(mechanisms:)`.
    /// - Throws: `ServiceGraphError` when the library cannot be locked or opened, and the
    ///   store's error; a feed or download that fails is in the summary and harms no other.
    @MainActor
    public func run(
        assemble: @MainActor ([any Mechanism]) -> Cogs
    ) async throws -> SyncSummary {
        let (directory, allows) = (directory, allowsPrivateHosts)
        let lock = ServiceKey<LibraryLock>("library lock")
        let store = ServiceKey<Store>("store")
        let client = ServiceKey<HTTPClient>("HTTP client")
        let graph = try ServiceGraph(label: "podcast-sync") {
            Provide(
                lock,
                start: { _ in
                    try LibraryLock(directory: directory, command: "sync")
                }, stop: { lock, _ in lock.release() })
            Provide(store, needs: [lock.any], start: { _ in try Store(directory: directory) })
            Provide(
                client,
                start: { _ in HTTPClient(policy: HostPolicy(allowsPrivateHosts: allows)) },
                stop: { client, _ in client.close() })
        }
        return try await graph.run { services in
            try await Self.sync(
                assemble, services[store], services[client], directory: directory)
        }
    }

    @MainActor
    private static func sync(
        _ assemble: @MainActor ([any Mechanism]) -> Cogs, _ store: Store, _ client: HTTPClient,
        directory: URL
    ) async throws -> SyncSummary {
        var summary = SyncSummary()
        for feed in try store.feeds() where !feed.isGone {
            summary.feeds += 1
            if let failure = try await refresh(feed, store, client) {
                summary.failures.append("\(feed.url.absoluteString): \(failure)")
            }
        }
        let episodes = try store.episodes()
        let policies = try store.policies()
        summary.episodes = episodes.count
        let downloads = DownloadsMechanism(
            store: store, engine: DataTaskDownloadEngine(client: client), directory: directory,
            jobs: 2, now: { Date() })
        let cogs = assemble([downloads])
        cogs.turn(name: "load") { c in
            c[_startedAtCog] = Date()
            c[_policiesCog] = policies
            for episode in episodes { c[_downloadStateCogs[episode.id]] = episode.download }
            c[_episodesCog] = episodes
        }
        await downloads.waitUntilIdle()
        summary.downloaded = downloads.downloaded
        summary.failures += downloads.failures
        return summary
    }

    /// Makes one conditional request, and commits its items and validators together (POD-8).
    @MainActor
    private static func refresh(
        _ feed: Feed, _ store: Store, _ client: HTTPClient
    ) async throws -> String? {
        do {
            let answer = try await client.fetch(
                FeedRequest(url: feed.url, etag: feed.etag, lastModified: feed.lastModified))
            switch answer {
            case .notModified: try store.recordUnchanged(feed.id, now: Date())
            case .document(let document):
                let parsed = try FeedParser.parse(document.bytes, finalURL: document.finalURL)
                _ = try store.commit(
                    parsed,
                    validators: Validators(
                        etag: document.etag, lastModified: document.lastModified),
                    to: feed.id, isPartial: false, now: Date())
            }
            return nil
        } catch let error as PodcastError {
            throw error
        } catch {
            try store.recordRefreshFailure(feed.id, message: "\(error)")
            return "\(error)"
        }
    }
}
