import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer
import StoicServices

/// The services of a run, each under its key: lock, store, status writer, client, engine, the joining of
/// subscriptions, and the workforces that use them. In reverse, nobody waits for a transfer any more when the
/// engine stops, which is before the client closes, and the lock is freed last.
struct LibraryServices {
    let lock = ServiceKey<LibraryLock>("library lock")
    let store = ServiceKey<Store>("store")
    let joins = ServiceKey<LibraryJoins>("joined subscriptions")
    let status = ServiceKey<StatusWriter>("status writer")
    let client = ServiceKey<HTTPClient>("HTTP client")
    let engine = ServiceKey<any DownloadEngine>("download engine")
    let refreshes = ServiceKey<Workforce<RefreshJob, RefreshEvent>>("feed refreshes")
    let downloads = ServiceKey<Workforce<DownloadJob, DownloadEvent>>("downloads")
    let withdrawals = ServiceKey<Workforce<UnclaimedDownload, WithdrawalEvent>>("withdrawals")
    let notices = ServiceKey<Workforce<Notice, NoticeEvent>>("notices")
    let removals = ServiceKey<Workforce<Cleanup, RemovalEvent>>("removals")

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
                engine, needs: [client.any],
                start: { services in
                    let setting = EngineChoice.Setting(
                        client: services[client], library: directory, limits: limits,
                        environment: environment)
                    do throws(EngineFailure) {
                        let engine = try await options.engine.make(setting)
                        try await engine.start()
                        return engine
                    } catch {
                        throw PodcastError(error)
                    }
                },
                stop: { engine, _ in await engine.stop() })
            // Before all that does the work, and so after it in the end.
            Provide(
                joins, needs: [store.any, engine.any],
                start: { services in
                    let joins = LibraryJoins(
                        store: services[store], engine: services[engine], directory: directory)
                    try await joins.finish()
                    return joins
                },
                stop: { joins, _ in await joins.stop() })
            Provide(
                refreshes, needs: [store.any, client.any, joins.any],
                start: { services in
                    let refresh = FeedRefresh(
                        store: services[store], client: services[client],
                        rest: Rest(environment))
                    return Workforce { await refresh.run($0.feed, $1) }
                }, stop: { refreshes, _ in await refreshes.stop() })
            Provide(
                downloads, needs: [store.any, engine.any, joins.any],
                start: { services in
                    let download = EpisodeDownload(
                        store: services[store], engine: services[engine], directory: directory,
                        rest: Rest(environment), owesNotices: options.notify != nil)
                    return Workforce {
                        await download.run($0, $1)
                    } drop: {
                        await download.drop($0)
                    }
                }, stop: { downloads, _ in await downloads.stop() })
            Provide(
                withdrawals, needs: [engine.any, joins.any],
                start: { services in
                    let withdrawal = Withdrawal(engine: services[engine])
                    return Workforce { await withdrawal.run($0, $1) }
                }, stop: { withdrawals, _ in await withdrawals.stop() })
            Provide(
                notices, needs: [store.any, joins.any],
                start: { services in
                    let program = NoticeProgram(
                        command: options.notify ?? "", store: services[store], directory: directory,
                        environment: environment)
                    return Workforce { await program.run($0, $1) }
                }, stop: { notices, _ in await notices.stop() })
            Provide(
                removals, needs: [store.any, joins.any],
                start: { services in
                    let removal = FileRemoval(store: services[store], directory: directory)
                    return Workforce { await removal.run($0, $1) }
                }, stop: { removals, _ in await removals.stop() })
        }
    }

    /// What the engine has of earlier processes.
    func outstanding(_ services: Services) async throws(PodcastError) -> [OutstandingDownload] {
        do throws(EngineFailure) { return try await services[engine].outstanding() } catch {
            throw PodcastError(error)
        }
    }

    func workforces(_ services: Services) -> Workforces {
        Workforces(
            refreshes: services[refreshes], downloads: services[downloads],
            withdrawals: services[withdrawals], notices: services[notices], removals: services[removals])
    }
}

extension PodcastError {
    /// An engine that cannot work: nothing can be downloaded.
    init(_ failure: EngineFailure) {
        self.init(.store, failure.what, at: failure.place, advice: failure.advice)
    }
}
