import CogGraph
import Foundation
import PodcastModel

/// The feed of one id; nil once it is gone from the library.
let feedCogs = CogBox<Feed?, FeedID>(name: "feed") { c, id in
    c[_feedsCog].first { $0.id == id }
}

/// Whether an episode's file is neither here nor given up for now; true while it is on its way.
let isMissingCogs = CogBox<Bool, EpisodeID>(name: "isMissing") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .downloading: true
    case .failed(_, let nextAttemptAt):
        c[_triesCogs[.download(episode)]] < triesInOneRun
            && Backoff.isOver(nextAttemptAt, now: c[_nowCog])
    case .downloaded, .skipped: false
    }
}

/// What should be downloaded of one feed, newest first; of episodes over one enclosure the first
/// stands for all (POD-1).
///
/// A feed that is still to be refreshed wants nothing yet: the refresh may change what is newest. Two that become
/// one want nothing until they are: what one misses the other may have.
let missingEpisodesCogs = CogBox<[Episode], FeedID>(name: "missing") { c, feed in
    guard !c[isJoiningCogs[feed]] else { return [] }
    guard c[_refreshStateCogs[feed]] != .due || c[refreshReadinessCogs[feed]] != .ready else { return [] }
    var enclosures: Set<URL> = []
    return c[verdictsCogs[feed]].compactMap { judged in
        let episode = judged.episode
        guard judged.verdict.isWanted, c[isMissingCogs[episode.id]], let url = episode.enclosureURL,
            enclosures.insert(url).inserted
        else { return nil }
        return episode
    }
}

/// Whether a feed becomes one with another, or another with it, when the run is over (POD-16).
private let isJoiningCogs = CogBox<Bool, FeedID>(name: "isJoining") { c, id in
    c[_feedsCog].contains { $0.joins == id || $0.id == id && $0.joins != nil }
}

/// The enclosures of a feed whose files this run was asked for, wanted or not, or that came before it.
let askedEnclosuresCogs = CogBox<Set<URL>, FeedID>(name: "askedEnclosures") { c, feed in
    switch c[_downloadsCog] {
    case .none: []
    case .wanted: Set(c[_episodesCogs[feed]].compactMap(\.enclosureURL))
    case .only(let ids):
        Set(
            c[_episodesCogs[feed]].filter { ids.contains($0.id) || c[arrivedEpisodesCog].contains($0.id) }
                .compactMap(\.enclosureURL))
    }
}

/// The enclosures of a feed whose files are here.
private let enclosuresHereCogs = CogBox<Set<URL>, FeedID>(name: "enclosuresHere") { c, feed in
    Set(
        c[_episodesCogs[feed]].filter { c[standingCogs[$0.id]].bytes != nil }.compactMap(\.enclosureURL))
}

/// The desired set: which episodes should be downloaded and are not here yet.
///
/// What another feed has waits until that is refreshed: it may turn out to be the same podcast (POD-16).
let desiredEpisodesCog = Cog<[Episode]>(name: "desiredEpisodes") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    let unread = c[feedsToRefreshCog].map(\.id)
    return c[_feedsCog].flatMap { feed -> [Episode] in
        let asked = c[askedEnclosuresCogs[feed.id]]
        // A run that downloads nothing needs no verdicts.
        if asked.isEmpty { return [] }
        return c[missingEpisodesCogs[feed.id]].filter { episode in
            guard let url = episode.enclosureURL, asked.contains(url) else { return false }
            return !unread.contains { $0 != feed.id && c[enclosuresHereCogs[$0]].contains(url) }
        }
    }
}

/// Those of the desired set whose host did not ask for a pause (POD-9).
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    c[desiredEpisodesCog].filter { episode in
        episode.enclosureURL.map { c[hostPauseCogs[$0.hostAndPort]] == nil } ?? false
    }
}
