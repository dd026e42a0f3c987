import CogGraph
import Foundation
import PodcastModel

/// What holds for one feed.
let policyCogs = CogBox<Policy, FeedID>(name: "policy") { c, feed in c[_policiesCog][feed] }

/// The verdicts on a feed's episodes, the newest first, before anything is said of bytes.
///
/// What was skipped, and what the feed no longer has and was never here, takes no place among the newest
/// unless it was here once: a tombstone keeps its place, so that skipping one never fetches another (POD-4).
let ruledEpisodesCogs = CogBox<[Judged], FeedID>(name: "ruled") { c, feed in
    let policy = c[policyCogs[feed]]
    let oldest = policy.days.limit.map { c[_nowCog].addingTimeInterval(-86_400 * Double($0)) }
    let rule = TitleRule(policy)
    var place = 0
    return c[_episodesCogs[feed]].sorted { $0.isNewer(than: $1) }.map { episode in
        let standing = c[standingCogs[episode.id]]
        let refusal: Verdict.Refusal? =
            if episode.enclosureURL == nil {
                .nothingToDownload
            } else if episode.absent, standing == .elsewhere {
                .absent
            } else if let refusal = rule.refusal(of: episode.title) {
                refusal
            } else if let oldest, let days = policy.days.limit, episode.effectiveDate < oldest {
                .tooOld(days: days)
            } else {
                nil
            }
        if refusal == nil { place += 1 }
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
    if let refusal { return .unwanted(refusal) }
    if let limit, place > limit { return .unwanted(.beyondNewest(limit)) }
    return .wanted(.policy(place: place, limit: limit))
}

/// A policy's patterns, made ready once for all titles of a feed.
private struct TitleRule {
    private let including: (pattern: TitlePattern, matches: (String) -> Bool)?
    private let excluding: (pattern: TitlePattern, matches: (String) -> Bool)?

    init(_ policy: Policy) {
        func ready(_ setting: Policy.Setting<TitlePattern>) -> (TitlePattern, (String) -> Bool)? {
            setting.limit.flatMap { pattern in pattern.matcher().map { (pattern, $0) } }
        }
        including = ready(policy.including)
        excluding = ready(policy.excluding)
    }

    func refusal(of title: String) -> Verdict.Refusal? {
        if let excluding, excluding.matches(title) { return .excluded(excluding.pattern) }
        if let including, !including.matches(title) { return .notIncluded(including.pattern) }
        return nil
    }
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
