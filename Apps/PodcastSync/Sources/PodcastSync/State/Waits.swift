import CogGraph
import Foundation
import PodcastModel

/// Everything of one feed that the run wants and that has to wait.
let waitsCogs = CogBox<[Wait], FeedID>(name: "waits") { c, feed in
    var waits = c[refreshReadinessCogs[feed]].wait.map { [$0] } ?? []
    let asked = c[askedEnclosuresCogs[feed]]
    guard !asked.isEmpty else { return waits }
    // Most runs have no pause, and need not look for one at each episode.
    let stretches = c[_hostPausesCog].isEmpty ? [] : Span.lowest(of: c[episodeCountCogs[feed]])
    for episode in stretches.flatMap({ c[unmetCogs[Stretch(feed, $0)]].missing }) {
        guard let host = episode.enclosureURL?.hostAndPort, let until = c[hostPauseCogs[host]] else {
            continue
        }
        waits.append(.pause(host: host, until: until))
    }
    for judged in c[verdictsCogs[feed]] where judged.verdict.isWanted {
        guard let wait = c[downloadReadinessCogs[judged.episode.id]].wait,
            let url = judged.episode.enclosureURL, asked.contains(url)
        else { continue }
        waits.append(wait)
    }
    return waits
}

/// How many of the episodes that this run wants failed before it and rest.
let restingEpisodesCog = Cog<Int>(name: "restingEpisodes") { c in
    c[feedIDsCog].reduce(0) { sum, feed in
        let asked = c[askedEnclosuresCogs[feed]]
        if asked.isEmpty { return sum }
        return sum
            + c[verdictsCogs[feed]].count { judged in
                // Tried in this run, by itself or by another over its enclosure, it is a failure of this run.
                guard judged.verdict.isWanted, c[downloadReadinessCogs[judged.episode.id]].wait != nil,
                    let url = judged.episode.enclosureURL
                else { return false }
                return asked.contains(url) && c[_triesCogs[.download(judged.episode.id)]].ended == 0
            }
    }
}

/// When a refresh that waits may go on.
private let refreshDueCog = Cog<Date?>(name: "refreshDue") { c in
    c[feedIDsCog].compactMap { c[refreshReadinessCogs[$0]].wait?.until }.min()
}

/// When something that waits may go on in this run; nil when nothing waits.
let nextDueCog = Cog<Date?>(name: "nextDue") { c in
    guard c[_storeFailureCog] == nil else { return nil }
    return [c[refreshDueCog], c[demandCog].due].compactMap(\.self).min()
}

/// When the next run has something to do, of runs that refresh what is due; nil without feeds.
let nextRunCog = Cog<Date?>(name: "nextRun") { c in
    guard case .due(let interval) = c[_requestedFeedsCog] else { return nil }
    return c[_feedsCog].flatMap { feed in
        var times = c[waitsCogs[feed.id]].map(\.until)
        if !feed.isGone {
            let next = feed.nextRefresh(every: interval, now: c[_nowCog])
            times.append(max(next, c[hostPauseCogs[feed.url.hostAndPort]] ?? .distantPast))
        }
        return times
    }.min()
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
