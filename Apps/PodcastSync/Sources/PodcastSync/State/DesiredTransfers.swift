import CogGraph
import Foundation
import PodcastModel

/// The feed of one id; nil once it is gone from the library.
let feedCogs = CogBox<Feed?, FeedID>(name: "feed") { c, id in
    c[_feedsCog].first { $0.id == id }
}

/// Which feeds are still to be refreshed in this run, in the order of subscription.
let feedsToRefreshCog = Cog<[Feed]>(name: "feedsToRefresh") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    return c[_feedsCog].filter { c[_refreshStateCogs[$0.id]] == .due }
}

/// The episodes of one feed that its policy wants, whether or not they are here, newest first.
///
/// What the feed no longer has is not wanted (POD-4); a missing or future date counts as first
/// seen (POD-2).
let keptEpisodesCogs = CogBox<[Episode], FeedID>(name: "kept") { c, feed in
    let candidates = c[_episodesCogs[feed]].filter { !$0.absent && $0.enclosureURL != nil }
        .sorted { $0.isNewer(than: $1) }
    return switch c[_policiesCog][feed].keep {
    case .all: candidates
    case .newest(let count): Array(candidates.prefix(count))
    }
}

/// Whether an episode's file is neither here nor given up for now; true while it is on its way.
let isMissingCogs = CogBox<Bool, EpisodeID>(name: "isMissing") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .wanted, .downloading: true
    case .failed(_, let nextAttemptAt):
        !c[_isTriedCogs[episode]] && Backoff.isOver(nextAttemptAt, now: c[_nowCog])
    case .downloaded, .skipped: false
    }
}

/// What should be downloaded of one feed, newest first; of episodes over one enclosure the first
/// stands for all (POD-1).
///
/// A feed that is still to be refreshed wants nothing yet: the refresh may change what is newest.
let missingEpisodesCogs = CogBox<[Episode], FeedID>(name: "missing") { c, feed in
    guard c[_refreshStateCogs[feed]] != .due else { return [] }
    var enclosures: Set<URL> = []
    return c[keptEpisodesCogs[feed]].filter { episode in
        guard c[isMissingCogs[episode.id]], let url = episode.enclosureURL else { return false }
        return enclosures.insert(url).inserted
    }
}

/// The desired set: which episodes should be downloaded and are not here yet.
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    guard c[_wantsDownloadsCog], c[_storeFailureCog] == nil else { return [] }
    return c[_feedsCog].flatMap { c[missingEpisodesCogs[$0.id]] }
}
