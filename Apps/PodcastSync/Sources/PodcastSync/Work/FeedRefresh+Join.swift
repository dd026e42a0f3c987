import PodcastFeeds
import PodcastModel
import PodcastStore

extension FeedRefresh {
    /// Has a subscription whose host or publisher says that it lives where another one does become one with that
    /// (POD-16): here the one that goes says so itself.
    ///
    /// - Parameter there: What lives at that address; a host that closes may lead all its feeds to one.
    /// - Returns: Whether it does.
    func join(
        _ feed: Feed, _ other: Feed, _ there: ParsedFeed, _ result: inout RefreshResult
    ) throws(PodcastError) -> Bool {
        guard try isSame(feed, there), try store.joinFeed(feed.id, into: other.id) else {
            result.warnings.append(
                "it was not moved: its new address is subscribed already as \(other.id), \(other.title)")
            return false
        }
        result.joined += [try store.feed(feed.id)].compactMap { $0 }
        result.warnings.append(
            "it is the same podcast as \(other.id), \(other.title), and becomes one with it")
        return true
    }

    /// Whether a document may be a subscription's: by what both call the podcast, else by an episode of both.
    private func isSame(_ feed: Feed, _ there: ParsedFeed) throws(PodcastError) -> Bool {
        if let known = feed.podcastGUID, let told = there.podcastGUID { return known == told }
        let episodes = try store.episodes(feed.id)
        let identities = Set(there.items.map(\.identity))
        let enclosures = Set(there.items.compactMap(\.enclosure?.url))
        return episodes.isEmpty
            || episodes.contains { episode in
                identities.contains(episode.identity)
                    || episode.enclosureURL.map(enclosures.contains) ?? false
            }
    }

    /// Tells of subscriptions whose documents call the podcast the same.
    ///
    /// A document may call itself anything: only one that is gone, and has nothing to lose, becomes one with it.
    func tellTwins(
        of feed: Feed, _ parsed: ParsedFeed, _ result: inout RefreshResult
    ) throws(PodcastError) {
        guard let guid = parsed.podcastGUID else { return }
        for twin in try store.feeds()
        where twin.id != feed.id && twin.podcastGUID == guid && twin.joins == nil {
            guard twin.isGone, try store.joinFeed(twin.id, into: feed.id) else {
                result.warnings.append(
                    "it is the same podcast as \(twin.id), \(twin.title); unsubscribe one of the two")
                continue
            }
            result.joined += [try store.feed(twin.id)].compactMap { $0 }
            result.warnings.append(
                "\(twin.id), \(twin.title), which is gone, was this podcast, and becomes one with it")
        }
    }
}
