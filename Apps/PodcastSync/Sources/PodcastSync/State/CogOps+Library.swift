import CogGraph
import Foundation
import PodcastModel

extension CogOps {
    /// Shows `library` in the graph.
    func load(_ library: LibrarySnapshot) {
        turn { c in
            c[_feedsCog] = library.feeds
            c[_policiesCog] = library.policies
            for (feed, episodes) in Dictionary(grouping: library.episodes, by: \.feed) {
                c[_episodesCogs[feed]] = episodes
            }
            for episode in library.episodes where episode.download != .none {
                c[_downloadStateCogs[episode.id]] = episode.download
            }
            for (episode, name) in library.parts { c[_partCogs[episode]] = name }
        }
    }

    /// Asks for the run's work: everything it will do follows from this one turn.
    func begin(_ request: RunRequest, now: Date) {
        turn { c in
            c[_nowCog] = now
            c[_limitsCog] = request.limits
            c[_downloadsCog] = request.downloads
            c[_removalsCog] = request.removals
            for feed in c[_feedsCog] where !feed.isGone && request.feeds.contains(feed.id) {
                c[_refreshStateCogs[feed.id]] = .due
            }
        }
    }

    /// Takes what a refresh brought and the store has.
    func finishRefresh(_ event: RefreshEvent) {
        turn { c in
            switch event {
            case .unchanged(let id): c[_refreshStateCogs[id]] = .unchanged
            case .failed(let id, let reason): c[_refreshStateCogs[id]] = .failed(reason: reason)
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            case .updated(let feed, let episodes, let new, let warnings):
                guard let place = c[_feedsCog].firstIndex(where: { $0.id == feed.id }) else { return }
                // A known episode's state here is as new as the store's or newer.
                let known = Set(c[_episodesCogs[feed.id]].map(\.id))
                for episode in episodes where !known.contains(episode.id) && episode.download != .none {
                    c[_downloadStateCogs[episode.id]] = episode.download
                }
                c[_feedsCog][place] = feed
                c[_episodesCogs[feed.id]] = episodes
                c[_refreshStateCogs[feed.id]] = .updated(newEpisodes: new, warnings: warnings)
            }
        }
    }

    /// Takes what a download came to and the store has.
    func follow(_ event: DownloadEvent) {
        turn { c in
            switch event {
            case .progress(let id, let percent):
                c[_downloadStateCogs[id]] = .downloading(percent: percent)
            case .ended(let job, let state, let result):
                for id in job.sharing {
                    c[_downloadStateCogs[id]] = state
                    c[_isTriedCogs[id]] = true
                }
                c[_downloadResultsCog].append(result)
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            }
        }
    }

    /// Takes what a removal came to and the store has.
    func finishRemoval(_ event: RemovalEvent) {
        turn { c in
            switch event {
            case .ended(let job, let state, let result):
                for id in job.sharing {
                    if let state { c[_downloadStateCogs[id]] = state }
                    if result.reason == nil { c[_partCogs[id]] = nil }
                }
                c[_removalResultsCog].append(result)
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            }
        }
    }

    /// Takes note that a workforce has stopped and all its reports were taken.
    func endReports() {
        turn { c in c[_workforcesAtWorkCog] -= 1 }
    }
}
