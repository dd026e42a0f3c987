import PodcastModel

/// One of the tries that a run makes of one thing: a retry is another job than what it retries.
struct Attempt<Subject: Hashable & Sendable>: Hashable, Sendable {
    let subject: Subject
    /// How many of this run ended before.
    let number: Int
}

/// One feed to refresh.
struct RefreshJob: Hashable, Sendable, Identifiable {
    let feed: Feed
    let id: Attempt<FeedID>

    init(_ feed: Feed, number: Int) {
        self.feed = feed
        id = Attempt(subject: feed.id, number: number)
    }
}
