import CogGraph
import Foundation
import PodcastModel

/// Which transfers run now: of all that are wanted, those that the limits leave room for.
///
/// Feeds come before episodes. What ends frees its place by a change of state, and this follows.
let admittedTransfersCog = Cog<[Transfer]>(name: "admittedTransfers") { c in
    let isAnyPaused = !c[_hostPausesCog].isEmpty
    func transfer(_ id: Transfer.ID, _ host: String) -> Transfer {
        Transfer(
            id: id, host: host, number: c[_triesCogs[id]],
            isPaused: isAnyPaused && c[hostPauseCogs[host]] != nil)
    }
    guard c[_storeFailureCog] == nil else { return [] }
    let refreshes = c[_feedsCog].filter { c[refreshReadinessCogs[$0.id]].isWanted }
        .map { transfer(.refresh($0.id), $0.url.hostAndPort) }
    // What goes on already, outside, takes its place among those that run.
    let (desired, outstanding) = (c[desiredEpisodesCog], c[outstandingEpisodesCog])
    let begun = desired.filter { outstanding.contains($0.id) }
    let new = desired.filter { !outstanding.contains($0.id) }
    let downloads = (begun + new).compactMap { episode in
        c[enclosureHostsCogs[episode.feed]][episode.id].map { transfer(.download(episode.id), $0) }
    }
    return c[_limitsCog].admit(refreshes + downloads, running: c.curr([Transfer].self) ?? [])
}

/// The host of each enclosure of a feed. To take it from an address costs more than all else that is asked of a
/// wanted episode when something ends; no file that comes changes it.
private let enclosureHostsCogs = CogBox<[EpisodeID: String], FeedID>(name: "enclosureHosts") { c, feed in
    c[_episodesCogs[feed]].reduce(into: [:]) { hosts, episode in
        hosts[episode.id] = episode.enclosureURL?.hostAndPort
    }
}

/// The feeds whose refresh runs now.
let admittedRefreshesCog = Cog<[RefreshJob]>(name: "admittedRefreshes") { c in
    c[admittedTransfersCog].compactMap { transfer in
        guard case .refresh(let id) = transfer.id, let feed = c[feedCogs[id]] else { return nil }
        return RefreshJob(feed, number: c[_triesCogs[transfer.id]])
    }
}

/// The downloads that run now.
let admittedDownloadsCog = Cog<[DownloadJob]>(name: "admittedDownloads") { c in
    let admitted = Set(
        c[admittedTransfersCog].compactMap { transfer in
            if case .download(let id) = transfer.id { id } else { nil }
        })
    if admitted.isEmpty { return [] }
    return c[desiredEpisodesCog].compactMap { episode in
        guard admitted.contains(episode.id), let feed = c[feedCogs[episode.feed]],
            let url = episode.enclosureURL
        else { return nil }
        let sharing = c[_episodesCogs[episode.feed]].filter { $0.enclosureURL == url }
        return DownloadJob(
            episode: episode, url: url, feed: feed, sharing: sharing.map(\.id),
            number: c[_triesCogs[.download(episode.id)]],
            isDiscretionary: !sharing.contains(where: \.asked))
    }
}
