import CogGraph
import Foundation
import PodcastModel

extension CogOps {
    /// Shows `library` in the graph.
    func load(_ library: LibrarySnapshot) {
        turn { c in
            c[_feedsCog] = library.feeds
            c[_policiesCog] = library.policies
            c[_hostPausesCog] = library.hostPauses
            c[_tellsSomebodyCog] = library.notices != nil
            c[_owedNoticesCog] = library.notices ?? []
            c[_outstandingCog] = library.outstanding
            for (feed, episodes) in Dictionary(grouping: library.episodes, by: \.feed) {
                c[_episodesCogs[feed]] = episodes
            }
            for episode in library.episodes where episode.download != .none {
                c[_downloadStateCogs[episode.id]] = episode.download
            }
            for (feed, parts) in library.parts { c[_partsCogs[feed]] = parts }
        }
    }

    /// Asks for the run's work: everything it will do follows from this one turn.
    func begin(_ request: RunRequest, now: Date) {
        turn { c in
            c.move(to: now)
            c[_limitsCog] = request.limits
            c[_downloadsCog] = request.downloads
            c[_removalsCog] = request.removals
            c[_requestedFeedsCog] = request.feeds
            for feed in c[_feedsCog] where request.feeds.contains(feed, now: now) {
                c[_refreshStateCogs[feed.id]] = .due
            }
        }
    }

    /// Moves time on: what waited for it may become due.
    func tick(_ now: Date) {
        turn { c in c.move(to: now) }
    }

    /// Takes what a cleanup came to and the store has.
    func finishRemoval(_ event: RemovalEvent) {
        turn { c in
            switch event {
            case .ended(let removals):
                for removal in removals {
                    if let state = removal.state {
                        for id in removal.job.sharing { c[_downloadStateCogs[id]] = state }
                    }
                }
                let gone = removals.filter { $0.result.reason == nil }.map(\.job)
                for (feed, jobs) in Dictionary(grouping: gone, by: \.feed) {
                    var parts = c[_partsCogs[feed]]
                    for id in jobs.flatMap(\.sharing) { parts[id] = nil }
                    c[_partsCogs[feed]] = parts
                }
                c[_removalResultsCog] += removals.map(\.result)
                c[_cleanupCountCog] += 1
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            }
        }
    }

    /// Takes note that a workforce has stopped and all its reports were taken.
    func endReports() {
        turn { c in c[_workforcesAtWorkCog] -= 1 }
    }
}

extension Writer {
    /// Moves time on because something is due.
    fileprivate mutating func move(to now: Date) {
        self[_nowCog] = now
        self[_ticksCog] += 1
    }
}
