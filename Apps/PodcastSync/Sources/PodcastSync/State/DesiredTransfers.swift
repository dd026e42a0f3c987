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

/// Whether an episode's file is neither here nor given up for now; true while it is on its way.
let isMissingCogs = CogBox<Bool, EpisodeID>(name: "isMissing") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .downloading: true
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
    return c[verdictsCogs[feed]].compactMap { judged in
        let episode = judged.episode
        guard judged.verdict.isWanted, c[isMissingCogs[episode.id]], let url = episode.enclosureURL,
            enclosures.insert(url).inserted
        else { return nil }
        return episode
    }
}

/// The desired set: which episodes should be downloaded and are not here yet.
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    switch c[_downloadsCog] {
    case .none: return []
    case .wanted: return c[_feedsCog].flatMap { c[missingEpisodesCogs[$0.id]] }
    case .only(let ids):
        return c[_feedsCog].flatMap { feed in
            let asked = Set(c[_episodesCogs[feed.id]].filter { ids.contains($0.id) }.map(\.enclosureURL))
            return c[missingEpisodesCogs[feed.id]].filter { asked.contains($0.enclosureURL) }
        }
    }
}
