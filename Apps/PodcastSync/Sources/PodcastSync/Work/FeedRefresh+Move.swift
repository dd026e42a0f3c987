import Foundation
import PodcastFeeds
import PodcastModel
import PodcastTransfer

extension FeedRefresh {
    /// Moves the subscription where its host or its publisher says that it lives (POD-9, POD-16).
    ///
    /// A publisher is believed once the document at the new address was read, and is the same podcast as
    /// far as both say.
    ///
    /// - Returns: The document to commit: the one at the new address where the publisher moved, and none where
    ///   another subscription lives there.
    func followMove(
        _ reading: Reading, of feed: Feed, _ result: inout RefreshResult
    ) async throws(PodcastError) -> Reading? {
        if let target = reading.parsed.newFeedURL?.withCredentials(of: feed.url),
            FeedURL.normal(target) != feed.url,
            FeedURL.normal(target) != FeedURL.normal(reading.document.finalURL)
        {
            guard let there = try await readMoved(to: target, from: reading, feed, &result) else {
                return reading
            }
            return try move(feed, to: there.document.permanentURL ?? target, there, &result) ? there : nil
        } else if let target = reading.document.permanentURL {
            return try move(feed, to: target, reading, &result) ? reading : nil
        }
        return reading
    }

    /// The document at the address that a publisher says; nil, with a warning, where it is not to be had
    /// or is another podcast.
    private func readMoved(
        to target: URL, from reading: Reading, _ feed: Feed, _ result: inout RefreshResult
    ) async throws(PodcastError) -> Reading? {
        let there: Reading?
        do throws(RefreshFailure) {
            there = try await read(FeedRequest(url: target, feedHost: feed.url.host)).reading
        } catch .transfer(.cancelled) {
            return nil
        } catch {
            result.warnings.append("it says that it moved to \(target.withoutCredentials): \(error)")
            return nil
        }
        guard let there else { return nil }
        let known = reading.parsed.podcastGUID ?? feed.podcastGUID
        if let known, let told = there.parsed.podcastGUID, known != told {
            result.warnings.append(
                "it says that it moved to \(target.withoutCredentials), where another podcast is")
            return nil
        }
        return there
    }

    /// Moves the subscription; the request kept its credentials only on its own origin, and so does it.
    ///
    /// - Returns: Whether the document there is this subscription's; not where another one is of it.
    private func move(
        _ feed: Feed, to target: URL, _ there: Reading, _ result: inout RefreshResult
    ) throws(PodcastError) -> Bool {
        let address = target.withCredentials(of: feed.url)
        guard FeedURL.normal(address) != feed.url else { return true }
        if let other = try store.feed(at: address) {
            return try !join(feed, other, there.parsed, &result)
        }
        try store.moveFeed(feed.id, to: address)
        result.former = feed.url
        return true
    }
}
