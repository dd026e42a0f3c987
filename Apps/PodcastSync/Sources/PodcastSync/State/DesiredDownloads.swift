import CogGraph
import Foundation
import PodcastModel

// The desired set, stretch by stretch: what ends of one episode is looked for among its neighbours, and not in the
// whole library.

/// What the run wants of an episode whose file is not here.
let downloadReadinessCogs = CogBox<Readiness, EpisodeID>(name: "downloadReadiness") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .downloading: return .ready
    case .downloaded, .skipped: return .unwanted
    case .failed(_, let next):
        let isOver = Backoff.isOver(next, now: c[momentCog].time)
        if c[_triesCogs[.download(episode)]].ended < triesInOneRun {
            return isOver ? .ready : .waiting(.rest(until: next))
        }
        return isOver ? .unwanted : .waiting(.nextRun(from: next))
    }
}

/// Whether a feed wants nothing yet: the refresh that it waits for may change what is newest, and of two that
/// become one each may have what the other misses.
private let isUnsettledCogs = CogBox<Bool, FeedID>(name: "isUnsettled") { c, feed in
    if c[joiningFeedsCog].contains(feed) { return true }
    return c[_refreshStateCogs[feed]] == .due && c[refreshReadinessCogs[feed]] == .ready
}

/// The feeds that become one with another, or another with them, when the run is over (POD-16).
private let joiningFeedsCog = Cog<Set<FeedID>>(name: "joiningFeeds") { c in
    Set(c[_feedsCog].flatMap { feed in feed.joins.map { [feed.id, $0] } ?? [] })
}

/// What the run was asked for of a stretch, wants, and does not have.
struct Unmet: Equatable {
    /// Of episodes over one enclosure the first stands for all (POD-1).
    var missing: [Episode] = []
    /// When one of the stretch that failed may be tried again.
    var due: Date?
}

let unmetCogs = CogBox<Unmet, Stretch>(name: "unmet") { c, stretch in
    let feed = stretch.feed
    let asked = c[askedEnclosuresCogs[feed]]
    let isUnsettled = c[isUnsettledCogs[feed]]
    let sharing = c[sharingEpisodesCogs[feed]]
    let ranked = c[rankedEpisodesCogs[feed]]
    let bounds = Bounds(feed, &c)
    var unmet = Unmet()
    for place in stretch.span.places(of: ranked.count) {
        let episode = ranked[place].episode
        guard let url = episode.enclosureURL, asked.contains(url) else { continue }
        let readiness = c[downloadReadinessCogs[episode.id]]
        guard readiness != .unwanted, bounds.want(ranked[place], &c) else { continue }
        switch readiness {
        case .ready where !isUnsettled:
            let isDouble = sharing[episode.id].map { isStoodFor(episode.id, among: $0, bounds, &c) } ?? false
            if !isDouble { unmet.missing.append(episode) }
        case .waiting(.rest(let until)): unmet.due = min(unmet.due ?? until, until)
        case .ready, .waiting, .unwanted: break
        }
    }
    return unmet
}

/// Whether one that is newer and over the same enclosure is missing too.
private func isStoodFor(
    _ episode: EpisodeID, among sharing: [Ranked], _ bounds: Bounds, _ c: inout Reader
) -> Bool {
    for other in sharing {
        if other.episode.id == episode { return false }
        if c[downloadReadinessCogs[other.episode.id]] == .ready, bounds.want(other, &c) { return true }
    }
    return false
}

/// What should be downloaded of a stretch and is not here yet.
///
/// What another feed has waits until that is refreshed: it may turn out to be the same podcast (POD-16).
let desiredEpisodesCogs = CogBox<[Episode], Stretch>(name: "desired") { c, stretch in
    let missing = c[unmetCogs[stretch]].missing
    if missing.isEmpty { return [] }
    let owners = c[unreadOwnersCog]
    if owners.isEmpty { return missing }
    return missing.filter { episode in
        episode.enclosureURL.flatMap { owners[$0] }?.contains { $0 != stretch.feed } != true
    }
}

