import CogGraph
import Foundation
import PodcastModel

/// What holds for one feed.
let policyCogs = CogBox<Policy, FeedID>(name: "policy") { c, feed in c[_policiesCog][feed] }

/// The verdicts on a feed's episodes, the newest first, before anything is said of bytes.
let ruledEpisodesCogs = CogBox<[Judged], FeedID>(name: "ruled") { c, feed in
    let limit = c[policyCogs[feed]].newest.limit
    return c[rankedEpisodesCogs[feed]].map { rule($0, limit: limit, &c) }
}

/// The verdicts on a feed's episodes, the newest first.
let verdictsCogs = CogBox<[Judged], FeedID>(name: "verdicts") { c, feed in
    let refused = c[overBudgetCog]
    return c[ruledEpisodesCogs[feed]].map { $0.within(refused) }
}

/// What the verdicts on a feed's episodes have in common.
struct Bounds {
    let newest: Int?
    let overBudget: [EpisodeID: Verdict.Refusal]

    init(_ feed: FeedID, _ c: inout Reader) {
        newest = c[policyCogs[feed]].newest.limit
        overBudget = c[overBudgetCog]
    }

    /// Whether an episode is wanted, all in all.
    func want(_ ranked: Ranked, _ c: inout Reader) -> Bool {
        rule(ranked, limit: newest, &c).within(overBudget).verdict.isWanted
    }
}

private func rule(_ ranked: Ranked, limit: Int?, _ c: inout Reader) -> Judged {
    let standing = c[standingCogs[ranked.episode.id]]
    return Judged(
        episode: ranked.episode, standing: standing, verdict: verdict(on: ranked, standing, limit: limit))
}

/// What the user chose comes before what the policy says.
private func verdict(on ranked: Ranked, _ standing: Standing, limit: Int?) -> Verdict {
    let (episode, refusal, place) = (ranked.episode, ranked.refusal, ranked.place)
    if episode.enclosureURL == nil { return .unwanted(.nothingToDownload) }
    if case .skipped(let reason, _) = standing { return .unwanted(.skipped(reason)) }
    if episode.asked { return .wanted(.asked) }
    if case .here = standing, episode.kept { return .wanted(.kept) }
    if let refusal, !refusal.isUndecided { return .unwanted(refusal) }
    if let limit, place > limit { return .unwanted(.beyondNewest(limit)) }
    if let refusal { return .unwanted(refusal) }
    return .wanted(.policy(place: place, limit: limit))
}

extension Judged {
    /// The verdict where the budgets have no room for `refused`.
    fileprivate func within(_ refused: [EpisodeID: Verdict.Refusal]) -> Judged {
        guard !refused.isEmpty, let refusal = refused[episode.id] else { return self }
        var judged = self
        judged.verdict = .unwanted(refusal)
        return judged
    }
}
