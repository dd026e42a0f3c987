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
/// A feed that is still to be refreshed wants nothing yet: the refresh may change what is newest.
let missingEpisodesCogs = CogBox<[Episode], FeedID>(name: "missing") { c, feed in
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

/// The desired set: which episodes should be downloaded and are not here yet.
let desiredEpisodesCog = Cog<[Episode]>(name: "desiredEpisodes") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    return c[_feedsCog].flatMap { feed -> [Episode] in
        let asked = c[askedEnclosuresCogs[feed.id]]
        // A run that downloads nothing needs no verdicts.
        if asked.isEmpty { return [] }
        return c[missingEpisodesCogs[feed.id]].filter { episode in
            episode.enclosureURL.map(asked.contains) ?? false
        }
    }
}

/// Those of the desired set whose host did not ask for a pause (POD-9).
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    c[desiredEpisodesCog].filter { episode in
        episode.enclosureURL.map { c[hostPauseCogs[$0.hostAndPort]] == nil } ?? false
    }
}
