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
            for (episode, name) in library.parts { c[_partCogs[episode]] = name }
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

extension Writer {
    /// Moves time on because something is due.
    fileprivate mutating func move(to now: Date) {
        self[_nowCog] = now
        self[_ticksCog] += 1
    }
}
