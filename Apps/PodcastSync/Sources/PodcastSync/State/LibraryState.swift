import CogGraph
import Foundation
import PodcastModel

/// The graph's view of the library. The store is the truth: every operation writes it first.
let _episodesCog = Cog<[Episode]>.Manual(name: "episodes") { [] }
let _policiesCog = Cog<Policies>.Manual(name: "policies") { Policies() }
let _startedAtCog = Cog<Date>.Manual(name: "startedAt") { .distantPast }
let _downloadStateCogs = CogBox<DownloadState, EpisodeID>.Manual(name: "download") { .none }

/// Which episodes should be downloaded and are neither here nor under way, newest first.
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    let policies = c[_policiesCog]
    let startedAt = c[_startedAtCog]
    var wanted: [Episode] = []
    let byFeed = Dictionary(grouping: c[_episodesCog], by: \.feed)
    for (feed, episodes) in byFeed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let candidates = episodes.filter { !$0.absent && $0.enclosureURL != nil }
            .sorted { ($0.effectiveDate, $0.id.rawValue) > ($1.effectiveDate, $1.id.rawValue) }
        let kept: ArraySlice<Episode>
        switch policies[feed].keep {
        case .all: kept = candidates[...]
        case .newest(let count): kept = candidates.prefix(count)
        }
        for episode in kept {
            switch c[_downloadStateCogs[episode.id]] {
            case .none, .wanted: wanted.append(episode)
            case .failed(_, let nextAttemptAt) where nextAttemptAt <= startedAt:
                wanted.append(episode)
            default: break
            }
        }
    }
    return wanted
}
