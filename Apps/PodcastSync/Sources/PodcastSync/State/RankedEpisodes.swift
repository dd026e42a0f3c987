import CogGraph
import Foundation
import PodcastModel

/// An episode with what its policy says of it, whatever the user chose and wherever its file is.
struct Ranked: Hashable {
    let episode: Episode
    let refusal: Verdict.Refusal?
    /// Its place among the newest that nothing refuses.
    let place: Int
}

/// A feed's episodes, the newest first. No file that comes changes them, but one that the feed no longer has.
///
/// What was skipped, and what the feed no longer has and was never here, takes no place among the newest
/// unless it was here once: a tombstone keeps its place, so that skipping one never fetches another (POD-4). Nor does
/// what no pattern could decide about: no other file may go for it.
let rankedEpisodesCogs = CogBox<[Ranked], FeedID>(name: "ranked") { c, feed in
    let policy = c[policyCogs[feed]]
    let oldest = policy.days.limit.map { c[momentCog].time.addingTimeInterval(-86_400 * Double($0)) }
    let refusals = c[titleRefusalsCogs[feed]]
    var taken = 0
    return c[_episodesCogs[feed]].sorted { $0.isNewer(than: $1) }.map { episode in
        let titled = refusals[episode.id]
        let isTooOld = oldest.map { episode.effectiveDate < $0 } ?? false
        let refusal: Verdict.Refusal? =
            if episode.enclosureURL == nil {
                .nothingToDownload
            } else if episode.absent, c[standingCogs[episode.id]] == .elsewhere {
                .absent
            } else if let titled, !titled.isUndecided {
                titled
            } else if isTooOld, let days = policy.days.limit {
                .tooOld(days: days)
            } else {
                titled
            }
        let place = taken + 1
        if refusal == nil { taken = place }
        return Ranked(episode: episode, refusal: refusal, place: place)
    }
}

/// How many episodes a feed has.
let episodeCountCogs = CogBox<Int, FeedID>(name: "episodeCount") { c, feed in c[_episodesCogs[feed]].count }

/// Where each episode stands among those of its feed, the newest first.
let episodePlacesCogs = CogBox<[EpisodeID: Int], FeedID>(name: "episodePlaces") { c, feed in
    var places: [EpisodeID: Int] = [:]
    for (place, ranked) in c[rankedEpisodesCogs[feed]].enumerated() { places[ranked.episode.id] = place }
    return places
}

/// One of a feed's episodes; nil where it has no such one.
func knownEpisode(_ id: EpisodeID, of feed: FeedID, _ c: inout Reader) -> Episode? {
    c[episodePlacesCogs[feed]][id].map { c[rankedEpisodesCogs[feed]][$0].episode }
}

/// The episodes of a feed that are over one enclosure with others, each with all of those, the newest first
/// (POD-1).
let sharingEpisodesCogs = CogBox<[EpisodeID: [Ranked]], FeedID>(name: "sharing") { c, feed in
    let owners = Dictionary(grouping: c[rankedEpisodesCogs[feed]], by: \.episode.enclosureURL)
    var sharing: [EpisodeID: [Ranked]] = [:]
    for (url, group) in owners where url != nil && group.count > 1 {
        for ranked in group { sharing[ranked.episode.id] = group }
    }
    return sharing
}
