/// What was set of how much is wanted; what was not set holds as it does for all feeds.
public struct Policy: Hashable, Sendable {
    /// One of its limits.
    public enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        /// Not set here.
        case inherited
        case unlimited
        case limited(Value)

        /// This, or `other` where nothing was set.
        func or(_ other: Self) -> Self { self == .inherited ? other : self }

        /// The limit; nil where there is none.
        public var limit: Value? { if case .limited(let value) = self { value } else { nil } }
    }

    /// How many episodes of a feed, the newest first.
    public var newest: Setting<Int>
    /// How many days old an episode may be.
    public var days: Setting<Int>
    /// What a title has to hold.
    public var including: Setting<TitlePattern>
    /// What a title must not hold.
    public var excluding: Setting<TitlePattern>
    /// How many bytes the files may take: of all feeds together, or of the feed whose policy it is.
    public var budget: Setting<Int64>
    /// How many items of a feed may be new at once (POD-3).
    public var newItems: Setting<Int>
    /// What files are called that have no name yet (POD-11).
    public var template: Setting<FileTemplate>

    public init(
        newest: Setting<Int> = .inherited, days: Setting<Int> = .inherited,
        including: Setting<TitlePattern> = .inherited, excluding: Setting<TitlePattern> = .inherited,
        budget: Setting<Int64> = .inherited, newItems: Setting<Int> = .inherited,
        template: Setting<FileTemplate> = .inherited
    ) {
        self.newest = newest
        self.days = days
        self.including = including
        self.excluding = excluding
        self.budget = budget
        self.newItems = newItems
        self.template = template
    }

    /// What holds where nothing was set: the newest three, and fifty new at once.
    public static let standard = Policy(
        newest: .limited(3), days: .unlimited, including: .unlimited, excluding: .unlimited,
        budget: .unlimited, newItems: .limited(50), template: .limited(.standard))

    /// This, with what `other` says where it says nothing.
    func over(_ other: Policy) -> Policy {
        Policy(
            newest: newest.or(other.newest), days: days.or(other.days),
            including: including.or(other.including), excluding: excluding.or(other.excluding),
            budget: budget.or(other.budget), newItems: newItems.or(other.newItems),
            template: template.or(other.template))
    }
}

/// The policy for everything, and the feeds that have their own (POD-12).
public struct Policies: Hashable, Sendable {
    /// As it was set; ``all`` is what holds.
    public var global: Policy
    public var perFeed: [FeedID: Policy]

    public init(global: Policy = Policy(), perFeed: [FeedID: Policy] = [:]) {
        self.global = global
        self.perFeed = perFeed
    }

    /// What holds for feeds without their own; its budget is that of all of them together.
    public var all: Policy { global.over(.standard) }

    /// What holds for a feed: what is its own, and for the rest what holds for all. Its budget is its
    /// own alone.
    public subscript(feed: FeedID) -> Policy {
        var above = all
        above.budget = .unlimited
        return (perFeed[feed] ?? Policy()).over(above)
    }
}
