import CogGraph
import Foundation
import PodcastModel

/// Everything of one feed that the run wants and that has to wait.
let waitsCogs = CogBox<[Wait], FeedID>(name: "waits") { c, feed in
    var waits: [Wait] = []
    if case .waiting(let wait) = c[refreshReadinessCogs[feed]] { waits.append(wait) }
    let asked = c[askedEnclosuresCogs[feed]]
    guard !asked.isEmpty else { return waits }
    for episode in c[missingEpisodesCogs[feed]] {
        guard let url = episode.enclosureURL, asked.contains(url),
            let until = c[hostPauseCogs[url.hostAndPort]]
        else { continue }
        waits.append(.pause(host: url.hostAndPort, until: until))
    }
    for judged in c[verdictsCogs[feed]] where judged.verdict.isWanted {
        let episode = judged.episode
        guard let url = episode.enclosureURL, asked.contains(url),
            case .failed(_, let next) = c[_downloadStateCogs[episode.id]],
            c[_triesCogs[.download(episode.id)]] < triesInOneRun,
            !Backoff.isOver(next, now: c[_nowCog])
        else { continue }
        waits.append(.rest(until: next))
    }
    return waits
}

/// When something that waits may go on; nil when nothing waits.
let nextDueCog = Cog<Date?>(name: "nextDue") { c in
    guard c[_storeFailureCog] == nil else { return nil }
    return c[_feedsCog].flatMap { c[waitsCogs[$0.id]].map(\.until) }.min()
}

/// The hosts whose pause holds up what the run wants, with how much each holds up.
let pausedHostsCog = Cog<[RunSummary.PausedHost]>(name: "pausedHosts") { c in
    var held: [HostPause: Int] = [:]
    for wait in c[_feedsCog].flatMap({ c[waitsCogs[$0.id]] }) {
        if case .pause(let host, let until) = wait {
            held[HostPause(host: host, until: until), default: 0] += 1
        }
    }
    return held.map { RunSummary.PausedHost(pause: $0, waiting: $1) }.sorted { $0.pause.host < $1.pause.host }
}
