import CogGraph
import Foundation
import PodcastModel

/// How often a run tries one thing before it is left to the next run.
let triesInOneRun = 3

/// Until when a host is paused; nil when it is not.
let hostPauseCogs = CogBox<Date?, String>(name: "hostPause") { c, host in
    c[_hostPausesCog][host].flatMap { HostPause.isOver($0, now: c[_nowCog]) ? nil : $0 }
}

/// Whether a feed is to be refreshed now.
///
/// A feed that was asked for by name is not held up by its rest, but like all by its host's pause (POD-9).
let refreshReadinessCogs = CogBox<Readiness, FeedID>(name: "refreshReadiness") { c, id in
    guard let feed = c[feedCogs[id]] else { return .unwanted }
    let state = c[_refreshStateCogs[id]]
    switch state {
    case .idle, .unchanged, .updated: return .unwanted
    case .failed:
        if feed.isGone || c[_triesCogs[.refresh(id)]].ended >= triesInOneRun { return .unwanted }
    case .due: break
    }
    let host = feed.url.hostAndPort
    if let until = c[hostPauseCogs[host]] { return .waiting(.pause(host: host, until: until)) }
    let isAskedFor = state == .due && c[_requestedFeedsCog].isByName
    if let until = feed.nextAttemptAt, !isAskedFor, !Backoff.isOver(until, now: c[_nowCog]) {
        return .waiting(.rest(until: until))
    }
    return .ready
}

/// Which feeds are to be refreshed now, in the order of subscription.
let feedsToRefreshCog = Cog<[Feed]>(name: "feedsToRefresh") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    return c[_feedsCog].filter { c[refreshReadinessCogs[$0.id]] == .ready }
}
