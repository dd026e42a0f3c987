import CogGraph
import PodcastModel

/// A pattern made ready once for all feeds; nil for one that cannot be used.
private let titleMatcherCogs = CogBox<TitleMatcher?, TitlePattern>(name: "titleMatcher") { _, pattern in
    pattern.matcher()
}

/// What a pattern is held against.
private struct EpisodeTitle: Hashable {
    let episode: EpisodeID
    let text: String
}

/// The titles of a feed's episodes, in the order in which those became known.
private let titlesCogs = CogBox<[EpisodeTitle], FeedID>(name: "titles") { c, feed in
    c[_episodesCogs[feed]].sorted { $0.id.rawValue < $1.id.rawValue }
        .map { EpisodeTitle(episode: $0.id, text: $0.title) }
}

/// The episodes of a feed whose titles its policy's patterns refuse, or cannot decide about (POD-12).
///
/// Apart from the verdicts, which change with every file that comes: patterns take long.
let titleRefusalsCogs = CogBox<[EpisodeID: Verdict.Refusal], FeedID>(name: "titleRefusals") { c, feed in
    let policy = c[policyCogs[feed]]
    func rule(_ setting: Policy.Setting<TitlePattern>) -> TitleRule? {
        setting.limit.map { TitleRule(pattern: $0, matcher: c[titleMatcherCogs[$0]]) }
    }
    var (including, excluding) = (rule(policy.including), rule(policy.excluding))
    guard including != nil || excluding != nil else { return [:] }
    var refusals: [EpisodeID: Verdict.Refusal] = [:]
    for title in c[titlesCogs[feed]] {
        refusals[title.episode] = refusal(of: title.text, &including, &excluding)
    }
    return refusals
}

/// What one pattern refuses is refused whatever the other would say.
private func refusal(
    of title: String, _ including: inout TitleRule?, _ excluding: inout TitleRule?
) -> Verdict.Refusal? {
    let isExcluded = excluding?.isFound(in: title)
    if let excluding, isExcluded == true { return .excluded(excluding.pattern) }
    let isIncluded = including?.isFound(in: title)
    if let including, isIncluded == false { return .notIncluded(including.pattern) }
    if let excluding, isExcluded == nil { return excluding.undecided }
    if let including, isIncluded == nil { return including.undecided }
    return nil
}

/// One pattern of a policy, on its way through a feed's titles. One that cannot be used decides none.
private struct TitleRule {
    let pattern: TitlePattern
    private var search: TitleSearch?

    init(pattern: TitlePattern, matcher: TitleMatcher?) {
        self.pattern = pattern
        search = matcher.map(TitleSearch.init)
    }

    var undecided: Verdict.Refusal { .undecided(pattern, isUsable: search != nil) }

    mutating func isFound(in title: String) -> Bool? { search?.isFound(in: title) }
}
