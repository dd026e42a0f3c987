import CogGraph
import Foundation
import PodcastModel
import PodcastTransfer

// What the engine has of earlier processes, held against what the library wants.

extension OutstandingDownload {
    /// The episode whose download it was begun as.
    var episode: EpisodeID { EpisodeID(id.rawValue) }
}

/// The episodes whose file is outstanding: those over one enclosure share it (POD-1).
let outstandingEpisodesCog = Cog<Set<EpisodeID>>(name: "outstandingEpisodes") { c in
    c[sharersCogs[Set(c[_outstandingCog].map(\.episode))]]
}

/// The episodes whose file came while nobody was there; every run that downloads notes them.
let arrivedEpisodesCog = Cog<Set<EpisodeID>>(name: "arrivedEpisodes") { c in
    c[sharersCogs[Set(c[_outstandingCog].filter { $0.phase == .ended }.map(\.episode))]]
}

/// The episodes over the enclosures of others, those too.
private let sharersCogs = CogBox<Set<EpisodeID>, Set<EpisodeID>>(name: "sharers") { c, ids in
    guard !ids.isEmpty else { return [] }
    var sharers: Set<EpisodeID> = []
    for feed in c[_feedsCog] {
        let episodes = c[_episodesCogs[feed.id]]
        let enclosures = Set(episodes.filter { ids.contains($0.id) }.compactMap(\.enclosureURL))
        guard !enclosures.isEmpty else { continue }
        for episode in episodes where episode.enclosureURL.map(enclosures.contains) ?? false {
            sharers.insert(episode.id)
        }
    }
    return sharers
}

/// A download that the engine has and nobody wants, or that is no episode's.
struct UnclaimedDownload: Hashable, Sendable, Identifiable {
    let outstanding: OutstandingDownload
    /// The episode's title; nil when there is no such episode.
    let title: String?
    let reason: Unclaimed

    var id: DownloadID { outstanding.id }
    var episode: EpisodeID { outstanding.episode }

    /// Its place below the library.
    var path: String { outstanding.destination.pathComponents.suffix(2).joined(separator: "/") }
}

/// What the engine is to give up (POD-13).
///
/// What a feed's refresh may still want is not judged before that has ended, and nothing is once the store
/// fails.
let unclaimedDownloadsCog = Cog<[UnclaimedDownload]>(name: "unclaimedDownloads") { c in
    let downloads = c[_outstandingCog]
    guard !downloads.isEmpty, c[_storeFailureCog] == nil else { return [] }
    var owners: [EpisodeID: FeedID] = [:]
    for feed in c[_feedsCog] {
        for episode in c[_episodesCogs[feed.id]] { owners[episode.id] = feed.id }
    }
    return downloads.compactMap { download in
        guard let feed = owners[download.episode] else {
            return UnclaimedDownload(outstanding: download, title: nil, reason: .unknown)
        }
        if c[_refreshStateCogs[feed]] == .due, c[refreshReadinessCogs[feed]] == .ready { return nil }
        let verdicts = c[verdictsCogs[feed]]
        guard let own = verdicts.first(where: { $0.episode.id == download.episode }) else { return nil }
        let sharing = verdicts.filter { judged in
            judged.episode.id == own.episode.id
                || own.episode.enclosureURL != nil && judged.episode.enclosureURL == own.episode.enclosureURL
        }
        func unclaimed(_ reason: Unclaimed) -> UnclaimedDownload {
            UnclaimedDownload(outstanding: download, title: own.episode.title, reason: reason)
        }
        if sharing.contains(where: { $0.standing.bytes != nil }) { return unclaimed(.here) }
        if sharing.contains(where: \.verdict.isWanted) { return nil }
        return unclaimed(sharing.contains(where: \.verdict.isUndecided) ? .undecided : .unwanted)
    }
}
