import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What the refresh of a feed came to; the store has it already.
enum RefreshEvent: Sendable {
    case unchanged(Feed)
    case updated(Feed, [Episode], newEpisodes: Int, warnings: [String], movedFrom: URL? = nil)
    /// - Parameter pause: What its host asked for.
    case failed(Feed, reason: String, pause: HostPause? = nil)
    case storeFailed(PodcastError)
}

/// The work of refreshing one feed: one conditional request, and one transaction for what it
/// brought and the validators it came with (POD-8).
struct FeedRefresh: Sendable {
    typealias Report = @Sendable (RefreshEvent) -> Void

    let store: Store
    let client: HTTPClient
    let rest: Rest

    func run(_ feed: Feed, _ report: Report) async {
        do {
            if let event = try await refresh(feed) { report(event) }
        } catch  where error.exitCode == .store {
            report(.storeFailed(error))
        } catch {
            report(.failed(resting(feed), reason: "\(error)"))
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
        } catch .status(410, let url, _) {
            let reason = "HTTP 410 from \(url): the feed is gone, its episodes stay"
            try store.markGone(feed.id, message: reason)
            return .failed(try store.feed(feed.id) ?? feed, reason: reason)
        } catch {
            return try fail(feed, error)
        }
        switch answer {
        case .notModified:
            try store.recordUnchanged(feed.id, now: rest.now())
            return .unchanged(try store.feed(feed.id) ?? feed)
        case .document(let document):
            let parsed: ParsedFeed
            do throws(FeedError) {
                parsed = try FeedParser.parse(document.bytes, finalURL: document.finalURL)
            } catch {
                return try fail(feed, "\(error)", pause: nil)
            }
            return try commit(parsed, document, to: feed)
        }
    }

    private func commit(
        _ parsed: ParsedFeed, _ document: FeedDocument, to feed: Feed
    ) throws(PodcastError) -> RefreshEvent {
        var warnings = parsed.warnings
        var former: URL?
        if let target = document.permanentURL {
            do {
                former = try move(feed, to: target)
            } catch  where error.exitCode != .store {
                warnings.append("it was not moved: \(error.what)")
            }
        }
        let validators = Validators(etag: document.etag, lastModified: document.lastModified)
        let new = try store.commit(
            parsed, validators: validators, to: feed.id, isPartial: false,
            floor: RefreshFloor.seconds(of: parsed, cacheControl: document.cacheControl), now: rest.now())
        return .updated(
            try store.feed(feed.id) ?? feed, try store.episodes(feed.id), newEpisodes: new.count,
            warnings: warnings, movedFrom: former)
    }

    /// Moves the subscription to where its document came from for good (POD-9).
    ///
    /// The request has kept its credentials only on its own origin, and so does the subscription.
    ///
    /// - Returns: Where it was; nil when it is there already.
    private func move(_ feed: Feed, to target: URL) throws(PodcastError) -> URL? {
        let address = target.withCredentials(of: feed.url)
        guard FeedURL.normal(address) != feed.url else { return nil }
        try store.moveFeed(feed.id, to: address)
        return feed.url
    }

    private func fail(_ feed: Feed, _ error: TransferError) throws(PodcastError) -> RefreshEvent {
        let pause = rest.pause(after: error)
        if let pause { try store.pauseHost(pause, now: rest.now()) }
        return try fail(feed, "\(error)", pause: pause)
    }

    private func fail(
        _ feed: Feed, _ reason: String, pause: HostPause?
    ) throws(PodcastError) -> RefreshEvent {
        let next = rest.nextAttempt(afterFailures: feed.attempts + 1, pause: pause)
        try store.recordRefreshFailure(feed.id, message: reason, nextAttemptAt: next)
        return .failed(try store.feed(feed.id) ?? resting(feed), reason: reason, pause: pause)
    }

    /// The feed as it rests that has left the library: nothing durable is to be said of it.
    private func resting(_ feed: Feed) -> Feed {
        var feed = feed
        feed.attempts += 1
        feed.nextAttemptAt = rest.nextAttempt(afterFailures: feed.attempts, pause: nil)
        return feed
    }
}
