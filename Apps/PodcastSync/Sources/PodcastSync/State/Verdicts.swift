import CogGraph
import Foundation
import PodcastModel

/// What holds for one feed.
let policyCogs = CogBox<Policy, FeedID>(name: "policy") { c, feed in c[_policiesCog][feed] }

/// The verdicts on a feed's episodes, the newest first, before anything is said of bytes.
///
/// What was skipped, and what the feed no longer has and was never here, takes no place among the newest
/// unless it was here once: a tombstone keeps its place, so that skipping one never fetches another (POD-4). Nor does
/// what no pattern could decide about: no other file may go for it.
let ruledEpisodesCogs = CogBox<[Judged], FeedID>(name: "ruled") { c, feed in
    let policy = c[policyCogs[feed]]
    let oldest = policy.days.limit.map { c[_nowCog].addingTimeInterval(-86_400 * Double($0)) }
    let refusals = c[titleRefusalsCogs[feed]]
    var taken = 0
    return c[_episodesCogs[feed]].sorted { $0.isNewer(than: $1) }.map { episode in
        let standing = c[standingCogs[episode.id]]
        let titled = refusals[episode.id]
        let isTooOld = oldest.map { episode.effectiveDate < $0 } ?? false
        let refusal: Verdict.Refusal? =
            if episode.enclosureURL == nil {
                .nothingToDownload
            } else if episode.absent, standing == .elsewhere {
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
        return Judged(
            episode: episode, standing: standing,
            verdict: verdict(on: episode, standing, refusal, place: place, limit: policy.newest.limit))
    }
}

/// What the user chose comes before what the policy says.
private func verdict(
    on episode: Episode, _ standing: Standing, _ refusal: Verdict.Refusal?, place: Int, limit: Int?
) -> Verdict {
    if episode.enclosureURL == nil { return .unwanted(.nothingToDownload) }
    if case .skipped(let reason, _) = standing { return .unwanted(.skipped(reason)) }
    if episode.asked { return .wanted(.asked) }
    if case .here = standing, episode.kept { return .wanted(.kept) }
    if let refusal, !refusal.isUndecided { return .unwanted(refusal) }
    if let limit, place > limit { return .unwanted(.beyondNewest(limit)) }
    if let refusal { return .unwanted(refusal) }
    return .wanted(.policy(place: place, limit: limit))
}

/// The verdicts on a feed's episodes, the newest first.
let verdictsCogs = CogBox<[Judged], FeedID>(name: "verdicts") { c, feed in
    let refused = c[overBudgetCog]
    return c[ruledEpisodesCogs[feed]].map { judged in
        guard let refusal = refused[judged.episode.id] else { return judged }
        var judged = judged
        judged.verdict = .unwanted(refusal)
        return judged
    }
}
