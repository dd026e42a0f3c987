import PodcastFeeds
import PodcastModel
import PodcastStore

extension FeedRefresh {
    /// Has a subscription whose host or publisher says that it lives where another one does become one with that
    /// (POD-16): here the one that goes says so itself.
    ///
    /// - Parameters:
    ///   - there: What lives at that address; a host that closes may lead all its feeds to one.
    ///   - own: What the feed's own address says, where that was read.
    /// - Returns: Whether it does.
    func join(
        _ feed: Feed, _ other: Feed, _ there: ParsedFeed, own: ParsedFeed? = nil,
        _ result: inout RefreshResult
    ) throws(PodcastError) -> Bool {
        guard try isSame(feed, own, there), try store.joinFeed(feed.id, into: other.id) else { return false }
        result.joined += [try store.feed(feed.id)].compactMap { $0 }
        result.warnings.append(
            "it is the same podcast as \(other.id), \(other.title), and becomes one with it")
        return true
    }

    /// Whether a document may be a subscription's: by what both call the podcast, else by an episode of both.
    private func isSame(
        _ feed: Feed, _ own: ParsedFeed?, _ there: ParsedFeed
    ) throws(PodcastError) -> Bool {
        if let known = own?.podcastGUID ?? feed.podcastGUID, let told = there.podcastGUID {
            return known == told
        }
        let episodes = try store.episodes(feed.id)
        let items = own?.items ?? []
        if episodes.isEmpty, items.isEmpty { return true }
        let identities = Set(episodes.map(\.identity) + items.map(\.identity))
        let enclosures = Set(episodes.compactMap(\.enclosureURL) + items.compactMap(\.enclosure?.url))
        return there.items.contains { item in
            identities.contains(item.identity) || item.enclosure.map { enclosures.contains($0.url) } ?? false
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