/// The host of each enclosure of a feed. To take it from an address costs more than all else that is asked of a
/// wanted episode when something ends; no file that comes changes it.
private let enclosureHostsCogs = CogBox<[EpisodeID: String], FeedID>(name: "enclosureHosts") { c, feed in
    c[_episodesCogs[feed]].reduce(into: [:]) { hosts, episode in
        hosts[episode.id] = episode.enclosureURL?.hostAndPort
    }
}

/// What is to be downloaded of a stretch.
let demandCogs: CogBox<Demand, Stretch> = CogBox(name: "demand") { c, stretch in
    let (feed, span, limits) = (stretch.feed, stretch.span, c[_limitsCog])
    if span.level > 0 {
        let below = span.below(of: c[episodeCountCogs[feed]])
        return Demand(below.map { c[demandCogs[Stretch(feed, $0)]] }, limits)
    }
    let unmet = c[unmetCogs[stretch]]
    var demand = Demand()
    demand.due = unmet.due
    if unmet.missing.isEmpty { return demand }
    let hosts = c[enclosureHostsCogs[feed]]
    let outstanding = c[outstandingEpisodesCog]
    // Most runs have no pause, and need not look for one at each episode.
    let isAnyPaused = !c[_hostPausesCog].isEmpty
    func pause(_ episode: Episode) -> Date? {
        isAnyPaused ? hosts[episode.id].flatMap { c[hostPauseCogs[$0]] } : nil
    }
    for until in unmet.missing.compactMap(pause) { demand.wait(until: until) }
    var candidates: [Demand.Candidate] = []
    for episode in c[desiredEpisodesCogs[stretch]] {
        guard let host = hosts[episode.id] else { continue }
        demand.count += 1
        if let hint = episode.lengthHint { demand.bytes += hint } else { demand.unsized += 1 }
        if pause(episode) != nil {
            demand.held += 1
            continue
        }
        let candidate = Demand.Candidate(episode: episode.id, feed: feed, host: host)
        if outstanding.contains(episode.id) {
            demand.begun.append(candidate)
        } else {
            candidates.append(candidate)
        }
    }
    demand.setNext(candidates, limits)
    return demand
}

/// What is to be downloaded of a span of feeds, in the order of subscription.
private let feedsDemandCogs: CogBox<Demand, Span> = CogBox(name: "feedsDemand") { c, span in
    let (feeds, limits) = (c[feedIDsCog], c[_limitsCog])
    guard span.level == 0 else {
        return Demand(span.below(of: feeds.count).map { c[feedsDemandCogs[$0]] }, limits)
    }
    let demands = span.places(of: feeds.count).map { place -> Demand in
        let feed = feeds[place]
        // A run that downloads nothing needs no verdicts.
        if c[askedEnclosuresCogs[feed]].isEmpty { return Demand() }
        return c[demandCogs[Stretch(feed, Span(over: c[episodeCountCogs[feed]]))]]
    }
    return Demand(demands, limits)
}

/// What is to be downloaded; nothing once the store fails.
let demandCog = Cog<Demand>(name: "demand") { c in
    guard c[_storeFailureCog] == nil else { return Demand() }
    return c[feedsDemandCogs[Span(over: c[feedIDsCog].count)]]
}

/// What should be downloaded of a feed, and its host did not ask for a pause (POD-9), the newest first.
let episodesToDownloadCogs = CogBox<[Episode], FeedID>(name: "episodesToDownload") { c, feed in
    guard c[_storeFailureCog] == nil, !c[askedEnclosuresCogs[feed]].isEmpty else { return [] }
    let isAnyPaused = !c[_hostPausesCog].isEmpty
    return Span.lowest(of: c[episodeCountCogs[feed]]).flatMap { c[desiredEpisodesCogs[Stretch(feed, $0)]] }
        .filter { episode in
            guard isAnyPaused, let host = episode.enclosureURL?.hostAndPort else { return true }
            return c[hostPauseCogs[host]] == nil
        }
}
