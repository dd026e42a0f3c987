import PodcastModel
import PodcastStore

/// What the store held at one moment.
struct LibrarySnapshot: Sendable {
    let feeds: [Feed]
    let episodes: [Episode]
    let policies: Policies

    init(_ store: Store) throws(PodcastError) {
        feeds = try store.feeds()
        episodes = try store.episodes()
        policies = try store.policies()
    }
}
