public import PodcastModel

/// Whether an episode's file should be in the library, and why.
public enum Verdict: Hashable, Sendable {
    case wanted(Claim)
    case unwanted(Refusal)

    /// Why it is wanted.
    public enum Claim: Hashable, Sendable {
        /// The user asked for it.
        case asked
        /// Its file is here and the user keeps it.
        case kept
        /// The policy wants it: the `place`th, newest first, of `limit`, or of all where that is nil.
        case policy(place: Int, limit: Int?)
    }

    /// Why it is not.
    public enum Refusal: Hashable, Sendable {
        /// It has no enclosure.
        case nothingToDownload
        case skipped(SkipReason)
        /// The feed no longer has it, and it was never downloaded (POD-4).
        case absent
        case excluded(TitlePattern)
        case notIncluded(TitlePattern)
        /// The pattern cannot be used, or takes too long on its title. What is here of it stays.
        case undecided(TitlePattern, isUsable: Bool)
        case tooOld(days: Int)
        case beyondNewest(Int)
        /// Its turn came when the budget was used up: the feed's own, or that of all feeds.
        case overBudget(Int64, ofFeed: Bool)

        var isUndecided: Bool { if case .undecided = self { true } else { false } }
    }

    public var isWanted: Bool { if case .wanted = self { true } else { false } }

    /// Whether it might be wanted if a pattern could be held against its title.
    public var isUndecided: Bool {
        if case .unwanted(let refusal) = self { refusal.isUndecided } else { false }
    }
}

/// An episode with its verdict, and what the verdict was given on.
struct Judged: Hashable {
    let episode: Episode
    let standing: Standing
    var verdict: Verdict
}
