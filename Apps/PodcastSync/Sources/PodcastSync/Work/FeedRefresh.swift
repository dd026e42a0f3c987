import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What the refresh of a feed came to; the store has it already.
enum RefreshEvent: Sendable {
    case unchanged(FeedID)
    case updated(Feed, [Episode], newEpisodes: Int, warnings: [String])
    case failed(FeedID, reason: String)
    case storeFailed(PodcastError)
}

/// The work of refreshing one feed: one conditional request, and one transaction for what it
/// brought and the validators it came with (POD-8).
struct FeedRefresh: Sendable {
    let store: Store
    let client: HTTPClient
    let now: @Sendable () -> Date

    func run(_ feed: Feed, _ report: @Sendable (RefreshEvent) -> Void) async {
        do {
            if let event = try await refresh(feed) { report(event) }
        } catch  where error.exitCode == .store {
            report(.storeFailed(error))
        } catch {
            report(.failed(feed.id, reason: "\(error)"))
        }
    }

    /// - Returns: Nil when the refresh was cancelled: nothing is to be said of the feed then.
    private func refresh(_ feed: Feed) async throws(PodcastError) -> RefreshEvent? {
        let answer: FeedAnswer
        do throws(TransferError) {
            answer = try await client.fetch(
                FeedRequest(url: feed.url, etag: feed.etag, lastModified: feed.lastModified))
        } catch .cancelled {
            return nil
        } catch {
            return try fail(feed, "\(error)")
        }
        switch answer {
        case .notModified:
            try store.recordUnchanged(feed.id, now: now())
            return .unchanged(feed.id)
        case .document(let document):
            let parsed: ParsedFeed
            do throws(FeedError) {
                parsed = try FeedParser.parse(document.bytes, finalURL: document.finalURL)
            } catch {
                return try fail(feed, "\(error)")
            }
            return try commit(parsed, document, to: feed)
        }
    }

    private func commit(
        _ parsed: ParsedFeed, _ document: FeedDocument, to feed: Feed
    ) throws(PodcastError) -> RefreshEvent {
        let validators = Validators(etag: document.etag, lastModified: document.lastModified)
        let new = try store.commit(
            parsed, validators: validators, to: feed.id, isPartial: false, now: now())
        let feeds = try store.feeds()
        return .updated(
            feeds.first { $0.id == feed.id } ?? feed, try store.episodes(feed.id),
            newEpisodes: new.count, warnings: parsed.warnings)
    }

    private func fail(_ feed: Feed, _ reason: String) throws(PodcastError) -> RefreshEvent {
        try store.recordRefreshFailure(feed.id, message: reason)
        return .failed(feed.id, reason: reason)
    }
}
