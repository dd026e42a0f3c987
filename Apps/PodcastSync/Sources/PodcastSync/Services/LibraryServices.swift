import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer
import StoicServices

/// The services of a run, each under its key: lock, store, status writer, client, and the workforces
/// that use them. In reverse, transfers end before the client closes, and the lock is freed last.
struct LibraryServices {
    let lock = ServiceKey<LibraryLock>("library lock")
    let store = ServiceKey<Store>("store")
    let status = ServiceKey<StatusWriter>("status writer")
    let client = ServiceKey<HTTPClient>("HTTP client")
    let refreshes = ServiceKey<Workforce<RefreshJob, RefreshEvent>>("feed refreshes")
    let downloads = ServiceKey<Workforce<DownloadJob, DownloadEvent>>("downloads")
    let removals = ServiceKey<Workforce<RemovalJob, RemovalEvent>>("removals")

    func graph(
        directory: URL, options: RunOptions, limits: TransferLimits, environment: Environment
    ) throws -> ServiceGraph {
        try ServiceGraph(label: "podcast-sync") {
            Provide(
                // Whoever waits for it waits as long as it takes.
                lock, startTimeout: options.onWait == nil ? .seconds(30) : .seconds(10 * 365 * 86_400),
                start: { _ in
                    guard let onWait = options.onWait else {
                        return try LibraryLock(directory: directory, command: options.command)
                    }
                    return try await LibraryLock.whenFree(
                        in: directory, command: options.command, onWait: onWait)
                },
                stop: { lock, _ in lock.release() })
            Provide(
                store, needs: [lock.any], start: { _ in try Store(directory: directory) })
            // Before all that does the work, and so after it in the end.
            Provide(
                status, needs: [store.any],
                start: { _ in
                    StatusWriter(
                        directory: directory, command: options.command, terminal: options.terminal,
                        since: environment.now())
                }, stop: { status, _ in status.stop() })
            Provide(
                client, needs: [store.any, status.any],
                start: { services in
                    let store = services[store]
                    return HTTPClient(
                        policy: HostPolicy(allowsPrivateHosts: options.allowsPrivateHosts),
                        connectionsPerHost: limits.perHost, netrc: Netrc(options.netrc)
                    ) { url in
                        // A store that fails is told by whoever writes to it.
                        guard let until = (try? store.hostPauses())?[url.hostAndPort] else { return nil }
                        return HostPause.isOver(until, now: environment.now()) ? nil : until
                    }
                },
                stop: { client, _ in client.close() })
            Provide(
                refreshes, needs: [store.any, client.any],
                start: { services in
                    let refresh = FeedRefresh(
                        store: services[store], client: services[client],
                        rest: Rest(environment))
                    return Workforce { await refresh.run($0.feed, $1) }
                }, stop: { refreshes, _ in await refreshes.stop() })
            Provide(
                downloads, needs: [store.any, client.any],
                start: { services in
                    let download = EpisodeDownload(
                        store: services[store],
                        engine: DataTaskDownloadEngine(client: services[client]),
                        directory: directory, rest: Rest(environment))
                    return Workforce { await download.run($0, $1) }
                }, stop: { downloads, _ in await downloads.stop() })
            Provide(
                removals, needs: [store.any, status.any],
                start: { services in
                    let removal = FileRemoval(store: services[store], directory: directory)
                    return Workforce { removal.run($0, $1) }
                }, stop: { removals, _ in await removals.stop() })
        }
    }
}
