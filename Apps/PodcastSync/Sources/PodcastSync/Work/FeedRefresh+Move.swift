import Foundation
import PodcastFeeds
import PodcastModel
import PodcastTransfer

extension FeedRefresh {
    /// Moves the subscription where its host or its publisher says that it lives (POD-9, POD-16).
    ///
    /// A publisher is believed once the document at the new address was read, and is the same podcast as
    /// far as both say.
    func followMove(
        _ reading: Reading, of feed: Feed, _ result: inout RefreshResult
    ) async throws(PodcastError) -> Followed {
        if let target = reading.parsed.newFeedURL?.withCredentials(of: feed.url),
            FeedURL.normal(target) != feed.url,
            FeedURL.normal(target) != FeedURL.normal(reading.document.finalURL)
        {
            guard let there = try await readMoved(to: target, from: reading, feed, &result) else {
                return .document(reading)
            }
            let address = there.document.permanentURL ?? target
            switch try move(feed, to: address, there.parsed, own: reading.parsed, &result) {
            case .here: return .document(there)
            case .joined: return .joined
            // What is there is the other's. The document at the old address is still this one's.
            case .taken(let other):
                result.warnings.append(
                    "it was not moved: its new address is subscribed already as \(other.id), \(other.title)")
                return .document(reading)
            }
        } else if let target = reading.document.permanentURL {
            switch try move(feed, to: target, reading.parsed, &result) {
            case .here: return .document(reading)
            case .joined: return .joined
            case .taken(let other): return .lost(.taken(target.withoutCredentials, by: other))
            }
        }
        return .document(reading)
    }

    /// What an answer is to its feed, once it is known where that lives.
    enum Followed {
        /// Its document, read where it lives now.
        case document(Reading)
        /// That of another subscription, which it becomes one with.
        case joined
        /// Another podcast's.
        case lost(RefreshFailure)
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
        if let back = there.parsed.newFeedURL, FeedURL.normal(back.withCredentials(of: feed.url)) == feed.url
        {
            result.warnings.append(
                "it says that it moved to \(target.withoutCredentials), which says that it moved back")
            return nil
        }
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
    /// - Parameters:
    ///   - there: What was read at the new address.
    ///   - own: What the old address still says.
    private func move(
        _ feed: Feed, to target: URL, _ there: ParsedFeed, own: ParsedFeed? = nil,
        _ result: inout RefreshResult
    ) throws(PodcastError) -> Residence {
        let address = target.withCredentials(of: feed.url)
        guard FeedURL.normal(address) != feed.url else { return .here }
        if let other = try store.feed(at: address) {
            return try join(feed, other, there, own: own, &result) ? .joined : .taken(other)
        }
        try store.moveFeed(feed.id, to: address)
        result.former = feed.url
        return .here
    }
}

/// Whose the document at a new address is.
private enum Residence {
    case here
    /// Another subscription's, which has this one's podcast.
    case joined
    /// Another podcast's.
    case taken(Feed)
}
