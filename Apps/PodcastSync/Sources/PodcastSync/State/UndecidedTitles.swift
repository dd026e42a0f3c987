import CogGraph
public import PodcastModel

/// The episodes of a feed that a pattern of its policy cannot decide about, and that are therefore neither
/// downloaded nor removed (POD-12).
public struct UndecidedTitles: Hashable, Sendable {
    public let feed: FeedID
    public let feedTitle: String
    public let pattern: TitlePattern
    /// Why it cannot be used; nil for one that takes too long.
    public let problem: String?
    public fileprivate(set) var episodes: Int
    /// The title of the newest of them.
    public let example: String

    /// What is wrong.
    public var what: String {
        if let problem { return "the pattern '\(pattern.text)' cannot be used: \(problem)" }
        let title = example.count > 60 ? example.prefix(60) + "…" : example[...]
        return "the pattern '\(pattern.text)' takes too long on \(episodes) "
            + "title\(episodes == 1 ? "" : "s"), such as '\(title)'"
    }

    /// What to do about it.
    public var advice: String {
        "\(episodes == 1 ? "its episode is" : "their episodes are") neither downloaded nor removed until you set "
            + "another pattern, or name \(episodes == 1 ? "it" : "them") to podcast-sync download or skip"
    }

    /// Those among the verdicts on a feed's episodes, one for each pattern.
    static func all(of feed: Feed, _ verdicts: some Sequence<(title: String, verdict: Verdict)>) -> [Self] {
        var all: [Self] = []
        for (title, verdict) in verdicts {
            guard case .unwanted(.undecided(let pattern, let isUsable)) = verdict else { continue }
            if let place = all.firstIndex(where: { $0.pattern == pattern }) {
                all[place].episodes += 1
            } else {
                all.append(
                    Self(
                        feed: feed.id, feedTitle: feed.title, pattern: pattern,
                        problem: isUsable ? nil : pattern.problem, episodes: 1, example: title))
            }
        }
        return all
    }
}

/// What of the run's work no pattern decides about: what is missing where it downloads, what is here where it
/// cleans up.
let undecidedTitlesCog = Cog<[UndecidedTitles]>(name: "undecidedTitles") { c in
    let downloads = c[_downloadsCog] == .wanted
    let removes = c[_removalsCog] == .unwanted
    // A run that does neither needs no verdicts.
    guard downloads || removes else { return [] }
    return c[_feedsCog].flatMap { feed in
        let work = c[verdictsCogs[feed.id]].lazy.filter { $0.standing == .elsewhere ? downloads : removes }
        return UndecidedTitles.all(of: feed, work.map { (title: $0.episode.title, verdict: $0.verdict) })
    }
}
