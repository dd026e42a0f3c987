import CogGraph
import Foundation
import PodcastModel

/// Which transfers run now: of all that are wanted, those that the limits leave room for.
///
/// Feeds come before episodes. What ends frees its place by a change of state, and this follows.
let admittedTransfersCog = Cog<[Transfer]>(name: "admittedTransfers") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    let running = c.curr([Transfer].self) ?? []
    let demand = c[demandCog]
    // What goes on already, outside, takes its place among those that run.
    let downloads = (demand.begun + demand.next).map { candidate in
        Transfer(
            id: .download(candidate.episode), feed: candidate.feed, host: candidate.host,
            number: c[_triesCogs[.download(candidate.episode)]].ended)
    }
    let wanted = c[wantedRefreshesCog] + downloads
    let known = Set(wanted.map(\.id))
    // It goes on where it runs. Else its turn has not come, or its host is paused.
    let others = running.filter { !known.contains($0.id) && isDesired($0, &c) }.map { transfer in
        var transfer = transfer
        (transfer.number, transfer.isPaused) = (c[_triesCogs[transfer.id]].ended, true)
        return transfer
    }
    return c[_limitsCog].admit(wanted + others, running: running)
}

/// The refreshes that are wanted, in the order of subscription.
private let wantedRefreshesCog = Cog<[Transfer]>(name: "wantedRefreshes") { c in
    let isAnyPaused = !c[_hostPausesCog].isEmpty
    return c[_feedsCog].filter { c[refreshReadinessCogs[$0.id]].isWanted }.map { feed in
        let (id, host) = (Transfer.ID.refresh(feed.id), feed.url.hostAndPort)
        return Transfer(
            id: id, feed: feed.id, host: host, number: c[_triesCogs[id]].ended,
            isPaused: isAnyPaused && c[hostPauseCogs[host]] != nil)
    }
}

/// Whether a download is wanted, its host paused or not.
private func isDesired(_ transfer: Transfer, _ c: inout Reader) -> Bool {
    guard case .download(let id) = transfer.id, let place = c[episodePlacesCogs[transfer.feed]][id] else {
        return false
    }
    return c[desiredEpisodesCogs[Stretch(transfer.feed, Span(at: place))]].contains { $0.id == id }
}

/// The feeds whose refresh runs now.
let admittedRefreshesCog = Cog<[RefreshJob]>(name: "admittedRefreshes") { c in
    c[admittedTransfersCog].compactMap { transfer in
        guard case .refresh(let id) = transfer.id, let feed = c[feedCogs[id]] else { return nil }
        return RefreshJob(feed, number: transfer.number)
    }
}

/// The downloads that run now, in the order in which they are wanted.
let admittedDownloadsCog = Cog<[DownloadJob]>(name: "admittedDownloads") { c in
    let feeds = c[feedPlacesCog]
    return c[admittedTransfersCog].compactMap { transfer in downloadJob(transfer, &c).map { ($0, $1) } }
        .sorted { one, other in
            let (left, right) = (feeds[one.0.feed.id] ?? 0, feeds[other.0.feed.id] ?? 0)
            return (left, one.1) < (right, other.1)
        }
        .map(\.0)
}

private let feedPlacesCog = Cog<[FeedID: Int]>(name: "feedPlaces") { c in
    Dictionary(uniqueKeysWithValues: c[feedIDsCog].enumerated().map { ($1, $0) })
}

/// - Returns: With the place of its episode; nil for what is no download of the library's.
private func downloadJob(_ transfer: Transfer, _ c: inout Reader) -> (DownloadJob, place: Int)? {
    guard case .download(let id) = transfer.id, let feed = c[feedCogs[transfer.feed]],
        let place = c[episodePlacesCogs[feed.id]][id]
    else { return nil }
    var episode = c[rankedEpisodesCogs[feed.id]][place].episode
    guard let url = episode.enclosureURL else { return nil }
    episode.attempts = c[_triesCogs[transfer.id]].failures ?? episode.attempts
    let sharing = c[sharingEpisodesCogs[feed.id]][id]?.map(\.episode) ?? [episode]
    let job = DownloadJob(
        episode: episode, url: url, feed: feed, sharing: sharing.map(\.id).sorted(),
        number: transfer.number, isDiscretionary: !sharing.contains(where: \.asked))
    return (job, place)
}
