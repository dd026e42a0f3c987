import CogGraph
import Foundation
import PodcastModel

/// The feeds by their ids: each that is looked for in the list costs all feeds, at every change of one.
private let feedsByIDCog = Cog<[FeedID: Feed]>(name: "feedsByID") { c in
    Dictionary(uniqueKeysWithValues: c[_feedsCog].map { ($0.id, $0) })
}

/// The feed of one id; nil once it is gone from the library.
let feedCogs = CogBox<Feed?, FeedID>(name: "feed") { c, id in c[feedsByIDCog][id] }

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
    guard !c[joiningFeedsCog].contains(feed) else { return [] }
    guard c[_refreshStateCogs[feed]] != .due || c[refreshReadinessCogs[feed]] != .ready else { return [] }
    let sharing = c[sharingEpisodesCogs[feed]]
    var enclosures: Set<URL> = []
    return c[verdictsCogs[feed]].compactMap { judged in
        let episode = judged.episode
        guard judged.verdict.isWanted, c[isMissingCogs[episode.id]], let url = episode.enclosureURL
        else { return nil }
        if sharing.contains(episode.id), !enclosures.insert(url).inserted { return nil }
        return episode
    }
}

/// The episodes of a feed whose enclosure is another's as well (POD-1). No file that comes changes it.
private let sharingEpisodesCogs = CogBox<Set<EpisodeID>, FeedID>(name: "sharing") { c, feed in
    let owners = Dictionary(grouping: c[_episodesCogs[feed]], by: \.enclosureURL)
    return Set(owners.values.filter { $0.count > 1 }.joined().map(\.id))
}

/// The feeds that become one with another, or another with them, when the run is over (POD-16).
private let joiningFeedsCog = Cog<Set<FeedID>>(name: "joiningFeeds") { c in
    Set(c[_feedsCog].flatMap { feed in feed.joins.map { [feed.id, $0] } ?? [] })
}

/// Some of a feed's enclosures.
enum AskedEnclosures: Equatable {
    case all
    case only(Set<URL>)

    var isEmpty: Bool { self == .only([]) }

    func contains(_ url: URL) -> Bool {
        switch self {
        case .all: true
        case .only(let urls): urls.contains(url)
        }
    }
}

/// The enclosures of a feed whose files this run was asked for, wanted or not, or that came before it.
let askedEnclosuresCogs = CogBox<AskedEnclosures, FeedID>(name: "askedEnclosures") { c, feed in
    switch c[_downloadsCog] {
    case .none: .only([])
    case .wanted: .all
    case .only(let ids):
        .only(
            Set(
                c[_episodesCogs[feed]].filter { ids.contains($0.id) || c[arrivedEpisodesCog].contains($0.id) }
                    .compactMap(\.enclosureURL)))
    }
}

/// The enclosures of a feed whose files are here.
private let enclosuresHereCogs = CogBox<Set<URL>, FeedID>(name: "enclosuresHere") { c, feed in
    Set(
        c[_episodesCogs[feed]].filter { c[standingCogs[$0.id]].bytes != nil }.compactMap(\.enclosureURL))
}

/// Which feeds that are still to be refreshed have the file of an enclosure.
private let unreadOwnersCog = Cog<[URL: Set<FeedID>]>(name: "unreadOwners") { c in
    var owners: [URL: Set<FeedID>] = [:]
    for feed in c[feedsToRefreshCog] {
        for url in c[enclosuresHereCogs[feed.id]] { owners[url, default: []].insert(feed.id) }
    }
    return owners
}

/// The desired set: which episodes should be downloaded and are not here yet.
///
/// What another feed has waits until that is refreshed: it may turn out to be the same podcast (POD-16).
let desiredEpisodesCog = Cog<[Episode]>(name: "desiredEpisodes") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    return c[_feedsCog].flatMap { feed -> [Episode] in
        let asked = c[askedEnclosuresCogs[feed.id]]
        // A run that downloads nothing needs no verdicts.
        if asked.isEmpty { return [] }
        return c[missingEpisodesCogs[feed.id]].filter { episode in
            guard let url = episode.enclosureURL, asked.contains(url) else { return false }
            return c[unreadOwnersCog][url]?.contains { $0 != feed.id } != true
        }
    }
}

/// Those of the desired set whose host did not ask for a pause (POD-9).
let episodesToDownloadCog = Cog<[Episode]>(name: "episodesToDownload") { c in
    if c[_hostPausesCog].isEmpty { return c[desiredEpisodesCog] }
    return c[desiredEpisodesCog].filter { episode in
        episode.enclosureURL.map { c[hostPauseCogs[$0.hostAndPort]] == nil } ?? false
    }
}
